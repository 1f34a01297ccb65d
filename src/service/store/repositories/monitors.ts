import { sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, MonitorRow } from '../schema.ts'
import { orderOf, type Page } from './page.ts'

const SORT_COLUMNS = {
  createdAt: 'created_at',
  address: 'address_key',
  name: 'name_key',
  chainId: 'chain_id',
  enabled: 'enabled',
  id: 'id',
} as const

export async function pageOfMonitors(
  db: Db,
  filter: { address?: string | undefined; name?: string | undefined },
  request: PageRequest,
): Promise<Page<MonitorRow>> {
  let matching = db.selectFrom('monitored_addresses')
  if (filter.address) matching = matching.where('address_key', '=', filter.address.toLowerCase())
  if (filter.name) {
    // Every character means itself, % and _ too.
    const pattern = `%${filter.name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    matching = matching.where(sql<boolean>`name_key like ${pattern} escape '\\'`)
  }
  const { total } = await matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  let page = matching.selectAll()
  for (const { column, direction } of orderOf(request, SORT_COLUMNS, ['created_at', 'id']))
    page = page.orderBy(column, direction)
  const rows = await page
    .limit(request.size)
    .offset(request.page * request.size)
    .execute()
  return { rows, total: Number(total) }
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

export async function insertMonitor(db: Db, row: MonitorRow): Promise<void> {
  await db.insertInto('monitored_addresses').values(row).execute()
}

export async function updateMonitor(db: Db, row: MonitorRow): Promise<void> {
  const { name, name_key, enabled } = row
  await db.updateTable('monitored_addresses').set({ name, name_key, enabled }).where('id', '=', row.id).execute()
}

export async function deleteMonitor(db: Db, id: string): Promise<void> {
  await db.deleteFrom('monitored_addresses').where('id', '=', id).execute()
}
