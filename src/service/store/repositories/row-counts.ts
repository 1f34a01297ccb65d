import type { Db, KeptCountRow } from '../schema.ts'
import type { RowEstimates, Store } from '../store.ts'
import { countAll, countUpTo } from './page.ts'

/** Notes that rows were added or, below zero, removed; in the transaction that does it. */
export async function addToCounter(db: Db, name: KeptCountRow['name'], added: 1 | -1): Promise<void> {
  await db
    .updateTable('kept_counts')
    .set((e) => ({ count: e('count', '+', added) }))
    .where('name', '=', name)
    .execute()
}

/** How many there are, of all the names together. */
export async function readCounter(db: Db, names: readonly KeptCountRow['name'][]): Promise<number> {
  const rows = await db.selectFrom('kept_counts').select('count').where('name', 'in', names).execute()
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}

/** Rows per kind, as `local status` shows them: exact up to MOST_COUNTED_ROWS, about so many beyond. */
export interface RowCounts {
  readonly controlLists: number
  readonly monitors: number
  readonly alerts: number
  readonly destinations: number
  readonly validations: number
  readonly deliveries: number
  readonly auditRecords: number
  readonly counterparties: number
  readonly graphEdges: number
  /** Of the snapshots in force. */
  readonly intelEntries: number
  /** Without those that were revoked. */
  readonly keys: number
}

/** Up to so many rows of a table that grows are counted one by one: less than a millisecond. */
export const MOST_COUNTED_ROWS = 10_000

export async function countRows(db: Db, estimates: RowEstimates): Promise<RowCounts> {
  const growing = async (table: keyof RowEstimates) => {
    const counted = await countUpTo(db, db.selectFrom(table), MOST_COUNTED_ROWS)
    return counted < MOST_COUNTED_ROWS ? counted : Math.max(counted, Number(estimates[table]))
  }
  return {
    controlLists: await readCounter(db, ['allow', 'block']),
    monitors: await readCounter(db, ['monitors']),
    alerts: await countAll(db.selectFrom('alerts')),
    destinations: await countAll(db.selectFrom('destinations')),
    validations: await growing('transactions'),
    deliveries: await growing('deliveries'),
    auditRecords: await growing('audit'),
    counterparties: await growing('counterparties'),
    graphEdges: await growing('graph_edges'),
    intelEntries: await countIntel(db),
    keys: await countAll(db.selectFrom('api_keys').where('revoked_at', 'is', null)),
  }
}

async function countIntel(db: Db): Promise<number> {
  const { entries } = await db
    .selectFrom('intel_sources')
    .select((e) => e.fn.sum<number | null>('entries').as('entries'))
    .executeTakeFirstOrThrow()
  return Number(entries ?? 0)
}

/** Validations in the last minute, hour and day: exact up to MOST_COUNTED_ROWS, beyond as the store tells. */
export interface Rates {
  readonly lastMinute: number
  readonly lastHour: number
  readonly lastDay: number
}

export async function countLately({ read, validationsSince }: Store, now: number): Promise<Rates> {
  const times = [60, 60 * 60, 24 * 60 * 60].map((seconds) => now - seconds * 1000)
  const rates: number[] = []
  for (const since of times) {
    // Of a longer time there are no fewer.
    const counted = (rates.at(-1) ?? 0) >= MOST_COUNTED_ROWS ? MOST_COUNTED_ROWS : await countSince(read, since)
    rates.push(counted < MOST_COUNTED_ROWS ? counted : Math.max(counted, await validationsSince(since)))
  }
  const [lastMinute = 0, lastHour = 0, lastDay = 0] = rates
  return { lastMinute, lastHour, lastDay }
}

function countSince(db: Db, time: number): Promise<number> {
  return countUpTo(db, db.selectFrom('transactions').where('created_at', '>', time), MOST_COUNTED_ROWS)
}
