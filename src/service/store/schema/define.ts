import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import { ENDS } from './index-expressions.ts'

type Rule = (column: ColumnDefinitionBuilder, name: string) => ColumnDefinitionBuilder

/** @typeParam Value in the rows, equal on both databases */
class Column<Value> {
  /** Never set. */
  declare readonly value: Value
  readonly type: 'text' | 'integer' | 'bigint' | 'bytes'
  readonly #rules: readonly Rule[]

  constructor(type: Column<Value>['type'], rules: readonly Rule[] = []) {
    this.type = type
    this.#rules = rules
  }

  readonly define: Rule = (column, name) => this.#rules.reduce((made, rule) => rule(made, name), column)

  get key(): Column<NonNullable<Value>> {
    return this.#with((column) => column.primaryKey())
  }

  get required(): Column<NonNullable<Value>> {
    return this.#with((column) => column.notNull())
  }

  get unique(): Column<Value> {
    return this.#with((column) => column.unique())
  }

  /** A narrower type, which the program keeps and the database does not check. */
  as<Narrow extends NonNullable<Value>>(): Column<Narrow | Extract<Value, null>> {
    return this.#with()
  }

  oneOf<const Allowed extends NonNullable<Value> & (string | number)>(...values: readonly Allowed[]): Column<Allowed> {
    const allowed = sql.join(values.map((value) => sql.lit(value)))
    const isAllowed: Rule = (column, name) => column.check(sql`${sql.raw(name)} in (${allowed})`)
    return this.#with((column) => column.notNull(), isAllowed)
  }

  /** The id of a row of another table. */
  references(id: string): Column<Value> {
    return this.#with((column) => column.references(id))
  }

  /** As `references`, deleted with that row. */
  partOf(id: string): Column<Value> {
    return this.#with((column) => column.references(id).onDelete('cascade'))
  }

  #with<Changed>(...rules: readonly Rule[]): Column<Changed> {
    return new Column(this.type, [...this.#rules, ...rules])
  }
}

type Columns = Readonly<Record<string, Column<unknown>>>

/** What rows have in these columns. */
export type ValuesOf<C extends Columns> = { [Name in keyof C]: C[Name]['value'] }

type TableBuilder = CreateTableBuilder<string, string>

/** A rule of a table beside those of its columns. */
interface Constraint {
  readonly constrain: (made: TableBuilder, table: string) => TableBuilder
}

/** What is run after a table is made. */
type Statement = (db: Kysely<unknown>, dialect: Dialect, table: string) => Promise<unknown>

class Table<C extends Columns> {
  readonly columns: C
  readonly #parts: readonly (Constraint | Statement)[]

  constructor(columns: C, parts: readonly (Constraint | Statement)[]) {
    this.columns = columns
    this.#parts = parts
  }

  /** @param parts in the order in which they are made */
  with(...parts: readonly (Constraint | Statement)[]): Table<C> {
    return new Table(this.columns, parts)
  }

  readonly create: Statement = async (db, dialect, name) => {
    const types = { text: 'text', integer: 'integer', bigint: dialect.bigint, bytes: sql.raw(dialect.bytes) } as const
    let made: TableBuilder = db.schema.createTable(name).modifyEnd(dialect.tableSuffix)
    for (const [column, { type, define }] of Object.entries(this.columns))
      made = made.addColumn(column, types[type], (built) => define(built, column))
    for (const part of this.#parts) if ('constrain' in part) made = part.constrain(made, name)
    await made.execute()
    for (const part of this.#parts) if (!('constrain' in part)) await part(db, dialect, name)
  }
}

/** Tables by name; a statement makes one whose rows nothing reads through kysely. */
export type Tables = Readonly<Record<string, Table<Columns> | Statement>>

/** The row types of tables, by name. */
export type RowsOf<T extends Tables> = {
  [Name in keyof T as T[Name] extends Table<Columns> ? Name : never]: T[Name] extends Table<infer C>
    ? ValuesOf<C>
    : never
}

/** @param columns by name, in their order */
export function table<C extends Columns>(columns: C): Table<C> {
  return new Table(columns, [])
}

/** @param name after that of the table */
export function index(name: string, columns: readonly string[], where?: string): Statement {
  return (db, _dialect, table) => {
    const made = db.schema.createIndex(`${table}_${name}`).on(table).columns(columns.slice())
    return (where === undefined ? made : made.where(sql.raw<boolean>(where))).execute()
  }
}

/** An index on the ends of the addresses that have a name. */
export const namedEnds: Statement = (db, _dialect, table) => {
  const made = db.schema.createIndex(`${table}_named_ends`).on(table).expression(sql.raw(ENDS))
  return made.where(sql.raw<boolean>("name <> ''")).execute()
}

/** @param only the database that it is for */
export function statement(text: string, only?: Dialect['name']): Statement {
  return async (db, { name }) => (only ?? name) === name && sql.raw(text).execute(db)
}

export const text = new Column<string | null>('text')
export const integer = new Column<number | null>('integer')

/** A boolean. */
export const flag = integer.oneOf(0, 1)
export type Flag = (typeof flag)['value']
/** 53 bits: milliseconds, counters. */
export const bigint = new Column<number | null>('bigint')
export const bytes = new Column<Uint8Array | null>('bytes')

export function primaryKey(...columns: readonly string[]): Constraint {
  return { constrain: (made, table) => made.addPrimaryKeyConstraint(`${table}_pk`, columns.slice()) }
}

export function uniqueTogether(...columns: readonly string[]): Constraint {
  return { constrain: (made, table) => made.addUniqueConstraint(`${table}_once`, columns.slice()) }
}

/** @param name after that of the table */
export function check(name: string, condition: string): Constraint {
  return { constrain: (made, table) => made.addCheckConstraint(`${table}_${name}`, sql.raw<boolean>(condition)) }
}
