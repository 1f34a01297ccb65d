import { afterAll, beforeAll, describe, expect } from 'vitest'
import { drains, startTraps, type Trap } from '../support/chain/drains.ts'
import { honestCalls } from '../support/chain/honest-calls.ts'
import type { Tx } from '../support/chain/test-chain.ts'
import { isRight, type Judged, judged, patternsFound, requestOf } from '../support/chain/verdicts.ts'
import { startWorld, type World } from '../support/chain/world.ts'
import { type Cli, makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

/** The verdict of the command; `url`: of the node that it may ask. */
async function validate(cli: Cli, tx: Tx, url?: string): Promise<Judged> {
  const env: Record<string, string> = url === undefined ? {} : { TXWARDEN_CHAIN_ETHEREUM_URL: url }
  const argv = ['validate', '--file', '-', '--json', '--fail-on', 'never', '--chain-timeout', '10s']
  const { code, stdout, stderr } = await cli(argv, { stdin: JSON.stringify(requestOf(tx)), env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return judged(JSON.parse(stdout))
}

const anvil = needs('anvil')
const hardhat = needs('hardhat')

anvil.describe('drain patterns on anvil', () => {
  let world: World
  let traps: ReadonlyMap<string, Trap>
  beforeAll(async () => {
    ;({ world, traps } = await startTraps('anvil'))
  })
  afterAll(() => world[Symbol.asyncDispose]())

  for (const { pattern, title, right } of drains)
    anvil.test(`${pattern}: ${title}`, async () => {
      const { tx } = traps.get(title) as Trap
      const found = await validate(makeCli(), tx, world.url)
      expect(isRight(found, right), JSON.stringify(found, null, 1)).toBe(true)
      if (pattern === 'red pill')
        expect(found.summary).toMatch(
          /^You send (2 ETH to 0x\w{40} \(unknown\)|[\d,]+ USDC[^;]*); you receive nothing(; 0x\w{40} \(unknown\) keeps \d+ ETH)?$/,
        )
      const offline = await validate(makeCli(), tx)
      expect(found.score, 'lower than without a node').toBeGreaterThanOrEqual(offline.score)
    })
})

hardhat.test('at least ten of the twelve drain patterns are found with a node that cannot simulate', async () => {
  const { world, traps } = await startTraps('hardhat')
  await using _ = world
  const cli = makeCli()
  const found = new Map<(typeof drains)[number], boolean>()
  for (const drain of drains) {
    const { tx } = traps.get(drain.title) as Trap
    found.set(drain, isRight(await validate(cli, tx, world.url), drain.right))
  }
  expect(patternsFound(found).length).toBeGreaterThanOrEqual(10)
})

describe.each(['anvil', 'hardhat'] as const)('honest calls on %s', (kind) => {
  needs(kind).test('none is UNSAFE, at most two are a WARNING', async () => {
    await using world = await startWorld(kind)
    const cli = makeCli()
    const warned: string[] = []
    for (const { title, tx } of await honestCalls(world)) {
      const found = await validate(cli, tx, world.url)
      expect(found.verdict, `${title}: ${JSON.stringify(found, null, 1)}`).not.toBe('UNSAFE')
      if (found.verdict === 'WARNING') warned.push(`${title}: ${found.reasons[0]}`)
    }
    expect(warned.slice(2)).toEqual([])
  })
})
