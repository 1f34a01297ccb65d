import { sql } from 'kysely'
import { chunksOf } from '../../../shared/chunks-of.ts'
import type { ChainEventRow, Db, StoredEventState } from '../schema/schema.ts'
import { cachedListQuery } from './cached-query.ts'
import { hasRow, rowsWith, updateRows } from './rows.ts'

const HASHES_PER_STATEMENT = 500

/** A new event, or one that a reorg removed and that is in another block now. */
export type SeenEvent = Omit<ChainEventRow, 'state' | 'round' | 'gone_number' | 'gone_at'>

/**
 * Stores events of a block. One that was there before returns to IN with its new block and keeps id, round, transaction and
 * time of creation.
 * @returns the rows as they are now
 */
export async function upsertChainEvents(
  db: Db,
  events: readonly SeenEvent[],
): Promise<(ChainEventRow & { readonly isNew: boolean })[]> {
  const stored: (ChainEventRow & { isNew: boolean })[] = []
  for (const event of events) {
    const before = await rowsWith(db, 'chain_events', {
      chain_id: event.chain_id,
      tx_hash: event.tx_hash,
      address: event.address,
      kind: event.kind,
    }).executeTakeFirst()
    if (!before) {
      const row: ChainEventRow = { ...event, state: 'IN', round: 0, gone_number: null, gone_at: null }
      await db.insertInto('chain_events').values(row).execute()
      stored.push({ ...row, isNew: true })
      continue
    }
    const { block_number, block_hash, block_time, content, updated_at } = event
    const changes = { block_number, block_hash, block_time, content, updated_at }
    const state = { state: 'IN', gone_number: null, gone_at: null } as const
    await updateRows(db, 'chain_events', { id: before.id }, { ...changes, ...state }).execute()
    stored.push({ ...before, ...changes, ...state, isNew: false })
  }
  return stored
}

/** Marks the events of undone blocks, from a number on; nothing is deleted, because it may not be readable again. */
export async function markEventsReorged(
  db: Db,
  { chainId, from, tip, now }: { chainId: string; from: number; tip: number; now: number },
): Promise<void> {
  const changes = { state: 'GONE', gone_number: tip, gone_at: now, updated_at: now } as const
  await updateRows(db, 'chain_events', { chain_id: chainId, state: 'IN' }, changes)
    .where('block_number', '>=', from)
    .execute()
}

interface ReorgedSince {
  readonly chainId: string
  readonly tip: number
  /** Time (ms) of events whose former tip is at or below `buriedBelow`. */
  readonly buriedAt: number
  readonly buriedBelow: number
  /** Time (ms) of the others, on a branch that reached the former tip. */
  readonly at: number
}

/** Events that have been GONE since a time. @param most a block can have more of them than a transaction of the database should change */
export function eventsReorgedSince(
  db: Db,
  { chainId, tip, buriedAt, buriedBelow, at }: ReorgedSince,
  most: number,
): Promise<ChainEventRow[]> {
  return rowsWith(db, 'chain_events', { chain_id: chainId })
    .where('state', '=', sql.lit('GONE'))
    .where((e) =>
      e.or([
        e.and([e('gone_at', '<=', buriedAt), e('gone_number', '<=', buriedBelow)]),
        e.and([e('gone_at', '<=', at), e('gone_number', '<=', tip)]),
      ]),
    )
    .orderBy('id')
    .limit(most)
    .execute()
}

/**
 * Transactions (hashes) with events that are GONE, without what belongs to no transaction, and without poison, which no
 * message reports. @param most events
 */
export async function reorgedTransactions(db: Db, chainId: string, most: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('chain_events')
    .select('tx_hash')
    .where('chain_id', '=', chainId)
    .where('state', '=', sql.lit('GONE'))
    .where('kind', '!=', 'poison')
    .whereRef('tx_hash', '!=', 'block_hash')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return [...new Set(rows.map(({ tx_hash }) => tx_hash))]
}

/** A block that has the transaction of events again. */
export type EventPlace = Pick<ChainEventRow, 'block_number' | 'block_hash' | 'block_time' | 'updated_at'>

/** Returns events that are GONE to IN, in another block. */
export async function returnEvents(db: Db, ids: readonly string[], place: EventPlace): Promise<void> {
  const changes = { ...place, state: 'IN', gone_number: null, gone_at: null } as const
  for (const id of ids) await updateRows(db, 'chain_events', { id, state: 'GONE' }, changes).execute()
}

export async function markEventsDropped(db: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('chain_events')
    .set({ state: 'OUT', round: sql`round + 1`, updated_at: now })
    .where('id', 'in', ids)
    .execute()
}

/** Blocks whose events are IN, the highest first. @param below undefined: from the highest on */
export function eventBlocksDown(
  db: Db,
  chainId: string,
  below: number | undefined,
  most: number,
): Promise<{ number: number; hash: string }[]> {
  let blocks = db.selectFrom('chain_events').where('chain_id', '=', chainId).where('state', '=', 'IN')
  if (below !== undefined) blocks = blocks.where('block_number', '<', below)
  return blocks
    .select(['block_number as number', 'block_hash as hash'])
    .groupBy(['block_number', 'block_hash'])
    .orderBy('block_number', 'desc')
    .limit(most)
    .execute()
}

/** Events of a range of blocks, both included, that are in the branch that was applied. */
export function eventsInBlocks(db: Db, chainId: string, first: number, last: number): Promise<ChainEventRow[]> {
  return rowsWith(db, 'chain_events', { chain_id: chainId })
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .where('state', '=', 'IN')
    .orderBy('block_number')
    .orderBy('id')
    .execute()
}

/** Whether the branch that was applied has events above a block. */
export async function hasEventsAbove(db: Db, chainId: string, number: number): Promise<boolean> {
  return hasRow(rowsWith(db, 'chain_events', { chain_id: chainId, state: 'IN' }).where('block_number', '>', number))
}

/** All events of a transaction. */
export function eventsOfTransaction(db: Db, chainId: string, hash: string): Promise<ChainEventRow[]> {
  return rowsWith(db, 'chain_events', { chain_id: chainId, tx_hash: hash }).orderBy('id').execute()
}

/** All events of some transactions, unsorted. */
export async function eventsOfTransactions(
  db: Db,
  chainId: string,
  hashes: readonly string[],
): Promise<ChainEventRow[]> {
  const found: ChainEventRow[] = []
  for (const some of chunksOf(hashes, HASHES_PER_STATEMENT))
    found.push(...(await rowsWith(db, 'chain_events', { chain_id: chainId }).where('tx_hash', 'in', some).execute()))
  return found
}

/** Events of some kinds about an address (lower case) that are in the branch that was applied. */
export function eventsOfAddress(
  db: Db,
  chainId: string,
  address: string,
  kinds: readonly ChainEventRow['kind'][],
): Promise<ChainEventRow[]> {
  return rowsWith(db, 'chain_events', { chain_id: chainId, address })
    .where('kind', 'in', kinds)
    .where('state', '=', 'IN')
    .orderBy('block_number')
    .orderBy('id')
    .execute()
}

/** Events of a stored transaction that are in the branch that was applied. */
export function eventsOfStored(db: Db, svcTxId: string): Promise<ChainEventRow[]> {
  return rowsWith(db, 'chain_events', { svc_tx_id: svcTxId, state: 'IN' }).orderBy('id').execute()
}

interface EventState {
  readonly svc_tx_id: string
  readonly state: StoredEventState
}

/** States of the events of stored transactions. */
export const eventStatesOf = cachedListQuery<string, EventState>(
  (placeholders) => sql`select distinct svc_tx_id, state from chain_events
    where svc_tx_id in (${placeholders.each(() => sql`${null}`)})`,
  (ids) => ids,
)
