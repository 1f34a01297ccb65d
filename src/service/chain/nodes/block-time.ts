import { quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import type { RpcRequest } from '../rpc/json-rpc.ts'
import { blockRequest } from './read-block.ts'

export interface BlockTime {
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: number
}

export function blockTimeRequest(block: 'latest' | bigint): RpcRequest {
  return blockRequest(typeof block === 'bigint' ? quantity(block) : block)
}

/** Number and time of a header; undefined for anything else. */
export function blockTimeOf(result: unknown): BlockTime | undefined {
  const header = (result ?? {}) as { number?: unknown; timestamp?: unknown }
  const [number, timestamp] = [quantityOf(header.number), quantityOf(header.timestamp)]
  if (number === undefined || timestamp === undefined || timestamp > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return { number, timestamp: Number(timestamp) }
}
