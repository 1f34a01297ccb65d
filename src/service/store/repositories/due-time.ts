import { type Expression, type SqlBool, sql } from 'kysely'

const HOUR_MS = 3_600_000
/** Twice the longest wait of the outbox. */
const FURTHEST_MS = 96 * HOUR_MS

/**
 * After this no wait ends that began at `now` (both ms): a time beyond it was written while the clock of the machine was
 * ahead, and would hold up what waits for it for years.
 */
export function furthest(now: number): number {
  return now + FURTHEST_MS
}

/** Whether the time in a column (ms) has come, or never will by a clock that is right. */
export function isDue(column: Expression<number>, now: number): Expression<SqlBool> {
  return sql<SqlBool>`(${column} <= ${now} or ${column} > ${furthest(now)})`
}
