import type { BlockHeader } from '../../chain/blocks/block.ts'
import type { ChainBlockRow, ChainHeadRow } from '../../store/schema/schema.ts'

/** Gives the columns of `chain_heads` for the last applied block. */
export function tipOf({ number, hash, timestamp }: BlockHeader) {
  return { tip_number: number, tip_hash: hash, tip_time: timestamp }
}

/** Gives the columns of `chain_heads` for the latest block of the node. */
export function headOf({ number, timestamp }: BlockHeader) {
  return { head_number: number, head_time: timestamp }
}

/** Says how far the chain went on while no block can be read. Empty: not further than the row says. */
export function laterHead({ head_number }: Pick<ChainHeadRow, 'head_number'>, head: BlockHeader | undefined) {
  return head && head.number > (head_number ?? -1) ? headOf(head) : {}
}

export function toRow(chainId: string, { number, hash, parentHash, timestamp }: BlockHeader): ChainBlockRow {
  return { chain_id: chainId, number, hash, parent_hash: parentHash, time: timestamp }
}
