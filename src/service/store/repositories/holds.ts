import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { HoldState } from '../../../api/vocabulary.ts'
import type { Db, HoldRow } from '../schema/schema.ts'
import { newestFirst, type PageOrder } from './cursor.ts'
import { type CountedPage, countUpTo, readCountedPage } from './page.ts'
import { finder, hasChanged, inserter, updateRows } from './rows.ts'

const ORDER: PageOrder = {
  columns: { createdAt: 'created_at', id: 'id' },
  numbers: ['created_at'],
  tieBreak: ['created_at', 'id'],
  byDefault: newestFirst('createdAt'),
}

/** A state that was set later than this after the present time (ms) was set by a wrong clock: it does not hold. */
const TOLERANCE_MS = 2000

/** Whether its state still holds. @param now of the `DeadlineClock` (ms) */
export function isInForce({ set_at, expires_at }: Pick<HoldRow, 'set_at' | 'expires_at'>, now: number): boolean {
  return set_at <= now + TOLERANCE_MS && (expires_at === null || now < expires_at)
}

/** The same as a condition. */
export function isHoldInForce(now: number): RawBuilder<boolean> {
  const [latest, earliest] = limitsInForce(now)
  return sql<boolean>`(holds.set_at <= ${latest} and (holds.expires_at is null or holds.expires_at > ${earliest}))`
}

/** The values of the condition in their order. */
export function limitsInForce(now: number): readonly [latest: number, earliest: number] {
  return [now + TOLERANCE_MS, now]
}

/** Whether a person or a proxy still acts on it: its validation is kept. */
export function isHoldWaiting(now: number): RawBuilder<boolean> {
  return sql<boolean>`(holds.state in ('held', 'approved', 'released') and ${isHoldInForce(now)})`
}

export const insertHold = inserter('holds')

export const findHold = finder('holds', 'id')

/** The newest of a content. */
export function findNewestHold(db: Db, contentKey: string): Promise<HoldRow | undefined> {
  const holds = db.selectFrom('holds').selectAll().where('content_key', '=', contentKey)
  return holds.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/**
 * Changes a hold that is still in a state.
 * @throws Error when it is not: the caller has read it in the same transaction
 */
export async function updateHold(
  db: Db,
  { id, state }: Pick<HoldRow, 'id' | 'state'>,
  changes: Partial<Omit<HoldRow, 'id'>>,
): Promise<void> {
  if (!(await hasChanged(updateRows(db, 'holds', { id, state }, changes))))
    throw new Error(`hold ${id} is no longer ${state}`)
}

/** Number of undecided and approved holds of a requester, at most `most`. */
export function countOpenHolds(db: Db, requestedBy: string, now: number, most: number): Promise<number> {
  const open = db
    .selectFrom('holds')
    .where('requested_by', '=', requestedBy)
    .where('expires_at', '>', now)
    .where('state', 'in', ['held', 'approved'])
  return countUpTo(db, open, most)
}

/** Newest first by default. @param now of the `DeadlineClock` (ms) */
export function pageOfHolds(
  db: Db,
  { state, now }: { readonly state: HoldState | undefined; readonly now: number },
  request: PageRequest,
): Promise<CountedPage<HoldRow>> {
  const matching = () => {
    const holds = db.selectFrom('holds')
    if (state === undefined) return holds
    if (state === 'expired')
      return holds.where('state', 'in', ['held', 'approved']).where((e) => e.not(isHoldInForce(now)))
    if (state === 'held' || state === 'approved') return holds.where('state', '=', state).where(isHoldInForce(now))
    return holds.where('state', '=', state)
  }
  return readCountedPage(db, { matching, isIndexed: state === undefined }, request, ORDER)
}
