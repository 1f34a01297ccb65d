import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toRecord, toSummaries } from '../../../src/service/records/transaction-record.ts'
import { openSqliteStore } from '../../../src/service/store/sqlite/open.ts'
import { storedValidation } from '../../support/stored-validation.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a list and a record say that only age is known', async () => {
  const result = JSON.stringify({ valid: true, combinedScore: 30, coverage: 'partial', knownByAgeOnly: true })
  const parties = { from_key: `0x${'ab'.repeat(20)}`, to_key: null }
  const about = { ...parties, id: 'a', created_at: 1, coverage: 'partial', result } as const
  const byAge = storedValidation({ ...about, known_by_age_only: 1 })
  const store = await openSqliteStore(join(temporaryFolder(), 'empty.db'))
  const [marked, plain] = await toSummaries(store.read, [byAge, storedValidation(about)])
  await store.close()
  expect(marked).toMatchObject({ coverage: 'partial', knownByAgeOnly: true })
  expect(plain).not.toHaveProperty('knownByAgeOnly')
  expect(toRecord(byAge, [], undefined)).toMatchObject({ knownByAgeOnly: true, result: { knownByAgeOnly: true } })
})
