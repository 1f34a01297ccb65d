import { addressOf, hashOf, quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import type { BlockHeader } from '../blocks/block.ts'
import {
  isFailure,
  isReply,
  nodeFailure,
  type RpcFailure,
  type RpcNode,
  type RpcRequest,
  resultOf,
} from '../rpc/json-rpc.ts'
import type { NodeHead, ReadyNode } from './chain-node.ts'

/** Requests the header of a block by its number, a tag or its hash. */
export function blockRequest(of: number | bigint | string): RpcRequest {
  const isHash = typeof of === 'string' && of.startsWith('0x')
  const params = [typeof of === 'string' ? of : quantity(of), false]
  return { method: isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber', params }
}

export const HEAD_REQUEST = blockRequest('latest')

/** Reads the header of one block, in a trip of its own. */
export async function readHeader(rpc: RpcNode, of: bigint | string, until: number): Promise<ReadBlock | RpcFailure> {
  const [reply] = await rpc.send([blockRequest(of)], until)
  if (reply && !isReply(reply)) return reply.failure
  return readBlock(resultOf(reply)) ?? nodeFailure(rpc.host, 'failed', `there is no block ${of}`)
}

/** Moves a ready node to another block. */
export async function atBlock(ready: ReadyNode, of: bigint | string, until: number): Promise<ReadyNode | RpcFailure> {
  const head = await readHeader(ready.node.rpc, of, until)
  return isFailure(head) ? head : { ...ready, head, isHeadKept: false }
}

/** The number of a block says which one it is, its timestamp (s) when it was made. */
export type BlockTime = Pick<ReadBlock, 'number' | 'timestamp'>

/** Gives the part of a header that identifies a block, with its number as a safe integer. */
export function toHeader({ number, hash, parentHash, timestamp }: ReadBlock): BlockHeader {
  return { number: Number(number), hash, parentHash, timestamp }
}

/** A header comes with the number of its transactions. */
export interface ReadBlock extends NodeHead {
  readonly transactions: number
}

/** Later years have no date-time of RFC 3339 (seconds). */
export const LATEST_S = 253_402_300_799

/** Reads a header; undefined for `null` (the node lacks the block) and for anything else. */
export function readBlock(value: unknown): ReadBlock | undefined {
  if (!isRecord(value)) return undefined
  const number = quantityOf(value.number)
  const hash = hashOf(value.hash)
  const parentHash = hashOf(value.parentHash)
  const timestamp = quantityOf(value.timestamp)
  const gasLimit = quantityOf(value.gasLimit)
  const feeRecipient = addressOf(value.miner)
  if (number === undefined || hash === undefined || parentHash === undefined) return undefined
  if (timestamp === undefined || timestamp > BigInt(LATEST_S) || gasLimit === undefined) return undefined
  if (feeRecipient === undefined) return undefined
  return {
    number,
    hash,
    parentHash,
    timestamp: Number(timestamp),
    feeRecipient,
    gasLimit,
    baseFee: quantityOf(value.baseFeePerGas),
    transactions: Array.isArray(value.transactions) ? value.transactions.length : 0,
  }
}
