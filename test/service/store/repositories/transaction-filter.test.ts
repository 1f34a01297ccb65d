import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Verdict, verdicts } from '../../../../src/api/verdict.ts'
import { coverages } from '../../../../src/api/vocabulary.ts'
import { toSummaries } from '../../../../src/service/records/transaction-record.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import { insertTransaction, pageOfTransactions } from '../../../../src/service/store/repositories/transactions.ts'
import type { Store } from '../../../../src/service/store/store.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { plansOf } from '../../../support/plans.ts'
import { storedValidation } from '../../../support/stored-validation.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function emptyStore(): Promise<Store> {
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { env: {} })
  onTestFinished(() => store.close())
  return store
}

const ADDRESS = `0x${'7e'.repeat(20)}`

const aRow = fc
  .record({
    valid: fc.constantFrom(0 as const, 1 as const),
    combined_score: fc.oneof(fc.constantFrom(0, 1, 30, 31, 69, 70, 100), fc.integer({ min: 0, max: 100 })),
    sub_category: fc.constantFrom('', 'maliciousInteraction'),
    known_by_age_only: fc.constantFrom(0 as const, 1 as const),
    coverage: fc.constantFrom(...coverages),
    created_at: fc.integer({ min: 0, max: 20 }),
  })
  .map((row) => storedValidation({ ...row, id: randomUUID(), from_key: ADDRESS, to_key: ADDRESS }))

const all = { page: 0, size: 1000, sort: [] }

test('the filter by verdict finds exactly those that are shown with it', async () => {
  const store = await emptyStore()
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRow, { minLength: 1, maxLength: 30 }),
      fc.uniqueArray(fc.constantFrom(...verdicts), { minLength: 1 }),
      fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
      fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
      async (rows, wanted, since, until) => {
        await store.write(async (db) => {
          await db.deleteFrom('transactions').execute()
          for (const row of rows) await insertTransaction(db, row)
        })
        const shown = await toSummaries(store.read, rows)
        const expected = shown.filter(({ verdict, createdAt }) => {
          const at = Date.parse(createdAt)
          return wanted.includes(verdict as Verdict) && at >= (since ?? 0) && at < (until ?? 99)
        })
        for (const sort of [[], [{ field: 'combinedScore', direction: 'desc' } as const]]) {
          const page = await pageOfTransactions(store.read, { verdicts: wanted, since, until }, { ...all, sort })
          expect(page.rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ svcTxId }) => svcTxId).toSorted())
          expect(page.total).toBe(expected.length)
        }
      },
    ),
    { numRuns: inject('postgres') === undefined ? 150 : 30 },
  )
})

test.runIf(inject('postgres') === undefined)('an index finds each verdict, in the order of time', async () => {
  const store = await emptyStore()
  for (const verdict of verdicts) {
    const plans = await plansOf(store.read, (db) => pageOfTransactions(db, { verdicts: [verdict] }, all))
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan, verdict).toMatch(/transactions_verdict|sqlite_autoindex/)
    expect(plans.join('\n')).not.toContain('TEMP B-TREE')
  }
})
