import type { RpcRequest } from './json-rpc.ts'

const KIB = 1024
const MIB = 1024 * KIB

/**
 * Largest answer of a method: receipts of 5,000 transactions are 10.3 MB. Blocks are asked for with the hashes of their
 * transactions only, 69 bytes each. A transaction has up to 128 KiB of data, in hex.
 */
const limits: Readonly<Record<string, number>> = {
  eth_call: 4 * MIB,
  eth_simulateV1: 16 * MIB,
  debug_traceCall: 16 * MIB,
  eth_getLogs: 16 * MIB,
  eth_getBlockReceipts: 32 * MIB,
  eth_getBlockByHash: MIB,
  eth_getBlockByNumber: MIB,
  eth_getTransactionByBlockNumberAndIndex: MIB,
  eth_getCode: MIB,
}
/** A number or a word. */
const OTHER_METHODS = 64 * KIB

/** Parsing this takes about 0.3 s, in which the service does nothing else. */
const MAX_BODY_BYTES = 32 * MIB

/** Largest response body to these requests. */
export function bodyLimit(requests: readonly RpcRequest[]): number {
  const total = requests.reduce((sum, { method }) => sum + (limits[method] ?? OTHER_METHODS), 0)
  return Math.min(total, MAX_BODY_BYTES)
}
