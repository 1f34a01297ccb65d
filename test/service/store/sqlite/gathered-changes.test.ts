import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findAnswers, storeAnswer } from '../../../../src/service/store/repositories/idempotent-answers.ts'
import { insertMonitor, monitorRevision } from '../../../../src/service/store/repositories/monitors.ts'
import { bumpEvidenceRevision, evidenceRevision } from '../../../../src/service/store/repositories/revisions.ts'
import { readCounter } from '../../../../src/service/store/repositories/row-counts.ts'
import type { Db } from '../../../../src/service/store/schema/schema.ts'
import { checkIntegrity } from '../../../../src/service/store/sqlite/integrity-check.ts'
import { openSqliteStore } from '../../../../src/service/store/sqlite/open.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function open() {
  const path = join(temporaryFolder(), 'local.db')
  const store = await openSqliteStore(path)
  onTestFinished(() => store.close())
  return { path, store }
}

const addMonitor = (number: number) => (db: Db) =>
  insertMonitor(db, {
    id: `monitor-${number}`,
    address: `0x${number}`,
    address_key: `0x${number}`,
    chain_id: '1',
    name: '',
    name_key: '',
    enabled: 1,
    created_at: 1,
    kinds: '',
    from_block: null,
  })

test('monitors of one commit have revisions of their own, and are counted', async () => {
  const { path, store } = await open()
  await Promise.all(Array.from({ length: 40 }, (_, number) => store.write(addMonitor(number))))
  const rows = await store.read
    .selectFrom('monitored_addresses')
    .select('revision')
    .orderBy('rowid' as never)
    .execute()
  expect(rows.map(({ revision }) => Number(revision))).toEqual(rows.map((_, index) => index + 1))
  expect(await monitorRevision(store.read)).toBe(40)
  expect(await readCounter(store.read, ['monitors'])).toBe(40)
  expect(() => checkIntegrity(path)).not.toThrow()
})

test('a failed write of a commit counts nothing, and the others count', async () => {
  const { path, store } = await open()
  const writes = Array.from({ length: 20 }, (_, number) =>
    store.write(async (db) => {
      await addMonitor(number)(db)
      await bumpEvidenceRevision(db)
      if (number % 5 === 3) throw new Error('refused')
    }),
  )
  const settled = await Promise.allSettled(writes)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(4)
  expect(await readCounter(store.read, ['monitors'])).toBe(16)
  expect(await evidenceRevision(store.read)).toBe(16)
  expect(await monitorRevision(store.read)).toBe(16)
  expect(() => checkIntegrity(path)).not.toThrow()
})

test('a write reads the changes of the writes before it in the same commit', async () => {
  const { store } = await open()
  const seen = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      store.write(async (db) => {
        await addMonitor(number)(db)
        await bumpEvidenceRevision(db)
        if (number % 3 < 2) return undefined
        return [await evidenceRevision(db), await monitorRevision(db), await readCounter(db, ['monitors'])]
      }),
    ),
  )
  expect(seen.filter((each) => each !== undefined)).toEqual([3, 6, 9, 12].map((count) => [count, count, count]))
})

test('a response takes the place of an expired one, and of no other', async () => {
  const { store } = await open()
  const answer = (scope: string, text: string, created_at: number) => ({
    scope,
    request_hash: text,
    status: 200,
    sealed_answer: text,
    good_until: null,
    evidence_revision: null,
    created_at,
    expires_at: created_at + 10,
  })
  await Promise.all([
    store.write((db) => storeAnswer(db, answer('a', 'first', 0))),
    store.write((db) => storeAnswer(db, answer('b', 'first', 5))),
  ])
  // Another write of the commit has deleted what had expired before the response.
  await Promise.all([
    store.write((db) => storeAnswer(db, answer('c', 'other', 9))),
    store.write((db) => storeAnswer(db, answer('a', 'second', 10))),
    store.write((db) => storeAnswer(db, answer('b', 'second', 10))),
  ])
  const found = await findAnswers(store.read, ['a', 'b'], 11)
  expect(found.map(({ scope, sealed_answer }) => `${scope} ${sealed_answer}`).sort()).toEqual(['a second', 'b first'])
})
