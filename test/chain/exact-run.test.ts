import { afterAll, beforeAll, expect } from 'vitest'
import type { ValidationResult } from '../../src/api/schemas/transaction.ts'
import { verdictOf } from '../../src/api/verdict.ts'
import { drains, startTraps, type Trap } from '../support/chain/drains.ts'
import { honestCalls } from '../support/chain/honest-calls.ts'
import { callData, type Tx } from '../support/chain/test-chain.ts'
import { requestOf } from '../support/chain/verdicts.ts'
import { canonical, people, units, type World } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { alice, bob } = people
const { describe, test } = needs('anvil')

/** "verdict score coverage" of the command. */
async function coverageOf(tx: Tx, url?: string): Promise<string> {
  const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
  const env: Record<string, string> = url === undefined ? {} : { TXWARDEN_CHAIN_ETHEREUM_URL: url }
  const { stdout, stderr } = await makeCli()(argv, { stdin: JSON.stringify(requestOf(tx)), env })
  expect(stderr).toBe('')
  const result = JSON.parse(stdout) as ValidationResult
  return `${verdictOf(result)} ${result.combinedScore} ${result.coverage}`
}

describe('what a node ran exactly as called', () => {
  let world: World
  let traps: ReadonlyMap<string, Trap>
  beforeAll(async () => {
    ;({ world, traps } = await startTraps('anvil'))
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const from = alice.address
  const pay = callData('transfer(address,uint256)', bob.address, units.usd(10))

  const payments: readonly (readonly [title: string, tx: Tx])[] = [
    ['ether', { from, to: bob.address, value: units.ether(1) }],
    ['a token', { from, to: canonical.usdc, data: pay }],
  ]
  for (const [title, tx] of payments)
    test(`is NO DATA, simulated: a payment of ${title} to an unknown address`, async () => {
      expect(await coverageOf(tx, world.url)).toBe('NO DATA 0 simulated')
      expect(await coverageOf(tx)).toBe('NO DATA 0 none')
    })

  test('is not said of a call that was not read, whatever the run shows', async () => {
    const unread: Tx = { from, to: world.vault, data: `0x9d1f0a5c${'0'.repeat(64)}` }
    expect(await coverageOf(unread, world.url)).toBe('NO DATA 0 none')
  })

  test('is said of no drain', async () => {
    const found: string[] = []
    for (const { title } of drains) {
      const { tx } = traps.get(title) as Trap
      const coverage = await coverageOf(tx, world.url)
      if (coverage.endsWith('simulated')) found.push(title)
    }
    expect(found).toEqual([])
  })

  test('is said of honest calls that the call data shows whole', async () => {
    const exact: string[] = []
    for (const { title, tx } of await honestCalls(world))
      if ((await coverageOf(tx, world.url)) === 'NO DATA 0 simulated') exact.push(title)
    expect(exact).toEqual([
      'ether for an EOA',
      'ether for her Safe',
      'USDC for an EOA',
      'USDT, which returns nothing',
      'MKR, whose symbol is 32 bytes',
      'stETH, whose balances are shares',
      'a token that keeps 2 %',
      'USDC for her Safe',
      'shares of the vault are redeemed',
      'a distribution is claimed',
      'an item for an EOA',
      'items of ERC-1155 for an EOA',
      'the Safe pays USDC',
      'her smart account pays by a user operation',
    ])
  })
})
