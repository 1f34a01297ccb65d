import { describe, expect } from 'vitest'
import { drains, lossOf, startTraps } from '../support/chain/drains.ts'
import { honestCalls } from '../support/chain/honest-calls.ts'
import { startWorld } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'

/** What the patterns and calls of the verdict tests really do, in a block. */
describe.each(['anvil', 'hardhat'] as const)('on %s', (kind) => {
  const { test } = needs(kind)
  test('every drain pattern drains', async () => {
    const { world, traps } = await startTraps(kind)
    await using _ = world
    expect(new Set(drains.map(({ pattern }) => pattern)).size).toBe(12)
    for (const [title, trap] of traps) expect(await lossOf(trap, world), title).toBeGreaterThanOrEqual(trap.loses)
  })

  test('every honest call succeeds', async () => {
    await using world = await startWorld(kind)
    const calls = await honestCalls(world)
    expect(calls).toHaveLength(44)
    for (const { title, tx, beforeBlock } of calls)
      await world.chain.onTrial(async () => {
        await beforeBlock?.()
        expect(await world.chain.trySend(tx), title).toMatchObject({ status: '0x1' })
      })
  })
})
