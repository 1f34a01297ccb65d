import type { BlockHeader } from '../chain/blocks/block.ts'
import type { ChainBlockRow } from '../store/schema.ts'

/** Columns of `chain_heads` for the last applied block. */
export function tipOf({ number, hash, timestamp }: BlockHeader) {
  return { tip_number: number, tip_hash: hash, tip_time: timestamp }
}

/** Columns of `chain_heads` for the latest block of the node. */
export function headOf({ number, timestamp }: BlockHeader) {
  return { head_number: number, head_time: timestamp }
}

export function toRow(chainId: string, { number, hash, parentHash, timestamp }: BlockHeader): ChainBlockRow {
  return { chain_id: chainId, number, hash, parent_hash: parentHash, time: timestamp }
}
