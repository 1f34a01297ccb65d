import { type Expression, type SqlBool, sql } from 'kysely'
import { HOUR_MS } from '../../../shared/time/units.ts'

/** Above the longest delay of the outbox, 36 hours and a fifth. */
const HORIZON_MS = 48 * HOUR_MS

/**
 * The latest valid due time (both ms). A later one was written while the clock was ahead, and counts as due: otherwise it
 * could delay a delivery for years.
 */
export function dueHorizon(now: number): number {
  return now + HORIZON_MS
}

/** Whether the time in a column (ms) has passed or is beyond the horizon. */
export function isDue(column: Expression<number>, now: number): Expression<SqlBool> {
  return sql<SqlBool>`(${column} <= ${now} or ${column} > ${dueHorizon(now)})`
}
