import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's word for a file that another connection holds (SQLITE_BUSY, https://sqlite.org/rescode.html). */
const BUSY = 5

/**
 * Makes the caller the only one with a lock file, over all processes; undefined while another has it. The lock is SQLite's
 * own, so it goes with the process, however that ends; the file itself stays, for removing it would let two in.
 */
export function tryExclusiveFile(path: string): { release(): void } | undefined {
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

/** Of the extended result codes the lowest byte says what it is. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY
}
