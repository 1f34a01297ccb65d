import { type RawBuilder, sql } from 'kysely'

/** Differences between the databases. All other SQL is common. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of 53-bit integers: milliseconds, counters. */
  readonly bigint: 'integer' | 'bigint'
  /** Column type of bytes. */
  readonly bytes: 'blob' | 'bytea'
  /** End of every `create table`. */
  readonly tableSuffix: RawBuilder<unknown>
  /** Query that returns a row when the table exists. */
  readonly tableNamed: (name: string) => RawBuilder<unknown>
}

/** STRICT: otherwise columns accept values of any type. */
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
