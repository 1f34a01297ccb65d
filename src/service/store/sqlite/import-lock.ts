import { closeSync, openSync, realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './failures.ts'

/**
 * Makes this the one import into an existing database file; undefined while another runs. The lock is SQLite's own on a
 * file beside the database, so it goes with the process, however it ends: whatever is half imported then is nobody's.
 */
export function tryImportLock(database: string): { release(): void } | undefined {
  const path = `${realpathSync(database)}.import-lock`
  closeSync(openSync(path, 'a', 0o600))
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
