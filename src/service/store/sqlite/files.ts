import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'

/** Suffixes of SQLite's files beside a database. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const

/** The database file and SQLite's files beside it. */
export function databaseFiles(path: string): string[] {
  return [path, ...COMPANIONS.map((suffix) => path + suffix)]
}

export function removeDatabaseFiles(path: string): void {
  for (const file of databaseFiles(path)) rmSync(file, { force: true })
}

/** Only for a file that is not readable as a database: renaming a database in use would separate it from its WAL. */
export function moveDatabaseFiles(from: string, to: string): void {
  for (const suffix of ['', ...COMPANIONS]) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
}

/** False for an empty file, which SQLite reads as an empty database. */
export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** Size of the database including its WAL. */
export function bytesOf(path: string): number {
  return [path, `${path}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}

/** Whether two paths name the same file, also by links. */
export function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino
}

/** Syncs content and name of a new file to the disk. */
export function syncFile(path: string): void {
  sync(path, 'r+')
  syncName(path)
}

/** Syncs the folder after a rename. Not possible on Windows. */
export function syncName(path: string): void {
  if (platform() !== 'win32') sync(dirname(path), 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
