import type { CheckedBlock } from '../../chain/blocks/block.ts'
import { deleteMonitorBalancesFrom, saveMonitorBalances } from '../../store/repositories/monitor-balances.ts'
import type { Db, MonitorBalanceRow } from '../../store/schema/schema.ts'
import { type AccountChange, accountChanges } from './account-changes.ts'

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
  const changes = Array.from(accountChanges(block, monitored), ([address, change]) => {
    return { chain_id: chainId, ...changeRow(address, block.header.number, change) }
  })
  await saveMonitorBalances(db, changes)
}

/** Gives the row of a change that a block makes. */
export function changeRow(
  address: string,
  block_number: number,
  { balance, nonce }: AccountChange,
): Omit<MonitorBalanceRow, 'chain_id'> {
  const amount = balance === undefined ? null : String(balance)
  return { address, block_number, is_change: 1, balance: amount, nonce: nonce ?? null }
}

/**
 * Deletes what is not known any more, in the transaction that undoes the blocks from a number on. What was read before
 * them, and what the blocks before them change, still holds.
 */
export async function undoBlocks(db: Db, chainId: string, from: number): Promise<void> {
  await deleteMonitorBalancesFrom(db, chainId, from)
}
