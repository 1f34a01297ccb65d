import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { AuditRow, Db } from '../schema/schema.ts'
import { idsOfKeysNamed } from './api-keys.ts'
import { cachedInsert } from './cached-query.ts'
import { newestFirst, type PageOrder } from './cursor.ts'
import { type CountedPage, readCountedPage, unindexed } from './page.ts'

const ORDER: PageOrder = {
  columns: { at: 'at', action: 'action', actor: 'actor', resourceId: 'resource_id', id: 'id' },
  numbers: ['at'],
  tieBreak: ['at', 'id'],
  byDefault: newestFirst('at'),
}

const COLUMNS = [
  'id',
  'at',
  'actor',
  'action',
  'resource_id',
  'before',
  'after',
] as const satisfies readonly (keyof AuditRow)[]

export interface Author {
  readonly newId: Ids
  /** Milliseconds. */
  readonly now: number
  readonly actor: string
}

/** Writes an audit record, in the transaction of the change. The caller masks secret values. */
export async function recordChange(
  db: Db,
  { newId, now, actor }: Author,
  action: string,
  resourceId: string,
  { before, after }: { readonly before?: unknown; readonly after?: unknown },
): Promise<void> {
  await insertAudit(db, {
    id: newId(),
    at: now,
    actor,
    action,
    resource_id: resourceId,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  })
}

export const insertAudit = cachedInsert<AuditRow>('audit')

/** Newest first by default. `action` is a full action or its resource; `actor` the id of a key, or the name of keys. */
export async function pageOfAudit(
  db: Db,
  filter: { action?: string | undefined; resourceId?: string | undefined; actor?: string | undefined },
  request: PageRequest,
): Promise<CountedPage<AuditRow>> {
  const { action, resourceId, actor } = filter
  const actors = actor === undefined ? [] : [actor, ...(await idsOfKeysNamed(db, actor))]
  const matching = (isScan: boolean) => {
    let filtered = db.selectFrom('audit')
    if (action?.includes('.')) filtered = filtered.where(isScan ? unindexed('action', '') : 'action', '=', action)
    else if (action) {
      const column = isScan ? unindexed('action', '') : 'action'
      filtered = filtered.where(column, '>=', `${action}.`).where(column, '<', `${action}/`)
    }
    if (resourceId) filtered = filtered.where(isScan ? unindexed('resource_id', '') : 'resource_id', '=', resourceId)
    if (actors.length > 0) filtered = filtered.where(isScan ? unindexed('actor', '') : 'actor', 'in', actors)
    return filtered
  }
  // The index orders rows within one action only.
  const isIndexed = request.sort.length === 0 && actor === undefined && (action === undefined || action.includes('.'))
  return readCountedPage(db, { matching, isIndexed, columns: COLUMNS }, request, ORDER)
}
