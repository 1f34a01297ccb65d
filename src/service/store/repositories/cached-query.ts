import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Runs a statement, with values for its parameters in the order in which they stand in it; absent: those it was built with. */
export type Statement<Row> = (db: Db, parameters?: readonly unknown[]) => Promise<Row[]>

/**
 * A statement that is built once for each kind of database: for what every validation asks, building it costs more than
 * running it.
 */
export function cachedQuery<Row>(build: (db: Db) => CompiledQuery<Row>): Statement<Row> {
  const built = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const { adapter } = db.getExecutor()
    let statement = built.get(adapter)
    if (!statement) {
      statement = build(db)
      built.set(adapter, statement)
    }
    const { rows } = await db.executeQuery<Row>(parameters ? { ...statement, parameters } : statement)
    return rows
  }
}

/** Puts one row into a table. */
export function cachedInsert<Row>(
  table: string,
  columns: readonly (keyof Row & string)[],
  onConflict: RawBuilder<unknown> = sql``,
): (db: Db, row: Row) => Promise<void> {
  const insert = cachedQuery((db) =>
    sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(columns.map(place))}) ${onConflict}`.compile(db),
  )
  return async (db, row) => {
    await insert(
      db,
      columns.map((column) => row[column]),
    )
  }
}

/** Of one statement: no database takes more than some ten thousand values in one, and an item may have three. */
const MOST_ITEMS = 4096

/**
 * The same with a list of any length in it: its last item is repeated until there are 1, 2, 4, 8 … of them, so that a
 * handful of statements serves every list; long ones are asked about in pieces. Of an empty one nothing is asked.
 */
export function cachedListQuery<Item, Row>(
  build: (places: Places) => RawBuilder<Row>,
  parametersOf: (items: readonly Item[]) => readonly unknown[],
): (db: Db, items: readonly Item[]) => Promise<Row[]> {
  const byLength = new Map<number, Statement<Row>>()
  const ask = async (db: Db, items: readonly Item[]) => {
    const last = items.at(-1)
    if (last === undefined) return []
    const length = 2 ** Math.ceil(Math.log2(items.length))
    let statement = byLength.get(length)
    if (!statement) {
      statement = cachedQuery((on) => build(placesOf(length)).compile(on) as CompiledQuery<Row>)
      byLength.set(length, statement)
    }
    return statement(db, parametersOf([...items, ...Array.from({ length: length - items.length }, () => last)]))
  }
  return async (db, items) => {
    if (items.length <= MOST_ITEMS) return ask(db, items)
    const found: Row[] = []
    for (let at = 0; at < items.length; at += MOST_ITEMS)
      found.push(...(await ask(db, items.slice(at, at + MOST_ITEMS))))
    return found
  }
}

export interface Places {
  readonly length: number
  /** One for each item, with commas between them. */
  each(place: () => RawBuilder<unknown>): RawBuilder<unknown>
}

/** Where a parameter goes: its value comes with the call. */
export function place(): RawBuilder<unknown> {
  return sql`${null}`
}

function placesOf(length: number): Places {
  return { length, each: (build) => sql.join(Array.from({ length }, build)) }
}
