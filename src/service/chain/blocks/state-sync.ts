import * as Bytes from 'ox/Bytes'
import * as Hash from 'ox/Hash'
import { isRecord } from '../../../shared/json/json.ts'
import { ZERO_ADDRESS } from '../../evm/words.ts'
import type { BlockHeader } from './block.ts'
import type { ReceiptSource } from './block-reader.ts'
import { isSameHex, type Raw, type RawBlock } from './raw-block.ts'

/** Its node bor adds a transaction without a sender to blocks that take over messages of Ethereum. */
export const POLYGON = '137'

/**
 * Gives the hash of the transaction of Polygon that has the logs of a state sync. Until the Madhugiri hard fork (2025)
 * it is in no Merkle root, uses no gas, and depending on the node it is missing in blocks, receipts or logs (bor, pull
 * request #90).
 */
export function stateSyncHash({ number, hash }: Pick<BlockHeader, 'number' | 'hash'>): string {
  const bytes = [Bytes.fromString('matic-bor-receipt-'), Bytes.fromNumber(number, { size: 8 })]
  return Hash.keccak256(Bytes.concat(...bytes, Bytes.fromHex(hash as `0x${string}`)), { as: 'Hex' })
}

/** Transactions of a block of Polygon and what they did. */
interface SyncedBlock {
  readonly block: RawBlock
  readonly source: ReceiptSource
  /** Anything. */
  readonly effects: unknown
}

/**
 * Gives a state sync that is only in receipts or logs its transaction, and one that is only in the block its receipt.
 * @param receiptOf result of `eth_getTransactionReceipt`; null where the node does not have it
 */
export async function completeStateSync(
  whole: SyncedBlock,
  receiptOf: (hash: string) => Promise<unknown>,
): Promise<SyncedBlock> {
  const { block, source, effects } = whole
  if (!Array.isArray(effects)) return whole
  const hash = stateSyncHash(block.header)
  const last: unknown = effects.at(-1)
  const isListed = isSameHex(block.transactions.at(-1)?.hash, hash)
  const hasEffects = isRecord(last) && isSameHex(last.transactionHash, hash)
  if (isListed === hasEffects) return whole
  if (hasEffects) return { ...whole, block: { ...block, transactions: [...block.transactions, transactionOf(hash)] } }
  const receipt = await receiptOf(hash)
  const logs = isRecord(receipt) && Array.isArray(receipt.logs) ? receipt.logs : []
  return { ...whole, effects: [...effects, ...(source === 'logs' ? logs : [{ ...emptyReceipt(block, hash), logs }])] }
}

function transactionOf(hash: string): Raw {
  return { hash, from: ZERO_ADDRESS, to: ZERO_ADDRESS, value: '0x0', input: '0x', nonce: '0x0', type: '0x0' }
}

function emptyReceipt({ header }: RawBlock, transactionHash: string): Raw {
  return { transactionHash, blockHash: header.hash, status: '0x1', gasUsed: '0x0', effectiveGasPrice: '0x0' }
}
