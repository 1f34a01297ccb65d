import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from '../schema/schema.ts'

/** Runs a statement with parameter values in their order in the text; without them, with those of its compilation. */
export type Statement<Row> = (db: Db, parameters?: readonly unknown[]) => Promise<Row[]>

/** Adapter of a database in this process: statements run at once, without the promises of a connection pool. */
export interface DirectAdapter {
  run(statement: string, parameters: readonly unknown[]): unknown[]
}

/**
 * Compiles a statement once for each dialect. For the queries of every validation, compiling costs more than running.
 */
export function cachedQuery<Row>(compile: (db: Db) => CompiledQuery<Row>): Statement<Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const { adapter } = db.getExecutor()
    let statement = compiled.get(adapter)
    if (!statement) {
      statement = compile(db)
      compiled.set(adapter, statement)
    }
    if (isDirect(adapter)) return adapter.run(statement.sql, parameters ?? statement.parameters) as Row[]
    const { rows } = await db.executeQuery<Row>(parameters ? { ...statement, parameters } : statement)
    return rows
  }
}

function isDirect(adapter: object): adapter is DirectAdapter {
  return 'run' in adapter
}

/** A cached statement that inserts one row, for each list of columns that rows have. */
export function cachedInsert<Row extends object>(
  table: string,
  onConflict: RawBuilder<unknown> = sql``,
): (db: Db, row: Row) => Promise<void> {
  const byColumns = new Map<string, Statement<unknown>>()
  return async (db, row) => {
    const columns = Object.keys(row)
    const name = columns.join()
    let insert = byColumns.get(name)
    if (!insert) {
      insert = cachedQuery((on) =>
        sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
          values (${sql.join(columns.map(placeholder))}) ${onConflict}`.compile(on),
      )
      byColumns.set(name, insert)
    }
    await insert(db, Object.values(row))
  }
}

/** Items of one statement: databases accept some ten thousand parameters, and an item can have three. */
const MAX_ITEMS = 4096

/**
 * A cached query over a list of any length. Repeats the last item to fill 1, 2, 4, 8 … placeholders, so that a few
 * statements serve all lists; splits long lists. An empty list needs no query.
 */
export function cachedListQuery<Item, Row>(
  build: (placeholders: QueryPlaceholders) => RawBuilder<Row>,
  parametersOf: (items: readonly Item[]) => readonly unknown[],
): (db: Db, items: readonly Item[]) => Promise<Row[]> {
  const byLength = new Map<number, Statement<Row>>()
  const query = async (db: Db, items: readonly Item[]) => {
    if (items.length === 0) return []
    const filled = filledUp(items)
    const { length } = filled
    let statement = byLength.get(length)
    if (!statement) {
      statement = cachedQuery((on) => build(placeholdersOf(length)).compile(on) as CompiledQuery<Row>)
      byLength.set(length, statement)
    }
    return statement(db, parametersOf(filled))
  }
  return async (db, items) => {
    if (items.length <= MAX_ITEMS) return query(db, items)
    const found: Row[] = []
    for (let at = 0; at < items.length; at += MAX_ITEMS)
      found.push(...(await query(db, items.slice(at, at + MAX_ITEMS))))
    return found
  }
}

/** A cached query of the rows of a table that have, in some columns, the values of one of the items, in any order. */
export function cachedLookup<T extends keyof Schema, Item>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
  valuesOf: (item: Item) => readonly unknown[],
): (db: Db, items: readonly Item[]) => Promise<Schema[T][]> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = () => sql`(${sql.join(columns.map(placeholder))})`
  return cachedListQuery(
    (placeholders) => sql`select * from ${sql.table(table)} where (${names}) in (values ${placeholders.each(values)})`,
    (items) => items.flatMap(valuesOf),
  )
}

/** Repeats the last item up to the next power of two, so that few statements serve lists of all lengths. */
export function filledUp<Item>(items: readonly Item[]): Item[] {
  const length = items.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(items.length))
  return Array.from({ length }, (_, index) => items[Math.min(index, items.length - 1)] as Item)
}

export interface QueryPlaceholders {
  readonly length: number
  /** One for each item, separated by commas. */
  each(build: () => RawBuilder<unknown>): RawBuilder<unknown>
}

/** A parameter whose value comes with the call. */
export function placeholder(): RawBuilder<unknown> {
  return sql`${null}`
}

function placeholdersOf(length: number): QueryPlaceholders {
  return { length, each: (build) => sql.join(Array.from({ length }, build)) }
}
