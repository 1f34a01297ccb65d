/** SQLite result codes (sqlite.org/rescode.html), by the primary code in the low byte. */
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const NOTADB = 26

function resultCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === BUSY || code === LOCKED
}

export function isDiskFull(error: unknown): boolean {
  return resultCode(error) === FULL
}

/** The file system failed or may not be written: nothing is known about the last write. */
export function isStorageFailure(error: unknown): boolean {
  const code = resultCode(error)
  return code === IOERR || code === READONLY
}

export function isNotADatabase(error: unknown): boolean {
  return resultCode(error) === NOTADB
}

export function isCorrupt(error: unknown): boolean {
  return resultCode(error) === CORRUPT
}
