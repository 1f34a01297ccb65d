import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { Kysely } from 'kysely'
import { isKnownHistory, MIGRATION_TABLE, migrateUpTo } from '../migrate.ts'
import { sqliteDialect } from '../schema/dialect.ts'
import type { Schema } from '../schema/schema.ts'
import { explainingDamage, foreign } from './checks.ts'
import { kyselyDialect } from './kysely-dialect.ts'

/** Page size of every database that txwarden creates: SQLite's default. */
const PAGE_BYTES = 4096
/** Objects that are read at most: several times more than txwarden creates. */
const MOST_OBJECTS = 1000
/** Table of the passphrase-encrypted master key; exists in backups only. */
export const KEY_TABLE = 'enclosed_master_key'
/** Longest part of a name that an error shows. */
const SHOWN_CHARACTERS = 60

interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly table: string
  /** Null for the index of a constraint. */
  readonly sql: string | null
}

/**
 * Compares the schema with the one that the migrations of the same version create. Another table, view, trigger, index or
 * virtual table, or another definition of one, could run when the database is used. Reads no other table before.
 * @param database in a read transaction, so that the schema stays the same
 * @throws WardenError `foreign-database`, `newer-database`, `damaged-database`
 */
export async function checkSchema(database: DatabaseSync, name: string): Promise<void> {
  const applied = explainingDamage(name, () => {
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on')
    if (pragma(database, 'page_size') !== PAGE_BYTES)
      throw foreign(name, `has pages of ${pragma(database, 'page_size')} bytes`)
    if (pragma(database, 'encoding') !== 'UTF-8')
      throw foreign(name, `has the encoding ${pragma(database, 'encoding')}`)
    return appliedTo(database, name)
  })
  const found = explainingDamage(name, () => readSchema(database))
  const own = found.filter((each) => !isDeepStrictEqual({ ...each }, KEY_TABLE_OBJECT))
  const fault = differenceOf(own, applied === undefined ? [] : await schemaOf(applied))
  if (fault !== undefined) throw foreign(name, fault)
}

/** Names of the applied migrations; undefined for a database without tables. */
function appliedTo(database: DatabaseSync, name: string): string[] | undefined {
  const objects = readSchema(database)
  if (objects.length === 0) return undefined
  if (objects.length > MOST_OBJECTS) throw foreign(name, `has more than ${MOST_OBJECTS} tables and indexes`)
  // Before the list of migrations is read: a view of that name would run.
  const unknown = objects.find(({ type }) => type !== 'table' && type !== 'index')
  if (unknown) throw foreign(name, `has the ${shown(unknown)}, which txwarden did not create`)
  const list = objects.find((each) => each.name === MIGRATION_TABLE)
  if (list?.sql !== MIGRATION_TABLE_SQL) throw foreign(name, 'has no list of applied migrations')
  const applied = database
    .prepare(`select name from ${MIGRATION_TABLE} order by name limit ${MOST_OBJECTS}`)
    .all()
    .map((row) => String(row.name))
  if (!isKnownHistory(applied)) throw foreign(name, 'has an incomplete list of applied migrations')
  return applied
}

/** What backups can have besides: backup-file.ts creates it. */
const KEY_TABLE_OBJECT: SchemaObject = {
  type: 'table',
  name: KEY_TABLE,
  table: KEY_TABLE,
  sql: `CREATE TABLE ${KEY_TABLE} (text text not null)`,
}

/** By kysely 0.29; the test of older databases finds a change. */
const MIGRATION_TABLE_SQL =
  'CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null)'

function readSchema(database: DatabaseSync): SchemaObject[] {
  return database
    .prepare(`select type, name, tbl_name as "table", sql from sqlite_schema limit ${MOST_OBJECTS + 1}`)
    .all() as unknown as SchemaObject[]
}

async function schemaOf(applied: readonly string[]): Promise<SchemaObject[]> {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely<Schema>({ dialect: kyselyDialect(database) })
  try {
    await migrateUpTo(db, applied, sqliteDialect)
    return readSchema(database)
  } finally {
    await db.destroy()
  }
}

/** Describes the first difference; undefined without one. */
function differenceOf(found: readonly SchemaObject[], expected: readonly SchemaObject[]): string | undefined {
  const keyOf = ({ type, name, table }: SchemaObject) => JSON.stringify([type, name, table])
  const wanted = new Map(expected.map((each) => [keyOf(each), each]))
  for (const each of found) {
    const same = wanted.get(keyOf(each))
    if (!same) return `has the ${shown(each)}, which txwarden did not create`
    if (same && same.sql !== each.sql) return `has another ${shown(each)} than txwarden creates`
    wanted.delete(keyOf(each))
  }
  const [missing] = wanted.values()
  return missing && `lacks the ${shown(missing)}`
}

function shown({ type, name }: SchemaObject): string {
  return `${type} ${printable(JSON.stringify(String(name).slice(0, SHOWN_CHARACTERS)))}`
}

/** On one line, without characters that move or hide the text around them. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`pragma ${name}`).get()?.[name]
}
