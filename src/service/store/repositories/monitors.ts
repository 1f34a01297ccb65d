import { sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, MonitorRow } from '../schema/schema.ts'
import { cachedInsert, cachedListQuery, cachedQuery, placeholder } from './cached-query.ts'
import type { PageOrder } from './cursor.ts'
import { deleteBackfill, insertBackfill } from './monitor-backfills.ts'
import { forgetMonitorBalances } from './monitor-balances.ts'
import { countAll, hasPart, type Page, readNumberedPage, readPage, unindexed } from './page.ts'
import { startsOf } from './page-starts.ts'
import { bumpRevision, readRevision } from './revisions.ts'
import { addToCounter, readCounter } from './row-counts.ts'
import { deleteRows, finder, updateRows } from './rows.ts'

const ORDER: PageOrder = {
  columns: {
    createdAt: 'created_at',
    address: 'address_key',
    name: 'name_key',
    chainId: 'chain_id',
    enabled: 'enabled',
    id: 'id',
  },
  numbers: ['created_at', 'enabled'],
  tieBreak: ['created_at', 'id'],
}

export async function pageOfMonitors(
  db: Db,
  filter: { address?: string | undefined; name?: string | undefined },
  request: PageRequest,
): Promise<Page<MonitorRow> & { readonly total: number }> {
  let matching = db.selectFrom('monitored_addresses')
  if (filter.address) matching = matching.where('address_key', '=', filter.address.toLowerCase())
  if (filter.name) matching = matching.where(hasPart(sql.ref('name_key'), filter.name))
  if (filter.address || filter.name)
    return { ...(await readPage(matching, request, ORDER)), total: await countAll(matching) }
  return readNumberedPage(matching, request, ORDER, {
    name: 'monitors',
    count: () => readCounter(db, ['monitors']),
    revision: () => monitorRevision(db),
    starts: startsOf(db),
  })
}

export const findMonitor = finder('monitored_addresses', 'id')

export async function findMonitorOf(db: Db, addressKey: string, chainId: string): Promise<MonitorRow | undefined> {
  const [row] = await monitorOf(db, [addressKey, chainId])
  return row
}

const monitorOf = cachedQuery<MonitorRow>((db) =>
  db.selectFrom('monitored_addresses').selectAll().where('address_key', '=', '').where('chain_id', '=', '').compile(),
)

/** Enabled monitors of addresses (lower case) on a chain, oldest first. */
export async function enabledMonitorsOf(
  db: Db,
  chainId: string,
  addressKeys: readonly string[],
): Promise<MonitorRow[]> {
  const monitors = await enabledMonitorsOn(db, [...new Set(addressKeys)])
  return monitors
    .filter((monitor) => monitor.chain_id === chainId)
    .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
}

/** Where a list of monitors in the order of creation goes on. */
export interface MonitorPlace {
  readonly created_at: number
  readonly id: string
}

/** The next enabled monitors of a chain, oldest first; from the beginning without a place. */
export function enabledMonitorsAfter(
  db: Db,
  chainId: string,
  place: MonitorPlace | undefined,
  limit: number,
): Promise<MonitorRow[]> {
  let monitors = db.selectFrom('monitored_addresses').selectAll().where('chain_id', '=', chainId)
  if (place) {
    const { created_at, id } = place
    monitors = monitors
      .where('created_at', '>=', created_at)
      .where((e) => e.or([e('created_at', '>', created_at), e('id', '>', id)]))
  }
  return monitors.where('enabled', '=', 1).orderBy('created_at').orderBy('id').limit(limit).execute()
}

/** Addresses of enabled monitors on a chain (lower case), a number of them at most, the oldest first. */
export async function monitoredAddresses(db: Db, chainId: string, most: number): Promise<string[]> {
  const monitors = await enabledMonitorsAfter(db, chainId, undefined, most)
  return monitors.map(({ address_key }) => address_key)
}

/** Chains on which an address (lower case) is monitored, also where that is disabled. */
export async function chainsMonitoring(db: Db, addressKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('monitored_addresses')
    .select('chain_id')
    .where('address_key', '=', addressKey)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.chain_id)
}

/** On all chains. A call can name tens of thousands of addresses; SQLite would rather read all that are enabled. */
const enabledMonitorsOn = cachedListQuery<string, MonitorRow>(
  (placeholders) => sql`select * from monitored_addresses
    where address_key in (${placeholders.each(placeholder)}) and ${unindexed('enabled', 0)} = 1`,
  (addressKeys) => addressKeys,
)

/** An address (lower case) that is monitored on a chain, enabled or not. */
export type WatchedAddress = Pick<MonitorRow, 'chain_id' | 'address_key' | 'revision'>

/** Revision of the last write to a monitor. Writes commit in the order of their revisions: each locks the counter. */
export async function monitorRevision(db: Db): Promise<number> {
  return readRevision(db, 'monitors')
}

/** Monitors written after a revision, in the order of their revisions; each has one of its own. */
export function monitorsAfterRevision(db: Db, revision: number, limit: number): Promise<WatchedAddress[]> {
  return db
    .selectFrom('monitored_addresses')
    .select(['chain_id', 'address_key', 'revision'])
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(limit)
    .execute()
}

/** A monitor without its revision, which every write sets. */
export type MonitorValues = Omit<MonitorRow, 'revision'>

export async function insertMonitor(db: Db, values: MonitorValues): Promise<void> {
  const revision = await bumpRevision(db, 'monitors')
  await insert(db, { ...values, revision })
  await addToCounter(db, 'monitors', 1)
  const { id, chain_id, from_block } = values
  if (from_block !== null) await insertBackfill(db, { monitorId: id, chainId: chain_id, from: from_block })
}

const insert = cachedInsert<MonitorRow>('monitored_addresses')

export async function updateMonitor(db: Db, values: MonitorValues): Promise<void> {
  const { id, name, name_key, enabled, kinds } = values
  const revision = await bumpRevision(db, 'monitors')
  // Blocks are not read for an address that is disabled.
  if (enabled === 0) await forgetMonitorBalances(db, values.chain_id, values.address_key)
  await updateRows(db, 'monitored_addresses', { id }, { name, name_key, enabled, kinds, revision }).execute()
}

export async function deleteMonitor(db: Db, id: string): Promise<void> {
  const removed = await deleteRows(db, 'monitored_addresses', { id })
    .returning(['chain_id', 'address_key'])
    .executeTakeFirst()
  if (!removed) return
  await addToCounter(db, 'monitors', -1)
  await bumpRevision(db, 'monitors')
  await forgetMonitorBalances(db, removed.chain_id, removed.address_key)
  await deleteBackfill(db, id)
}
