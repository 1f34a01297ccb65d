import type { PageRequest } from '../../../api/schemas/page.ts'
import type { AuditRow, Db } from '../schema.ts'
import { orderOf, type Page } from './page.ts'

const SORT_COLUMNS = { at: 'at', action: 'action', actor: 'actor', resourceId: 'resource_id', id: 'id' } as const

export async function insertAudit(db: Db, row: AuditRow): Promise<void> {
  await db.insertInto('audit').values(row).execute()
}

/** Newest first unless another order is asked for. `action` may be a whole action or its resource. */
export async function pageOfAudit(
  db: Db,
  filter: { action?: string | undefined; resourceId?: string | undefined },
  request: PageRequest,
): Promise<Page<AuditRow>> {
  let matching = db.selectFrom('audit')
  const { action, resourceId } = filter
  if (action?.includes('.')) matching = matching.where('action', '=', action)
  else if (action) matching = matching.where('action', '>=', `${action}.`).where('action', '<', `${action}/`)
  if (resourceId) matching = matching.where('resource_id', '=', resourceId)
  const { total } = await matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  let page = matching.selectAll()
  const newestFirst = { ...request, sort: request.sort.length > 0 ? request.sort : NEWEST_FIRST }
  for (const { column, direction } of orderOf(newestFirst, SORT_COLUMNS, ['at', 'id']))
    page = page.orderBy(column, direction)
  const rows = await page
    .limit(request.size)
    .offset(request.page * request.size)
    .execute()
  return { rows, total: Number(total) }
}

const NEWEST_FIRST = [
  { field: 'at', direction: 'desc' },
  { field: 'id', direction: 'desc' },
] as const
