import { systemErrorCode } from '../system/system-error-code.ts'

/** An open SQLite database has up to so many files: itself, its log and index, its locks, folders that are synced. */
const FILES_OF_A_DATABASE = 8

/**
 * Whether this process reaches its limit of open files with one more database. SQLite reports only that it could not open a
 * file, and by the time that the error is read, what was open of that database is closed.
 */
export function isAtFileLimit(): boolean {
  // Loaded here: every command loads this file, and hardly one calls it.
  const { closeSync, openSync } = process.getBuiltinModule('node:fs')
  const { devNull } = process.getBuiltinModule('node:os')
  const opened: number[] = []
  try {
    while (opened.length < FILES_OF_A_DATABASE) opened.push(openSync(devNull, 'r'))
    return false
  } catch (error) {
    return isOutOfFiles(error)
  } finally {
    for (const file of opened) closeSync(file)
  }
}

function isOutOfFiles(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes((error instanceof Error && systemErrorCode(error)) || '')
}
