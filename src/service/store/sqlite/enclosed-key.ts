import { DatabaseSync } from 'node:sqlite'
import { syncFile } from './files.ts'

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
