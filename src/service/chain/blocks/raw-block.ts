import { hashOf, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { LATEST_S } from '../nodes/read-block.ts'
import type { RpcFailureKind } from '../rpc/json-rpc.ts'
import type { BlockHeader } from './block.ts'

/** The answer of a node is not the requested block. The message is one line without the host. */
export class BlockFault extends Error {
  readonly kind: RpcFailureKind

  constructor(kind: RpcFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Says that the parts of a block do not fit together. */
export function misfit(message: string): BlockFault {
  return new BlockFault('bad-answer', message)
}

/** Says that the node does not have the block, or not all of it yet. */
export function notYet(message: string): BlockFault {
  return new BlockFault('lagging', message)
}

/** A JSON object of a node may have any members. */
export type Raw = Readonly<Record<string, unknown>>

/** A block as the node gave it, of which the header is checked. */
export interface RawBlock {
  readonly header: BlockHeader
  /** The gas of its receipts; undefined: the header counts in another way. */
  readonly gasOfReceipts: bigint | undefined
  /** By the bloom filter of the header. One that is full, as of chains that make none, says nothing: false. */
  readonly hasLogs: boolean
  /** Miner or fee recipient; any text. */
  readonly feeRecipient: string
  readonly transactions: readonly Raw[]
  readonly withdrawals: readonly unknown[]
}

const EMPTY_BLOOM = `0x${'0'.repeat(512)}`
const FULL_BLOOM = `0x${'f'.repeat(512)}`

/**
 * Reads a block with its transactions and checks that it has the requested number or hash.
 * @throws BlockFault
 */
export function readRawBlock(value: unknown, requested: number | string): RawBlock {
  if (value === null) throw notYet('does not have the block')
  if (!isRecord(value)) throw misfit('the block is not an object')
  const header = {
    number: safeNumber(value.number, 'the number of the block'),
    hash: requireHash(value.hash, 'the hash of the block'),
    parentHash: requireHash(value.parentHash, 'the parent hash'),
    timestamp: safeNumber(value.timestamp, 'the timestamp of the block'),
  }
  if (header.timestamp > LATEST_S) throw misfit('the timestamp of the block is after the year 9999')
  if (typeof requested === 'number' ? header.number !== requested : header.hash !== requested.toLowerCase())
    throw misfit('gave another block than the requested one')
  const gasUsed = quantityOf(value.gasUsed)
  if (gasUsed === undefined) throw misfit('the gas of the block is not a quantity')
  const { logsBloom, miner, transactions, withdrawals = [] } = value
  if (typeof logsBloom !== 'string' || logsBloom.length !== EMPTY_BLOOM.length)
    throw misfit('the bloom filter of the block is not one')
  if (!isListOfRecords(transactions)) throw misfit('the block has no list of transactions')
  if (transactions.length === 0 && gasUsed > 0n) throw notYet('left out the transactions of the block')
  return {
    header,
    // From the Amsterdam hard fork on, headers count gas before refunds (EIP-7778) and by dimension (EIP-8037).
    gasOfReceipts: value.blockAccessListHash === undefined ? gasUsed : undefined,
    hasLogs: logsBloom !== EMPTY_BLOOM && logsBloom !== FULL_BLOOM,
    feeRecipient: typeof miner === 'string' ? miner : '',
    transactions,
    withdrawals: Array.isArray(withdrawals) ? withdrawals : [],
  }
}

export function isListOfRecords(value: unknown): value is readonly Raw[] {
  return Array.isArray(value) && value.every(isRecord)
}

/** Reads a quantity that is a safe integer. */
export function safeNumber(value: unknown, what: string): number {
  const number = quantityOf(value)
  if (number === undefined || number > Number.MAX_SAFE_INTEGER) throw misfit(`${what} is not a number`)
  return Number(number)
}

/** Reads 32 bytes, in lower case. */
export function requireHash(value: unknown, what: string): string {
  const hash = hashOf(value)
  if (hash === undefined) throw misfit(`${what} is not a hash`)
  return hash
}

/** Whether two texts are the same hex, in any case. */
export function isSameHex(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase())
}
