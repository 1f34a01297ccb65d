import { sql } from 'kysely'
import type { Db, KeptCountRow } from '../schema/schema.ts'
import type { RowEstimates, Store } from '../store.ts'
import { gatheredIn, writeGathered } from '../writes/gathered-changes.ts'
import { cachedQuery } from './cached-query.ts'
import { countAll, countUpTo } from './page.ts'

/** Updates a counter, in the transaction that inserts or deletes the row. */
export async function addToCounter(db: Db, name: KeptCountRow['name'], added: 1 | -1): Promise<void> {
  const gathered = gatheredIn(db)
  if (!gathered) return void (await addToCount(db, [added, name]))
  const key = `count of ${name}`
  const change = gathered.get(key) ?? { value: 0, write: (sum) => addToCount(db, [sum, name]) }
  change.value += added
  gathered.set(key, change)
}

const addToCount = cachedQuery((db) => sql`update kept_counts set count = count + ${0} where name = ${''}`.compile(db))

/** Sum of the counters. */
export async function readCounter(db: Db, names: readonly KeptCountRow['name'][]): Promise<number> {
  await writeGathered(db)
  const rows = await db.selectFrom('kept_counts').select('count').where('name', 'in', names).execute()
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}

/** Row counts for `local status`: exact up to MAX_COUNTED_ROWS, estimated beyond. */
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
  /** Entries of active snapshots. */
  readonly intelEntries: number
  /** Without revoked ones. */
  readonly keys: number
  /** Stored nodes of chains. */
  readonly chainNodes: number
}

/** Limit of an exact count of a growing table: less than a millisecond. */
const MAX_COUNTED_ROWS = 10_000

export async function countRows(db: Db, estimates: RowEstimates): Promise<RowCounts> {
  const growing = async (table: keyof RowEstimates) => {
    const counted = await countUpTo(db, db.selectFrom(table), MAX_COUNTED_ROWS)
    return counted < MAX_COUNTED_ROWS ? counted : Math.max(counted, Number(estimates[table]))
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
    chainNodes: await countAll(db.selectFrom('chain_nodes')),
  }
}

async function countIntel(db: Db): Promise<number> {
  const { entries } = await db
    .selectFrom('intel_sources')
    .select((e) => e.fn.sum<number | null>('entries').as('entries'))
    .executeTakeFirstOrThrow()
  return Number(entries ?? 0)
}

/** Validations in the last minute, hour and day: exact up to MAX_COUNTED_ROWS, estimated by the store beyond. */
export interface Rates {
  readonly lastMinute: number
  readonly lastHour: number
  readonly lastDay: number
}

export async function countLately({ read, validationsSince }: Store, now: number): Promise<Rates> {
  const times = [60, 60 * 60, 24 * 60 * 60].map((seconds) => now - seconds * 1000)
  const rates: number[] = []
  for (const since of times) {
    // A longer time has at least as many.
    const counted = (rates.at(-1) ?? 0) >= MAX_COUNTED_ROWS ? MAX_COUNTED_ROWS : await countSince(read, since)
    rates.push(counted < MAX_COUNTED_ROWS ? counted : Math.max(counted, await validationsSince(since)))
  }
  const [lastMinute = 0, lastHour = 0, lastDay = 0] = rates
  return { lastMinute, lastHour, lastDay }
}

function countSince(db: Db, time: number): Promise<number> {
  return countUpTo(db, db.selectFrom('transactions').where('created_at', '>', time), MAX_COUNTED_ROWS)
}
