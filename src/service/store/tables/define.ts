import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** A statement of the schema. */
export type Definition = (db: Kysely<unknown>, dialect: Dialect) => Promise<unknown>

type Rule = (column: ColumnDefinitionBuilder, name: string) => ColumnDefinitionBuilder

class Column {
  readonly type: 'text' | 'integer' | 'bigint' | 'bytes'
  readonly #rules: readonly Rule[]

  constructor(type: Column['type'], rules: readonly Rule[] = []) {
    this.type = type
    this.#rules = rules
  }

  readonly define: Rule = (column, name) => this.#rules.reduce((made, rule) => rule(made, name), column)

  get key(): Column {
    return this.#with((column) => column.primaryKey())
  }

  get required(): Column {
    return this.#with((column) => column.notNull())
  }

  get unique(): Column {
    return this.#with((column) => column.unique())
  }

  oneOf(...values: readonly (string | number)[]): Column {
    const allowed = sql.join(values.map((value) => sql.lit(value)))
    return this.required.#with((column, name) => column.check(sql`${sql.raw(name)} in (${allowed})`))
  }

  /** The id of a row of another table. */
  references(id: string): Column {
    return this.#with((column) => column.references(id))
  }

  /** As `references`, deleted with that row. */
  partOf(id: string): Column {
    return this.#with((column) => column.references(id).onDelete('cascade'))
  }

  #with(rule: Rule): Column {
    return new Column(this.type, [...this.#rules, rule])
  }
}

type TableBuilder = CreateTableBuilder<string, string>

type Constraint = (table: TableBuilder, name: string) => TableBuilder

/** @param parts columns and constraints by name, in their order */
export function table(name: string, parts: Readonly<Record<string, Column | Constraint>>): Definition {
  return (db, dialect) => {
    const types = { text: 'text', integer: 'integer', bigint: dialect.bigint, bytes: sql.raw(dialect.bytes) } as const
    let made: TableBuilder = db.schema.createTable(name).modifyEnd(dialect.tableSuffix)
    for (const [part, of] of Object.entries(parts))
      made =
        typeof of === 'function'
          ? of(made, part)
          : made.addColumn(part, types[of.type], (column) => of.define(column, part))
    return made.execute()
  }
}

/** @param name after that of the table */
export function index(of: string, name: string, columns: readonly string[], where?: string): Definition {
  return (db) => {
    const made = db.schema.createIndex(`${of}_${name}`).on(of).columns(columns.slice())
    return (where === undefined ? made : made.where(sql.raw<boolean>(where))).execute()
  }
}

/** First and last three digits of the address in `address_key`; in parentheses, as PostgreSQL wants an expression. */
export const ENDS = '(substr(address_key, 3, 3) || substr(address_key, 40, 3))'

/** An index on the ends of the addresses that have a name. */
export function namedEndsIndex(of: string): Definition {
  return (db) => {
    const made = db.schema.createIndex(`${of}_named_ends`).on(of).expression(sql.raw(ENDS))
    return made.where(sql.raw<boolean>("name <> ''")).execute()
  }
}

/** @param only the database that it is for */
export function statement(text: string, only?: Dialect['name']): Definition {
  return async (db, { name }) => (only ?? name) === name && sql.raw(text).execute(db)
}

export const text = new Column('text')
export const integer = new Column('integer')

/** A boolean. */
export const flag = integer.oneOf(0, 1)
/** 53 bits: milliseconds, counters. */
export const bigint = new Column('bigint')
export const bytes = new Column('bytes')

export function primaryKey(...columns: readonly string[]): Constraint {
  return (table, name) => table.addPrimaryKeyConstraint(name, columns.slice())
}

export function uniqueTogether(...columns: readonly string[]): Constraint {
  return (table, name) => table.addUniqueConstraint(name, columns.slice())
}

export function check(condition: string): Constraint {
  return (table, name) => table.addCheckConstraint(name, sql.raw<boolean>(condition))
}
