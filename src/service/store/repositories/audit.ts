import type { PageRequest } from '../../../api/schemas/page.ts'
import type { AuditRow, Db } from '../schema.ts'
import type { PageOrder } from './cursor.ts'
import { type CountedPage, readCountedPage, unindexed } from './page.ts'

const ORDER: PageOrder = {
  columns: { at: 'at', action: 'action', actor: 'actor', resourceId: 'resource_id', id: 'id' },
  numbers: ['at'],
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
): Promise<CountedPage<AuditRow>> {
  const { action, resourceId } = filter
  const matching = (walked: boolean) => {
    let fitting = db.selectFrom('audit')
    if (action?.includes('.')) fitting = fitting.where(walked ? unindexed('action', '') : 'action', '=', action)
    else if (action) {
      const column = walked ? unindexed('action', '') : 'action'
      fitting = fitting.where(column, '>=', `${action}.`).where(column, '<', `${action}/`)
    }
    if (resourceId) fitting = fitting.where(walked ? unindexed('resource_id', '') : 'resource_id', '=', resourceId)
    return fitting
  }
  // Several actions: in the index, each is in order by itself only.
  const isIndexed = request.sort.length === 0 && (action === undefined || action.includes('.'))
  return readCountedPage(db, { matching, isIndexed }, request, ORDER)
}
