import { DatabaseSync } from 'node:sqlite'
import { createLockFile } from './whole-file.ts'

/** SQLITE_BUSY: another connection holds the lock (https://sqlite.org/rescode.html). */
const BUSY = 5

/**
 * Takes an exclusive lock on a file, across processes; undefined while another process holds it. SQLite's own lock ends
 * with its process, also after a kill. The file stays: deleting it would let two processes in.
 */
export function tryExclusiveFile(path: string): { release(): void } | undefined {
  createLockFile(path)
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (isBusy(error)) return undefined
    throw error
  }
  return { release: () => file.close() }
}

/** The lowest byte of an extended result code is the primary code. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY
}
