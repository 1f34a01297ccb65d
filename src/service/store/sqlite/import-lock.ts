import { realpathSync } from 'node:fs'
import { tryExclusiveFile } from '../../../shared/exclusive-file.ts'

/**
 * Makes this the one import into an existing database file; undefined while another runs. It goes with the process,
 * however that ends: whatever is half imported then is nobody's.
 */
export function tryImportLock(database: string): { release(): void } | undefined {
  return tryExclusiveFile(`${realpathSync(database)}.import-lock`)
}
