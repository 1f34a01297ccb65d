import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Creates tables and indexes on one of the databases. */
export interface Definer extends Pick<Dialect, 'name' | 'bigint'> {
  readonly db: Kysely<unknown>
  /** Column type of bytes. */
  readonly bytes: ReturnType<typeof sql.raw>
  table(name: string): CreateTableBuilder<string>
  /** @param name after that of the table */
  index(table: string, name: string, columns: readonly string[], where?: string): Promise<void>
}

export function definerFor(db: Kysely<unknown>, { name, bigint, bytes, tableSuffix }: Dialect): Definer {
  return {
    db,
    name,
    bigint,
    bytes: sql.raw(bytes),
    table: (table) => db.schema.createTable(table).modifyEnd(tableSuffix),
    index: async (table, suffix, columns, where) => {
      const index = db.schema.createIndex(`${table}_${suffix}`).on(table).columns(columns.slice())
      await (where === undefined ? index : index.where(sql.raw<boolean>(where))).execute()
    },
  }
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

export const key: Column = (column) => column.primaryKey()

export const required: Column = (column) => column.notNull()

/** A boolean. */
export function flag(name: string): Column {
  return (column) => column.notNull().check(sql`${sql.raw(name)} in (0, 1)`)
}

export function oneOf(name: string, ...values: readonly string[]): Column {
  const allowed = sql.join(values.map((value) => sql.lit(value)))
  return (column) => column.notNull().check(sql`${sql.raw(name)} in (${allowed})`)
}
