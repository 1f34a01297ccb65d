import { type ErrorKind, WardenError } from '../../shared/errors.ts'
import { isAtFileLimit } from '../../shared/files/open-files.ts'
import { extendedSqliteCode, isUnwritten, SQLITE, sqliteCode } from '../../shared/system/sqlite-code.ts'
import { systemErrorCode } from '../../shared/system/system-error-code.ts'

/** Errors of system calls: what happened, and whether the next try can work without a change (`unavailable`). */
const SYSTEM: Readonly<Record<string, readonly [reason: string, kind: ErrorKind]>> = {
  ENOENT: ['no such file or directory', 'refused'],
  EACCES: ['permission denied', 'refused'],
  EPERM: ['permission denied', 'refused'],
  EISDIR: ['is a directory', 'refused'],
  ENOTDIR: ['part of the path is not a directory', 'refused'],
  EROFS: ['read-only file system', 'refused'],
  EEXIST: ['already exists', 'refused'],
  ELOOP: ['is a symbolic link', 'refused'],
  ENAMETOOLONG: ['the name is too long', 'refused'],
  ENOSPC: ['no space left on the disk', 'unavailable'],
  EDQUOT: ['disk quota exceeded', 'unavailable'],
  EFBIG: ['the file is too large for the disk or its limit', 'unavailable'],
  EIO: ['disk error', 'unavailable'],
  EINTR: ['interrupted by a signal', 'unavailable'],
  EBUSY: ['in use', 'unavailable'],
  EMFILE: ['too many open files', 'unavailable'],
  ENFILE: ['too many open files', 'unavailable'],
  ENOMEM: ['not enough memory', 'unavailable'],
}

/** As the service reports them. */
const codes: Readonly<Record<string, string>> = {
  EMFILE: 'out-of-resources',
  ENFILE: 'out-of-resources',
  ENOMEM: 'out-of-resources',
}

/** Undefined for every other error. */
export function systemError(error: unknown): WardenError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = systemErrorCode(error)
  if (code === undefined) return undefined
  const { syscall, path } = error as NodeJS.ErrnoException
  // `rmSync` of a file that cannot be deleted has an empty code.
  const [reason, kind] = SYSTEM[code] ?? [code || 'unknown error', 'unexpected']
  const where = path === undefined ? syscall : path || '""'
  return new WardenError({ kind, code: codes[code] ?? 'file', message: `${where}: ${reason}`, cause: error })
}

interface DatabaseFault {
  readonly kind: ErrorKind
  readonly code: string
  readonly text: string
  readonly try: string
}

const NOT_WRITABLE: DatabaseFault = {
  kind: 'refused',
  code: 'unusable-database',
  text: 'cannot be opened or written: check owner, mode and mount of the file and its folder',
  try: 'txwarden local path',
}
const DAMAGED: DatabaseFault = {
  kind: 'refused',
  code: 'damaged-database',
  text: 'is damaged: restore a backup',
  try: 'txwarden doctor',
}
const LOCKED: DatabaseFault = {
  kind: 'unavailable',
  code: 'database-busy',
  text: 'is locked by another process: try again when it is done',
  try: 'txwarden local status',
}

/** Failures of a local database, by SQLite's primary result code. */
const DATABASE: Readonly<Record<number, DatabaseFault>> = {
  [SQLITE.BUSY]: LOCKED,
  [SQLITE.LOCKED]: LOCKED,
  [SQLITE.NOMEM]: {
    kind: 'unavailable',
    code: 'no-memory',
    text: 'does not fit in memory',
    try: 'txwarden local status',
  },
  [SQLITE.FULL]: {
    kind: 'unavailable',
    code: 'disk-full',
    text: 'cannot grow: its disk is full; nothing was written',
    try: 'txwarden local status',
  },
  [SQLITE.IOERR]: {
    kind: 'unavailable',
    code: 'disk-error',
    text: 'met a disk error; nothing was written',
    try: 'txwarden doctor',
  },
  [SQLITE.PERM]: NOT_WRITABLE,
  [SQLITE.READONLY]: NOT_WRITABLE,
  [SQLITE.CANTOPEN]: NOT_WRITABLE,
  [SQLITE.CORRUPT]: DAMAGED,
  [SQLITE.NOTADB]: DAMAGED,
}

const TOO_MANY_FILES: DatabaseFault = {
  kind: 'unavailable',
  code: 'out-of-resources',
  text: 'cannot be opened: too many open files; nothing was written',
  try: 'ulimit -n 1024',
}

/** A commit can be on the disk although its write or sync failed. */
const UNWRITTEN = 'met a disk error: the last change may or may not be stored'

/** Undefined for every other error, also for faults of our statements. */
export function databaseError(error: unknown): WardenError | undefined {
  const code = sqliteCode(error)
  const fault = code === SQLITE.CANTOPEN && isAtFileLimit() ? TOO_MANY_FILES : DATABASE[code ?? -1]
  return (
    fault &&
    new WardenError({
      kind: fault.kind,
      code: fault.code,
      message: `the local database ${isUnwritten(error) ? UNWRITTEN : fault.text}`,
      details: [`SQLite: ${(error as Error).message} (code ${extendedSqliteCode(error)})`],
      try: fault.try,
      cause: error,
    })
  )
}
