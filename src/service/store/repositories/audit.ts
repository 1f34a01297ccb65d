import type { PageRequest } from '../../../api/schemas/page.ts'
import type { AuditRow, Db } from '../schema.ts'
import { type Page, type PageOrder, readPage } from './page.ts'

const ORDER: PageOrder = {
  columns: { at: 'at', action: 'action', actor: 'actor', resourceId: 'resource_id', id: 'id' },
  tieBreak: ['at', 'id'],
  byDefault: [
    { field: 'at', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ],
}

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
  return readPage(matching, request, ORDER)
}
