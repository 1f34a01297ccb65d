import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { ALICE, BOB, blockedIn, localDatabase } from './local-database.ts'

const keep = { overwrite: false }
const TABLE = 'control_list_entries'
const rewrite = (change: string) => `pragma writable_schema = 1; ${change}; pragma writable_schema = 0`

/** What somebody did to a backup, and what the refusal says. */
const crafted: readonly (readonly [what: string, sql: string, fault: string])[] = [
  ['a table', 'create table notes (text)', 'has the table "notes", which txwarden did not create'],
  ['a view', 'create view v as select 1', 'has the view "v", which txwarden did not create'],
  [
    'a trigger',
    `create trigger t after insert on audit begin delete from ${TABLE}; end`,
    'has the trigger "t", which txwarden did not create',
  ],
  ['an index', `create index i on ${TABLE} (address)`, 'has the index "i", which txwarden did not create'],
  ['an index that calls a function', `create index i on ${TABLE} (hex(address))`, 'has the index "i"'],
  ['a virtual table', 'create virtual table f using fts5(text)', 'has the table "f'],
  ['statistics', 'analyze', 'has the table "sqlite_stat1"'],
  ['a hostile name', 'create table "a"" ; drop table audit; --\n\u202e" (x)', 'has the table "a\\" ; drop table audit'],
  ['a long name', `create table "${'n'.repeat(5000)}" (x)`, `has the table "${'n'.repeat(60)}", which`],
  ['a column', `alter table ${TABLE} add column more text`, `has another table "${TABLE}" than txwarden creates`],
  [
    'a generated column',
    `alter table ${TABLE} add column more text generated always as (hex(address))`,
    `has another table "${TABLE}" than txwarden creates`,
  ],
  ['a missing index', 'drop index control_list_entries_address', 'lacks the index "control_list_entries_address"'],
  ['a missing table', 'drop table granted_allowances', 'lacks the table "granted_allowances"'],
  [
    'a view in the place of a table',
    `alter table ${TABLE} rename to hidden; create view ${TABLE} as select * from hidden`,
    'has the view',
  ],
  [
    'a view in the place of the list of migrations',
    `alter table kysely_migration rename to hidden;
     create view kysely_migration as with recursive r(name) as (select 'x' union all select name from r) select * from r`,
    'has the view "kysely_migration"',
  ],
  ['no list of migrations', 'drop table kysely_migration', 'has no list of applied migrations'],
  ['an earlier version than its tables', 'delete from kysely_migration', 'which txwarden did not create'],
  [
    'a constraint removed by writable_schema',
    rewrite(`update sqlite_schema set sql = replace(sql, ' strict', '') where name = '${TABLE}'`),
    `has another table "${TABLE}" than txwarden creates`,
  ],
  [
    'a key table of another shape',
    'create table enclosed_master_key (text text not null, more text)',
    'has the table "enclosed_master_key"',
  ],
  ['large pages', 'pragma page_size = 65536; vacuum', 'has pages of 65536 bytes'],
  [
    'a table twice',
    rewrite(
      `insert into sqlite_schema select type, 'alerts2', tbl_name, rootpage, sql from sqlite_schema where name = 'alerts'`,
    ),
    'malformed database schema',
  ],
  [
    'text that is no SQL in the schema',
    rewrite("update sqlite_schema set sql = 'create nonsense' where name = 'audit_at'"),
    'malformed database schema',
  ],
  [
    'two tables on one page',
    rewrite(
      "update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'audit') where name = 'settings'",
    ),
    'is damaged',
  ],
]

describe('a restore refuses a backup with', () => {
  test.each(crafted)('%s', async (_, sql, fault) => {
    const { administration, folder, database, block } = localDatabase()
    await block(ALICE)
    const file = join(folder, 'copy.db')
    await administration.backUp(file, keep)
    await block(BOB)
    craft(file, sql)
    const before = readdirSync(folder).sort()
    const error = await administration.restore(file).then(
      () => undefined,
      (thrown: unknown) => thrown as Error & { kind: string },
    )
    expect(error).toMatchObject({ kind: 'refused', message: expect.stringContaining(fault) })
    expect(error?.message).toMatch(/^[^\n\u202e]+$/)
    expect(error?.message.startsWith(`${file} `)).toBe(true)
    expect(blockedIn(database)).toEqual([ALICE, BOB].sort())
    expect(
      readdirSync(folder)
        .filter((name) => !name.includes('serve-lock'))
        .sort(),
    ).toEqual(before)
  })
})

test('a backup of such a database is refused: it could not be restored', async () => {
  const { administration, folder, database, block } = localDatabase()
  await block(ALICE)
  craft(database, 'create table notes (text)')
  await expect(administration.backUp(join(folder, 'copy.db'), keep)).rejects.toMatchObject({
    code: 'foreign-database',
    message: `${database} has the table "notes", which txwarden did not create`,
  })
})

function craft(file: string, sql: string): void {
  const database = new DatabaseSync(file, { defensive: false })
  database.exec('pragma journal_mode = delete')
  database.exec(sql)
  database.close()
}
