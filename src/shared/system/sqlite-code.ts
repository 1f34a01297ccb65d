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

/** The last commit may or may not be on the disk: SQLITE_IOERR_FSYNC, _DIR_FSYNC, _TRUNCATE. */
const UNSYNCED = [1034, 1290, 1546]
/** SQLITE_IOERR_WRITE. */
const WRITE = 778
/** SQLITE_IOERR_SHMSIZE: the index of the log (-shm) cannot grow, "the underlying filesystem volume is out of space". */
const SHMSIZE = 4874

/** The extended code of an error of SQLite; undefined for every other error. */
export function extendedSqliteCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code : undefined
}

/** The primary code: the lowest byte of the extended one. No space for the index of the log is a full disk too. */
export function sqliteCode(error: unknown): number | undefined {
  const code = extendedSqliteCode(error)
  if (isLogIndexFull(error)) return SQLITE.FULL
  return code === undefined ? undefined : code & 0xff
}

export function isSqliteBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE.BUSY || code === SQLITE.LOCKED
}

export function isLogIndexFull(error: unknown): boolean {
  return extendedSqliteCode(error) === SHMSIZE
}

/** A failure to sync. */
export function isUnsynced(error: unknown): boolean {
  return UNSYNCED.includes(extendedSqliteCode(error) ?? 0)
}

/** A failure to write or sync. */
export function isUnwritten(error: unknown): boolean {
  return isUnsynced(error) || extendedSqliteCode(error) === WRITE
}
