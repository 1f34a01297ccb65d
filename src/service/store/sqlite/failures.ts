import type { StoreFailure } from '../store.ts'

/** SQLite result codes (sqlite.org/rescode.html), by the primary code in the low byte. */
const PERM = 3
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26

function resultCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === BUSY || code === LOCKED
}

export function failureOf(error: unknown): StoreFailure | undefined {
  if (isBusy(error)) return 'busy'
  return resultCode(error) === FULL ? 'disk-full' : undefined
}

/** Why the file system refuses access to a file; undefined for other errors. */
export function fileFault(error: unknown): string | undefined {
  switch (resultCode(error)) {
    case CANTOPEN:
      return 'it cannot be opened'
    case PERM:
    case READONLY:
      return 'it cannot be written'
    case IOERR:
      return 'disk error'
    default:
      return undefined
  }
}

export function isNotADatabase(error: unknown): boolean {
  return resultCode(error) === NOTADB
}

export function isCorrupt(error: unknown): boolean {
  return resultCode(error) === CORRUPT
}
