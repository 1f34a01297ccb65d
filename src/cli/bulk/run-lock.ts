import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../api/make-folder.ts'

/** SQLite's word for a file that another connection holds: SQLITE_BUSY. */
const BUSY = 5

/**
 * Makes this process the only one at work on a ledger: a second run would begin it anew under the first. Answers how the
 * lock is given back; undefined while another has it. It is SQLite's own on a file beside the ledger, so it goes with
 * the process, however that ends.
 */
export function tryLockRun(ledger: string): (() => void) | undefined {
  makeFolder(dirname(ledger))
  const file = new DatabaseSync(`${ledger}-lock`, { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw error
  }
  return () => file.close()
}
