import { backup, DatabaseSync } from 'node:sqlite'
import { syncFile } from '../../../shared/files/whole-file.ts'
import { checkOurs, checkSound, explainingDamage } from './checks.ts'
import { createEmpty } from './files.ts'
import { checkMark, type Mark } from './high-water-mark.ts'
import { requireNotBlank } from './lost-database.ts'
import { checkRows } from './row-checksums.ts'
import { checkSchema, KEY_TABLE } from './schema-check.ts'

/** One step, one snapshot. With several steps, every write of another process restarts the copy. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies a consistent snapshot of a txwarden database to the new file `target` (0600), verified and synced. Safe during
 * reads and writes of the source. Leaves an incomplete `target` when it throws.
 * @param from the opened source; closed here
 * @param name of the source, for errors
 * @param mark of the source; undefined for a backup
 * @returns the number of rows, equal on both sides
 * @throws WardenError `not-a-database`, `damaged-database`, `foreign-database`, `lost-writes`, `altered-rows`
 */
export async function copyDatabase(from: DatabaseSync, name: string, target: string, mark?: Mark): Promise<number> {
  let rows: number
  try {
    if (mark) explainingDamage(name, () => requireNotBlank(from, name))
    checkOurs(from, name)
    createEmpty(target)
    // Checks, count and copy read the same snapshot: the copy uses the open transaction.
    from.exec('begin')
    await checkSchema(from, name)
    explainingDamage(name, () => checkMark(from, name, mark))
    checkRows(from, name, 'all')
    rows = explainingDamage(name, () => countRows(from))
    await backup(from, target, { rate: ALL_PAGES })
  } finally {
    from.close()
  }
  const copy = new DatabaseSync(target)
  try {
    // The copied header requires a WAL file: such a copy could not be opened on a read-only disk.
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

function countRows(database: DatabaseSync): number {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  return tables
    .map(({ name }) => database.prepare(`select count(*) as count from "${name}"`).get()?.count as number)
    .reduce((sum, count) => sum + count, 0)
}

/** Stores the encrypted key in a backup file, or removes it when undefined. */
export function encloseKey(file: string, text: string | undefined): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma secure_delete = 1')
    database.exec(`drop table if exists ${KEY_TABLE}`)
    if (text !== undefined) {
      database.exec(`create table ${KEY_TABLE} (text text not null)`)
      database.prepare(`insert into ${KEY_TABLE} (text) values (?)`).run(text)
    }
  } finally {
    database.close()
  }
  syncFile(file)
}

/** The encrypted key in a backup file, if any. */
export function enclosedKey(file: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const table = database.prepare('select 1 from sqlite_master where type = ? and name = ?').get('table', KEY_TABLE)
    if (!table) return undefined
    const row = database.prepare(`select text from ${KEY_TABLE}`).get()
    return row === undefined ? undefined : String(row.text)
  } finally {
    database.close()
  }
}
