import type { PageRequest } from '../../../api/schemas/page.ts'
import type { ChainEventRow, Db } from '../schema/schema.ts'
import { newestFirst, type PageOrder } from './cursor.ts'
import { type CountedPage, readCountedPage, unindexed } from './page.ts'

const ORDER: PageOrder = {
  columns: { blockTime: 'block_time', updatedAt: 'updated_at', createdAt: 'created_at', id: 'id' },
  numbers: ['block_time', 'updated_at', 'created_at'],
  tieBreak: ['id'],
  byDefault: newestFirst('blockTime'),
}

/** Combined with AND. */
export interface ChainEventFilter {
  /** In any case. */
  readonly address?: string | undefined
  readonly chainId?: string | undefined
  readonly kind?: ChainEventRow['kind'] | undefined
  /** Keeps blocks at or after this time (seconds). */
  readonly since?: number | undefined
}

/** Newest blocks first by default. */
export function pageOfChainEvents(
  db: Db,
  { address, chainId, kind, since }: ChainEventFilter,
  request: PageRequest,
): Promise<CountedPage<ChainEventRow>> {
  const matching = (isScan: boolean) => {
    let fitting = db.selectFrom('chain_events')
    if (address !== undefined)
      fitting = fitting.where(isScan ? unindexed('address', '') : 'address', '=', address.toLowerCase())
    if (chainId !== undefined) fitting = fitting.where(isScan ? unindexed('chain_id', '') : 'chain_id', '=', chainId)
    if (kind !== undefined) fitting = fitting.where('kind', '=', kind)
    if (since !== undefined) fitting = fitting.where(isScan ? unindexed('block_time', 0) : 'block_time', '>=', since)
    return fitting
  }
  const isIndexed = address === undefined && chainId === undefined && kind === undefined && since === undefined
  return readCountedPage(db, { matching, isIndexed }, request, ORDER)
}
