import type { Db } from '../schema.ts'

/** Rows per kind, as `local status` shows them. */
export interface RowCounts {
  readonly controlLists: number
  readonly monitors: number
  readonly alerts: number
  readonly destinations: number
  readonly validations: number
  /** Without those that were revoked. */
  readonly keys: number
}

export async function countRows(db: Db): Promise<RowCounts> {
  const count = (table: 'control_list_entries' | 'monitored_addresses' | 'alerts' | 'destinations' | 'transactions') =>
    db.selectFrom(table).select((e) => e.fn.countAll<number>().as('count'))
  const keys = db
    .selectFrom('api_keys')
    .where('revoked_at', 'is', null)
    .select((e) => e.fn.countAll<number>().as('count'))
  const row = await db
    .selectNoFrom([
      count('control_list_entries').as('controlLists'),
      count('monitored_addresses').as('monitors'),
      count('alerts').as('alerts'),
      count('destinations').as('destinations'),
      count('transactions').as('validations'),
      keys.as('keys'),
    ])
    .executeTakeFirstOrThrow()
  return {
    controlLists: Number(row.controlLists),
    monitors: Number(row.monitors),
    alerts: Number(row.alerts),
    destinations: Number(row.destinations),
    validations: Number(row.validations),
    keys: Number(row.keys),
  }
}
