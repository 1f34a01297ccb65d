import { closeSync, openSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { checkOurs, checkSound, explainingDamage } from './checks.ts'
import { syncFile } from './files.ts'

/** All in one step: one snapshot. In several, each write of another process would make SQLite start over. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies a database of ours, as it is at one moment, into the new file `target` (0600): checked, on disk, and whole
 * by itself. Safe while others read and write the source. Leaves an unfinished `target` behind when it throws.
 * @param from opened by the caller, who knows whether it may be written to; closed here
 * @param name of the source, for errors
 * @throws WardenError `not-a-database`, `damaged-database`, `foreign-database`
 */
export async function copyDatabase(from: DatabaseSync, name: string, target: string): Promise<void> {
  try {
    checkOurs(from, name)
    closeSync(openSync(target, 'wx', 0o600))
    await backup(from, target, { rate: ALL_PAGES })
  } finally {
    from.close()
  }
  const copy = new DatabaseSync(target)
  try {
    // The header asks for a WAL file beside it, as the source has one; a copy on a read-only disk could not be opened.
    explainingDamage(name, () => copy.exec('pragma journal_mode = delete'))
    checkSound(copy, name, 'integrity_check')
  } finally {
    copy.close()
  }
  syncFile(target)
}
