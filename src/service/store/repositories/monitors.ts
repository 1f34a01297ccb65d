import { sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, MonitorRow } from '../schema.ts'
import { cachedListQuery, placeholder } from './cached-query.ts'
import type { PageOrder } from './cursor.ts'
import { countAll, type Page, readNumberedPage, readPage } from './page.ts'
import { bumpRevision } from './revisions.ts'
import { addToCounter, readCounter } from './row-counts.ts'

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
  if (filter.name) {
    // Escapes % and _.
    const pattern = `%${filter.name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    matching = matching.where(sql<boolean>`name_key like ${pattern} escape '\\'`)
  }
  if (filter.address || filter.name)
    return { ...(await readPage(matching, request, ORDER)), total: await countAll(matching) }
  return readNumberedPage(matching, request, ORDER, () => readCounter(db, ['monitors']))
}

export function findMonitor(db: Db, id: string): Promise<MonitorRow | undefined> {
  return db.selectFrom('monitored_addresses').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findMonitorOf(db: Db, addressKey: string, chainId: string): Promise<MonitorRow | undefined> {
  return db
    .selectFrom('monitored_addresses')
    .selectAll()
    .where('address_key', '=', addressKey)
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
}

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

/** On all chains. A call can name tens of thousands of addresses. */
const enabledMonitorsOn = cachedListQuery<string, MonitorRow>(
  (placeholders) => sql`select * from monitored_addresses
    where address_key in (${placeholders.each(placeholder)}) and enabled = 1`,
  (addressKeys) => addressKeys,
)

/** A monitor without its revision, which every write sets. */
export type MonitorValues = Omit<MonitorRow, 'revision'>

export async function insertMonitor(db: Db, values: MonitorValues): Promise<void> {
  const revision = await bumpRevision(db, 'monitors')
  await db
    .insertInto('monitored_addresses')
    .values({ ...values, revision })
    .execute()
  await addToCounter(db, 'monitors', 1)
}

export async function updateMonitor(db: Db, { id, name, name_key, enabled, kinds }: MonitorValues): Promise<void> {
  const revision = await bumpRevision(db, 'monitors')
  await db
    .updateTable('monitored_addresses')
    .set({ name, name_key, enabled, kinds, revision })
    .where('id', '=', id)
    .execute()
}

export async function deleteMonitor(db: Db, id: string): Promise<void> {
  const gone = await db.deleteFrom('monitored_addresses').where('id', '=', id).returning('id').executeTakeFirst()
  if (gone) await addToCounter(db, 'monitors', -1)
}
