import { afterAll, beforeAll, expect } from 'vitest'
import { selectorOf } from '../../src/service/evm/words.ts'
import { type FakeNode, startFakeNode } from '../support/chain/fake-node.ts'
import { callData } from '../support/chain/test-chain.ts'
import { judged, requestOf } from '../support/chain/verdicts.ts'
import { people, startWorld, units, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, thief } = people
const APPROVE = 'approve(address,uint256)'

const { describe, test } = needs('anvil')

describe('a token that comes for an unlisted one', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('anvil')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  /** Alice gives ORCH for as much of a token with this symbol. */
  async function exchanged(symbol: string) {
    const { chain, rewardToken, url } = world
    const token = await chain.create(thief.address, 'Erc20')
    await chain.invoke(thief.address, token, 'init(string,string,uint8)', 'Something', symbol, 18)
    const exchange = await chain.create(thief.address, 'FakeExchange')
    await chain.invoke(thief.address, token, 'mint(address,uint256)', exchange, units.ether(100))
    await chain.invoke(alice.address, rewardToken, APPROVE, exchange, units.ether(5))
    const data = callData('exchange(address,address,uint256)', rewardToken, token, units.ether(5))
    const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
    const stdin = JSON.stringify(requestOf({ from: alice.address, to: exchange, data }))
    const { stdout } = await makeCli()(argv, { stdin, env: { TXWARDEN_CHAIN_ETHEREUM_URL: url } })
    return judged(JSON.parse(stdout))
  }

  test('is a WARNING with the same symbol, and NO DATA with another one', async () => {
    expect(await exchanged('ORCH')).toMatchObject({
      verdict: 'WARNING',
      reasons: expect.arrayContaining([expect.stringMatching(/^45 token-lookalike: calls itself ORCH/)]),
    })
    expect(await exchanged('0RCH')).toMatchObject({ verdict: 'WARNING' })
    expect(await exchanged('PEAR')).toMatchObject({ verdict: 'NO DATA' })
  })
})

describe('a token that only the run names', () => {
  let world: World
  let node: FakeNode
  beforeAll(async () => {
    world = await startWorld('anvil')
    node = await startFakeNode(world.url)
  })
  afterAll(async () => {
    await node.close()
    await world[Symbol.asyncDispose]()
  })

  for (const refused of ['', 'debug_traceCall'])
    test(`is found by its own symbol ${refused === '' ? 'with' : 'without'} a trace`, async () => {
      const { chain } = world
      node.lie(({ method }, honest) =>
        method === refused ? { error: { code: -32_601, message: `the method ${method} does not exist` } } : honest,
      )
      const token = await chain.create(thief.address, 'Erc20')
      await chain.invoke(thief.address, token, 'init(string,string,uint8)', 'Something', 'USDT', 6)
      // It calls transfer(the caller, 5 ether) of the token, and fails with it.
      const transfer = selectorOf('transfer(address,uint256)').slice(2)
      const amount = '674563918244f400006024'
      const code = `0x63${transfer}60e01b5f5233600452${amount}525f5f60445f5f73${token.slice(2)}5af1603d575f5ffd5b00`
      const giver = `0x${'a3'.repeat(20)}`
      await chain.rpc('hardhat_setCode', giver, code)
      await chain.invoke(thief.address, token, 'mint(address,uint256)', giver, units.ether(5))
      const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
      const stdin = JSON.stringify(requestOf({ from: alice.address, to: giver, data: callData('harvest()') }))
      const { stdout } = await makeCli()(argv, { stdin, env: { TXWARDEN_CHAIN_ETHEREUM_URL: node.url } })
      expect(judged(JSON.parse(stdout)).reasons).toContainEqual(
        expect.stringMatching(/^45 token-lookalike: calls itself USDT, which is also the symbol/),
      )
    })
})
