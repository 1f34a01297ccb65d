import type { BlockHeader, MatchedTransaction } from '../../chain/blocks/block.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { Ids } from '../../runtime/deps.ts'
import { eventsOfTransaction, returnEvents } from '../../store/repositories/chain-events.ts'
import { insertReport, moveFollowed } from '../../store/repositories/followed-transactions.ts'
import { enabledMonitorsOf } from '../../store/repositories/monitors.ts'
import type { ChainEventRow, Db } from '../../store/schema/schema.ts'
import type { Activity } from '../activity/activity.ts'
import { storedDetails } from '../activity/details.ts'
import { stateIn } from './record-followed.ts'

interface Returning {
  readonly chainId: string
  readonly header: BlockHeader
  /** What the block shows. */
  readonly shown: readonly Activity[]
  /** ms since 1970. */
  readonly now: number
  readonly newId: Ids
}

/**
 * Returns to IN what a reorg removed and what a block with the same transaction does not show: what only an audit saw, and
 * what happened to addresses that are not monitored any more. In the transaction that stores what the block shows, before it.
 */
export async function recordReturned(
  db: Db,
  transactions: readonly MatchedTransaction[],
  { chainId, header, shown, now, newId }: Returning,
): Promise<void> {
  const isShown = new Set(shown.map(({ address, mined }) => `${mined?.transaction.hash} ${address}`))
  for (const { transaction, receipt } of transactions) {
    if (receipt.succeeded === false) continue
    const events = await eventsOfTransaction(db, chainId, transaction.hash)
    const open = events.filter(
      ({ state, address }) => state === 'GONE' && !isShown.has(`${transaction.hash} ${address}`),
    )
    const monitors = await enabledMonitorsOf(
      db,
      chainId,
      open.map(({ address }) => address),
    )
    const monitored = new Set(monitors.map(({ address_key }) => address_key))
    const returned = open.filter((event) => !monitored.has(event.address) || isHidden(event))
    if (returned.length === 0) continue
    const place = { block_number: header.number, block_hash: header.hash, block_time: header.timestamp }
    await returnEvents(
      db,
      returned.map(({ id }) => id),
      { ...place, updated_at: now },
    )
    for (const svcTxId of new Set(returned.flatMap(({ svc_tx_id }) => svc_tx_id ?? []))) {
      const state = stateIn(header, transaction.hash)
      const isMoved = await moveFollowed(db, svcTxId, { ...state, block_hash: header.hash, updated_at: now })
      if (isMoved) await insertReport(db, { id: newId(), svc_tx_id: svcTxId, ...state, reported_at: now })
    }
  }
}

/** Inner calls move native currency without an event; everything else shows in the block, if it happens there. */
function isHidden(event: ChainEventRow): boolean {
  const { moves = [] } = storedDetails(event)
  return moves.length > 0 && moves.every(({ token }) => token === NATIVE)
}
