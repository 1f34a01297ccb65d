import { closeSync, fsyncSync, openSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { checkOurs, checkSound, explainingDamage } from './checks.ts'

/** All in one step: one snapshot. In several, each write of another process would make SQLite start over. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies a database of ours, as it is at one moment, into the new file `target` (0600): checked, on disk, and whole
 * by itself. Safe while others read and write the source. Leaves an unfinished `target` behind when it throws.
 * @throws WardenError `not-a-database`, `damaged-database`, `foreign-database`
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  closeSync(openSync(source, 'r'))
  closeSync(openSync(target, 'wx', 0o600))
  const from = new DatabaseSync(source, { readOnly: true })
  try {
    checkOurs(from, source)
    await backup(from, target, { rate: ALL_PAGES })
  } finally {
    from.close()
  }
  const copy = new DatabaseSync(target)
  try {
    // The header asks for a WAL file beside it, as the source has one; a copy on a read-only disk could not be opened.
    explainingDamage(source, () => copy.exec('pragma journal_mode = delete'))
    checkSound(copy, source, 'integrity_check')
  } finally {
    copy.close()
  }
  syncFile(target)
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
