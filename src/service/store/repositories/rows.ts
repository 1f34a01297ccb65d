import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Db, HoldRow, Schema } from '../schema/schema.ts'

type Table = keyof Schema

type Changes<Row> = { readonly [Column in keyof Row]?: Row[Column] | RawBuilder<Row[Column]> }

/** Any table: the builders of all are the same. */
const nameOf = (table: Table) => table as 'holds'

/** Null equals nothing. */
const has = (values: object) => (e: ExpressionBuilder<Schema, 'holds'>) =>
  e.and(Object.entries(values).map(([column, value]) => e(column as 'id', '=', value as string)))

/** Reads the rows that have these values. */
export function rowsWith<T extends Table>(
  db: Db,
  table: T,
  values: Partial<Schema[T]>,
): SelectQueryBuilder<Schema, T, Schema[T]> {
  const rows = db.selectFrom(nameOf(table)).selectAll()
  return rows.where(has(values)) as unknown as SelectQueryBuilder<Schema, T, Schema[T]>
}

/** Changes the rows that have these values. */
export function updateRows<T extends Table>(
  db: Db,
  table: T,
  values: Partial<Schema[T]>,
  changes: Changes<Schema[T]>,
): UpdateQueryBuilder<Schema, T, T, UpdateResult> {
  const rows = db.updateTable(nameOf(table)).set(changes as Partial<HoldRow>)
  return rows.where(has(values)) as unknown as ReturnType<typeof updateRows<T>>
}

/** Deletes the rows that have these values. */
export function deleteRows<T extends Table>(
  db: Db,
  table: T,
  values: Partial<Schema[T]>,
): DeleteQueryBuilder<Schema, T, DeleteResult> {
  const rows = db.deleteFrom(nameOf(table)).where(has(values))
  return rows as unknown as ReturnType<typeof deleteRows<T>>
}

/** Finds a row by a column that is unique. */
export function finder<T extends Table>(table: T, column: keyof Schema[T]) {
  return (db: Db, value: string | number): Promise<Schema[T] | undefined> =>
    rowsWith(db, table, { [column]: value } as Partial<Schema[T]>).executeTakeFirst() as Promise<Schema[T] | undefined>
}

/** Reads all rows in the order of some columns. */
export function lister<T extends Table>(table: T, ...order: readonly (keyof Schema[T] & string)[]) {
  return async (db: Db): Promise<Schema[T][]> => {
    let rows = db.selectFrom(nameOf(table)).selectAll()
    for (const column of order) rows = rows.orderBy(sql.ref(column))
    return (await rows.execute()) as unknown as Schema[T][]
  }
}

/** Inserts one row, or several. */
export function inserter<T extends Table>(table: T) {
  return async (db: Db, rows: Schema[T] | readonly Schema[T][]): Promise<void> => {
    await db
      .insertInto(nameOf(table))
      .values(rows as unknown as HoldRow)
      .execute()
  }
}

/** Inserts a row, unless one has its key. */
export async function insertMissing<T extends Table>(db: Db, table: T, row: Schema[T]): Promise<void> {
  const inserted = db.insertInto(nameOf(table)).values(row as unknown as HoldRow)
  await inserted.onConflict((conflict) => conflict.doNothing()).execute()
}

interface SaveOptions<Row> {
  /** Of a stored row; absent: all of it changes. */
  readonly changes?: Partial<Row>
  /** Without it the stored row stays. */
  readonly condition?: RawBuilder<boolean>
}

/** Inserts a row, or changes the one that has the same key. */
export async function saveRow<T extends Table>(
  db: Db,
  table: T,
  key: readonly (keyof Schema[T] & string)[],
  row: Partial<Schema[T]>,
  { changes = row, condition }: SaveOptions<Schema[T]> = {},
): Promise<void> {
  const changed = Object.entries(changes).filter(([column]) => !key.some((each) => each === column))
  await db
    .insertInto(nameOf(table))
    .values(row as unknown as HoldRow)
    .onConflict((conflict) => {
      const update = conflict.columns(key as unknown as readonly (keyof HoldRow)[])
      const changing = update.doUpdateSet(Object.fromEntries(changed))
      return condition ? changing.where(condition) : changing
    })
    .execute()
}

/**
 * Whether the row of an upsert is better than the stored one: it has more in the first of the columns in which they differ. What
 * shows more replaces what shows less, and never the other way round.
 */
export function isBetter<T extends Table>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
): RawBuilder<boolean> {
  const of = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))
  return sql<boolean>`(${of('excluded')}) > (${of(table)})`
}

/** Whether a statement changed a row. */
export async function hasChanged(update: {
  executeTakeFirst(): Promise<Pick<UpdateResult, 'numUpdatedRows'>>
}): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** Whether a query finds a row. */
export async function hasRow(query: {
  limit(most: number): { executeTakeFirst(): Promise<unknown> }
}): Promise<boolean> {
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Finds the ids that no row has, in the given order. */
export function unknownIn(table: 'deliveries' | 'destinations') {
  return async (db: Db, ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return []
    const known = await db.selectFrom(nameOf(table)).select('id').where('id', 'in', ids).execute()
    const knownIds = new Set(known.map(({ id }) => id))
    return ids.filter((id) => !knownIds.has(id))
  }
}

/** Deletes what has a value in a column. */
export function remover<T extends Table>(table: T, column: keyof Schema[T]) {
  return async (db: Db, value: string | number): Promise<void> => {
    await deleteRows(db, table, { [column]: value } as Partial<Schema[T]>).execute()
  }
}
