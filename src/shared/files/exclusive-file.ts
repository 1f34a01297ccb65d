import { DatabaseSync } from 'node:sqlite'
import { isSqliteBusy } from '../system/sqlite-code.ts'
import { createLockFile } from './whole-file.ts'

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
    if (isSqliteBusy(error)) return undefined
    throw error
  }
  return { release: () => file.close() }
}
