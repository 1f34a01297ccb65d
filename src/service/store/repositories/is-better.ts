import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema/schema.ts'

/**
 * Whether the row of an upsert is better than the stored one: it has more in the first of the columns in which they differ. What
 * shows more replaces what shows less, and never the other way round.
 */
export function isBetter<T extends keyof Schema & string>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
): RawBuilder<boolean> {
  const of = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))
  return sql<boolean>`(${of('excluded')}) > (${of(table)})`
}
