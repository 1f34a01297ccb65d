import type { CheckedBlock } from '../../chain/blocks/block.ts'
import { deleteMonitorBalancesFrom, saveMonitorBalances } from '../../store/repositories/monitor-balances.ts'
import type { Db } from '../../store/schema/schema.ts'
import { accountChanges } from './account-changes.ts'

/**
 * Stores how a block changes the monitored addresses that it touches, in the transaction that applies the block.
 * @param monitored lower case
 */
export async function noteBlock(
  db: Db,
  chainId: string,
  block: CheckedBlock,
  monitored: ReadonlySet<string>,
): Promise<void> {
  const rows = Array.from(accountChanges(block, monitored), ([address, { balance, nonce }]) => ({
    chain_id: chainId,
    address,
    block_number: block.header.number,
    is_change: 1,
    balance: balance === undefined ? null : String(balance),
    nonce: nonce ?? null,
  }))
  await saveMonitorBalances(db, rows)
}

/**
 * In the transaction that undoes the blocks from a number on. What was read before them, and what the blocks before them
 * change, still holds.
 */
export async function undoBlocks(db: Db, chainId: string, from: number): Promise<void> {
  await deleteMonitorBalancesFrom(db, chainId, from)
}
