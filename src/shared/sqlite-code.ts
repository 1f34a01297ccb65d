/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
export const SQLITE = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  NOMEM: 7,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const

/** The extended code of an error of SQLite; undefined for every other error. */
export function extendedSqliteCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code : undefined
}

/** The primary code: the lowest byte of the extended one. */
export function sqliteCode(error: unknown): number | undefined {
  const code = extendedSqliteCode(error)
  return code === undefined ? undefined : code & 0xff
}

export function isSqliteBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE.BUSY || code === SQLITE.LOCKED
}
