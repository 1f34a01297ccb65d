import { expect, test } from 'vitest'
import { failureOf, fileFault, stoppingFailure } from '../../../../src/service/store/sqlite/failures.ts'

test.each([
  ['a full disk', 13, 'disk-full', undefined],
  ['no space for the index of the log', 4874, 'disk-full', 'disk-full'],
  ['a read', 266, 'disk-error', 'disk-error'],
  ['a write', 778, 'disk-error', 'disk-error'],
  ['a sync', 1034, 'outcome-unknown', 'disk-error'],
])('%s (error %i of SQLite) is %s, and stops writes as %s', (_, errcode, failure, stopping) => {
  const error = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode })
  expect([failureOf(error), stoppingFailure(error)]).toEqual([failure, stopping])
  expect(fileFault(error)).toBe(failure === 'disk-full' ? undefined : 'disk error')
})
