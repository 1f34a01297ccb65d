import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { PRIVATE } from '../../../shared/files/whole-file.ts'

/** Suffixes of the files beside a database: SQLite's, the mark of the last writes, and the name of the last backup. */
const COMPANIONS = ['-wal', '-shm', '-journal', '-mark', '-last-backup'] as const

/** The database file and the files that belong to it. */
export function databaseFiles(path: string): string[] {
  return [path, ...COMPANIONS.map((suffix) => path + suffix)]
}

/** Creates the file for a new database, readable by the owner only: SQLite would create it for everybody. */
export function createEmpty(path: string): void {
  closeSync(openSync(path, 'wx', PRIVATE))
}

export function removeDatabaseFiles(path: string): void {
  for (const file of databaseFiles(path)) rmSync(file, { force: true })
}

/**
 * Only for a file that is not readable as a database: renaming a database in use would separate it from its WAL. The
 * database is last: a WAL that stays behind would be replayed into the next database of that name.
 */
export function moveDatabaseFiles(from: string, to: string): void {
  for (const suffix of [...COMPANIONS, '']) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
}

/** False for an empty file, which SQLite reads as an empty database. */
export function hasContent(path: string): boolean {
  return sizeOf(path) > 0
}

/** Bytes. */
export function sizeOf(path: string, ofMissing = 0): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? ofMissing
}

/** Without symbolic links, also of a missing file: the name beside which the database's other files are. */
export function realNameOf(path: string): string {
  const full = resolve(path)
  if (existsSync(full)) return realpathSync.native(full)
  if (lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink())
    return realNameOf(resolve(dirname(full), readlinkSync(full)))
  return join(realNameOf(dirname(full)), basename(full))
}

/** Size of the database including its WAL. */
export function bytesOf(path: string): number {
  return [path, `${path}-wal`].map((file) => sizeOf(file)).reduce((sum, size) => sum + size, 0)
}

/** Whether two paths name the same file, also by links. */
export function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino
}
