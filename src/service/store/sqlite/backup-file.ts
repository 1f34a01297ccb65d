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
 * Answers how many rows it has, counted on both sides.
 * @throws WardenError `not-a-database`, `damaged-database`, `foreign-database`
 */
export async function copyDatabase(from: DatabaseSync, name: string, target: string): Promise<number> {
  let rows: number
  try {
    checkOurs(from, name)
    closeSync(openSync(target, 'wx', 0o600))
    // What is counted and what is copied are of the same moment: the copy reads in the transaction that is open.
    from.exec('begin')
    rows = explainingDamage(name, () => countRows(from))
    await backup(from, target, { rate: ALL_PAGES })
  } finally {
    from.close()
  }
  const copy = new DatabaseSync(target)
  try {
    // The header asks for a WAL file beside it, as the source has one; a copy on a read-only disk could not be opened.
    explainingDamage(name, () => copy.exec('pragma journal_mode = delete'))
    checkSound(copy, name, 'integrity_check')
    const copied = countRows(copy)
    if (copied !== rows) throw new Error(`the copy of ${name} has ${copied} rows, not ${rows}`)
  } finally {
    copy.close()
  }
  syncFile(target)
  return rows
}

/** Of all tables together. */
function countRows(database: DatabaseSync): number {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  return tables
    .map(({ name }) => database.prepare(`select count(*) as count from "${name}"`).get()?.count as number)
    .reduce((sum, count) => sum + count, 0)
}

/** In backups only, so that whoever has the file has the key of its secrets, too: sealed under a passphrase. */
const TABLE = 'enclosed_master_key'

/** Puts the text into the file, in the place of any other; undefined: takes out what is there. */
export function encloseKey(file: string, text: string | undefined): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma secure_delete = 1')
    database.exec(`drop table if exists ${TABLE}`)
    if (text !== undefined) {
      database.exec(`create table ${TABLE} (text text not null)`)
      database.prepare(`insert into ${TABLE} (text) values (?)`).run(text)
    }
  } finally {
    database.close()
  }
  syncFile(file)
}

/** What `encloseKey` put into the file, undefined when there is nothing. */
export function enclosedKey(file: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const table = database.prepare('select 1 from sqlite_master where type = ? and name = ?').get('table', TABLE)
    if (!table) return undefined
    const row = database.prepare(`select text from ${TABLE}`).get()
    return row === undefined ? undefined : String(row.text)
  } finally {
    database.close()
  }
}
