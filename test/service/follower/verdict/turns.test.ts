import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { validateFollowed } from '../../../../src/service/follower/verdict/validate-followed.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { drain, hashOf, NOW, payment } from './followed.ts'

/** Beside many validations, each turn of the event loop takes milliseconds: a message must not wait for one a query. */

/** The turns of the event loop that the validation of a block takes, with the reads of the follower. */
async function turnsOf(count: number): Promise<number> {
  const store = await openSqliteStore(join(temporaryFolder(), 'local.db'))
  onTestFinished(() => store.close())
  const reads = createReads(store.read, process.nextTick)
  const block = Array.from({ length: count }, (_, at) => (at === 0 ? drain() : payment({ hash: hashOf(at + 1) })))
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  const validated = await validateFollowed(block, { reads, chain: undefined, now: NOW })
  clearImmediate(next)
  expect(validated).toHaveLength(count)
  return turns
}

test('a transaction is validated without a turn of the event loop', async () => {
  expect(await turnsOf(1)).toBe(0)
})

test('a block of many leaves turns to others', async () => {
  expect(await turnsOf(100)).toBeGreaterThanOrEqual(3)
})
