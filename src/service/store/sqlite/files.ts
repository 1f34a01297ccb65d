import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'

/** What SQLite keeps beside a database file. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const

/** The file and everything SQLite may have beside it. */
export function databaseFiles(path: string): string[] {
  return [path, ...COMPANIONS.map((suffix) => path + suffix)]
}

export function removeDatabaseFiles(path: string): void {
  for (const file of databaseFiles(path)) rmSync(file, { force: true })
}

/** Only for a file that no process can read as a database: renaming one that is in use would tear it from its WAL. */
export function moveDatabaseFiles(from: string, to: string): void {
  for (const suffix of ['', ...COMPANIONS]) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
}

/** Whether there is something in it: SQLite reads an empty file as an empty database. */
export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** With the log that SQLite keeps beside it. */
export function bytesOf(path: string): number {
  return [path, `${path}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}

/** By whatever names: links count. */
export function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino
}

/** When it returns, content and name of a new file survive a power cut. */
export function syncFile(path: string): void {
  sync(path, 'r+')
  syncName(path)
}

/** After a rename. Windows has no such thing as a folder to write to disk. */
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
