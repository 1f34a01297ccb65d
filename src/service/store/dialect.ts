import { type RawBuilder, sql } from 'kysely'

/** Where the databases differ, as named facts. Everything else about them is written once. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of an integer of 53 bits: milliseconds, counters. */
  readonly bigint: 'integer' | 'bigint'
  /** Column type of bytes. */
  readonly bytes: 'blob' | 'bytea'
  /** Ends every `create table`. */
  readonly tableSuffix: RawBuilder<unknown>
  /** A row when there is a table of this name among ours. */
  readonly tableNamed: (name: string) => RawBuilder<unknown>
}

/** STRICT: without it a column takes values of any type. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  bigint: 'integer',
  bytes: 'blob',
  tableSuffix: sql`strict`,
  tableNamed: (name) => sql`select 1 from sqlite_master where name = ${name}`,
}

export const postgresDialect: Dialect = {
  name: 'postgres',
  bigint: 'bigint',
  bytes: 'bytea',
  tableSuffix: sql``,
  tableNamed: (name) => sql`select 1 where to_regclass(${name}) is not null`,
}
