import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { shownError } from '../../../src/cli/errors/errors.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Failures of a database, made with real files: what happened, the kind of the error and its code. */
const DATABASE: readonly (readonly [what: string, kind: string, code: string, fail: () => void])[] = [
  [
    'locked',
    'unavailable',
    'database-busy',
    () => {
      const path = join(temporaryFolder(), 'a.db')
      open(path).exec('begin exclusive')
      open(path).exec('create table a (b)')
    },
  ],
  [
    'full',
    'unavailable',
    'disk-full',
    () => open(':memory:').exec('pragma max_page_count = 1; create table a (b); create table c (d)'),
  ],
  ['not writable', 'refused', 'unusable-database', () => writeReadOnly()],
  ['a folder', 'refused', 'unusable-database', () => open(temporaryFolder())],
  [
    'another format',
    'refused',
    'damaged-database',
    () => open(fileOf('not a database, '.repeat(99))).exec('pragma user_version = 1'),
  ],
]

test.each(DATABASE)('a database that is %s is no fault of the program: %s, %s', (_, kind, code, fail) => {
  const shown = shownError(errorOf(fail))
  expect(shown).toMatchObject({ kind, code, message: expect.stringMatching(/^the local database /) })
  expect(shown.details.join()).not.toMatch(/bug/)
})

test.each([
  [266, 'read', 'disk-error', 'met a disk error; nothing was written'],
  [778, 'write', 'disk-error', 'met a disk error: the last change may or may not be stored'],
  [1034, 'fsync', 'disk-error', 'met a disk error: the last change may or may not be stored'],
  [1546, 'truncate', 'disk-error', 'met a disk error: the last change may or may not be stored'],
  [3850, 'lock', 'disk-error', 'met a disk error; nothing was written'],
  [4618, 'open the index of the log', 'disk-error', 'met a disk error; nothing was written'],
  [4874, 'grow the index of the log', 'disk-full', 'cannot grow: its disk is full; nothing was written'],
])('error %i of SQLite (%s) is %s', (errcode, _, code, text) => {
  const error = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode })
  expect(shownError(error)).toMatchObject({
    kind: 'unavailable',
    code,
    message: `the local database ${text}`,
    details: [`SQLite: disk I/O error (code ${errcode})`],
  })
})

test.each([
  ['EIO', 'unavailable', 'disk error'],
  ['ENOSPC', 'unavailable', 'no space left on the disk'],
  ['EDQUOT', 'unavailable', 'disk quota exceeded'],
  ['EMFILE', 'unavailable', 'too many open files'],
  ['EROFS', 'refused', 'read-only file system'],
])('%s is %s', (code, kind, reason) => {
  const error = Object.assign(new Error(code), { code, syscall: 'write', path: '/data/local.db' })
  expect(shownError(error)).toMatchObject({ kind, message: `/data/local.db: ${reason}` })
})

test.each([
  ['Unknown system error -122', -122, 'disk quota exceeded'],
  ['UNKNOWN', -122, 'disk quota exceeded'],
  ['UNKNOWN', -69, 'disk quota exceeded'],
])('%s with number %i is %s: a file and a pipe have other codes for it', (code, errno, reason) => {
  const error = Object.assign(new Error(code), { code, errno, syscall: 'write' })
  expect(shownError(error)).toMatchObject({ kind: 'unavailable', message: `write: ${reason}` })
})

test('the cause of an error counts when the error itself says nothing', () => {
  const cause = errorOf(() => readFileSync(join(temporaryFolder(), 'missing')))
  expect(shownError(new Error('a job failed', { cause }))).toMatchObject({ kind: 'refused', code: 'file' })
})

test('a fault of a statement is a bug', () => {
  expect(shownError(errorOf(() => open(':memory:').exec('selekt')))).toMatchObject({ kind: 'unexpected' })
})

function writeReadOnly(): void {
  const path = join(temporaryFolder(), 'a.db')
  open(path).exec('create table a (b)')
  open(path, { readOnly: true }).exec('insert into a values (1)')
}

function open(path: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0, ...options })
  onTestFinished(() => database.close())
  return database
}

function fileOf(text: string): string {
  const folder = join(temporaryFolder(), 'folder')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.db'), text)
  return join(folder, 'a.db')
}

function errorOf(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test('a system error with an empty code has a reason', () => {
  const error = Object.assign(new Error(''), { code: '', syscall: 'rm', path: '/a/b' })
  expect(shownError(error)).toMatchObject({ kind: 'unexpected', message: '/a/b: unknown error' })
})

test('the first error is shown where closing fails after it', () => {
  const later = Object.assign(new Error('later'), { code: 'ENOENT', syscall: 'open', path: '/a/b' })
  const first = Object.assign(new Error('first'), { code: 'EACCES', syscall: 'open', path: '/a/b' })
  const thrown = () => {
    using stack = new DisposableStack()
    stack.defer(() => {
      throw later
    })
    throw first
  }
  expect(shownError(errorOf(thrown))).toMatchObject({ message: expect.stringContaining('permission denied') })
})
