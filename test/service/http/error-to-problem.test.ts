import { expect, test } from 'vitest'
import { errorToProblem } from '../../../src/service/http/error-to-problem.ts'
import { WardenError } from '../../../src/shared/errors.ts'

function unusable(code: string): WardenError {
  const cause = Object.assign(new Error(code), { code, errno: -1, syscall: 'open' })
  return new WardenError({ kind: 'refused', code: 'key-file-unusable', message: `cannot read a file: ${code}`, cause })
}

const problemOf = (error: unknown) => errorToProblem(error, { failureOf: () => undefined }, () => {})

test.each([
  ['ENOSPC', 'disk-full'],
  ['EMFILE', 'out-of-resources'],
  ['EIO', 'disk-error'],
  ['EACCES', 'database-not-writable'],
  ['EROFS', 'database-not-writable'],
])('a key file that the system does not open (%s) is no missing key', (system, code) => {
  expect(problemOf(unusable(system)).code).toBe(code)
})

test.each(['EISDIR', 'ENOTDIR'])('what is no key file (%s) is one', (system) => {
  expect(problemOf(unusable(system))).toMatchObject({ code: 'another-master-key', parameters: { key: 'unreadable' } })
})
