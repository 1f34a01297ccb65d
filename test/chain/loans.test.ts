import { afterAll, beforeAll, expect } from 'vitest'
import { callData } from '../support/chain/test-chain.ts'
import { judged, requestOf } from '../support/chain/verdicts.ts'
import { canonical, people, startWorld, units, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, deployer, thief } = people
const CALLER = `0x${'0'.repeat(40)}`

const { describe, test } = needs('anvil')

describe('a loan on account of the sender', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('anvil')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  async function lentTo(receiver: string) {
    const { chain, url } = world
    const debt = await chain.create(deployer.address, 'Erc20')
    await chain.invoke(deployer.address, debt, 'init(string,string,uint8)', 'Debt', 'variableDebtOrchUSDC', 6)
    const types = 'address, address, address'
    const desk = await chain.create(deployer.address, 'LoanDesk', types, debt, canonical.usdc, receiver)
    await chain.invoke(deployer.address, debt, 'mint(address,uint256)', desk, units.usd(900))
    await chain.invoke(deployer.address, canonical.usdc, 'transfer(address,uint256)', desk, units.usd(900))
    const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
    const data = callData('boost(uint256)', units.usd(700))
    const stdin = JSON.stringify(requestOf({ from: alice.address, to: desk, data }))
    const { stdout } = await makeCli()(argv, { stdin, env: { TXWARDEN_CHAIN_ETHEREUM_URL: url } })
    return judged(JSON.parse(stdout))
  }

  test('is a WARNING where it is paid to another address, and none where the sender gets it', async () => {
    expect(await lentTo(thief.address)).toMatchObject({
      verdict: 'WARNING',
      reasons: [expect.stringMatching(/^60 unpaid-outflow: takes an asset for nothing in return/)],
    })
    expect(await lentTo(CALLER)).toMatchObject({ verdict: 'NO DATA', reasons: [] })
  })
})
