import { expect, test } from 'vitest'
import { toRecord, toSummaries } from '../../../src/service/records/transaction-record.ts'
import type { Db } from '../../../src/service/store/schema/schema.ts'
import { storedValidation } from '../../support/stored-validation.ts'

test('a list and a record say that only age is known', async () => {
  const result = JSON.stringify({ valid: true, combinedScore: 30, coverage: 'partial', knownByAgeOnly: true })
  const parties = { from_key: `0x${'ab'.repeat(20)}`, to_key: null }
  const about = { ...parties, id: 'a', created_at: 1, coverage: 'partial', result } as const
  const byAge = storedValidation({ ...about, known_by_age_only: 1 })
  // Every row has its coverage: nothing is read from the database.
  const [marked, plain] = await toSummaries(undefined as unknown as Db, [byAge, storedValidation(about)])
  expect(marked).toMatchObject({ coverage: 'partial', knownByAgeOnly: true })
  expect(plain).not.toHaveProperty('knownByAgeOnly')
  expect(toRecord(byAge, [], undefined)).toMatchObject({ knownByAgeOnly: true, result: { knownByAgeOnly: true } })
})
