import type { RpcRequest } from './json-rpc.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Largest answer of a method: receipts of 5,000 transactions are 10.3 MB, the block with them 4.4 MB. */
const limits: Readonly<Record<string, number>> = {
  eth_call: 4 * MIB,
  eth_simulateV1: 16 * MIB,
  debug_traceCall: 16 * MIB,
  eth_getLogs: 16 * MIB,
  eth_getBlockReceipts: 32 * MIB,
  eth_getBlockByHash: 16 * MIB,
  eth_getBlockByNumber: 16 * MIB,
}
const OTHER_METHODS = 256 * KIB

/** Parsing this takes about 0.3 s, in which the service does nothing else. */
const MAX_BODY_BYTES = 32 * MIB

/** Largest response body to these requests. */
export function bodyLimit(requests: readonly RpcRequest[]): number {
  const total = requests.reduce((sum, { method }) => sum + (limits[method] ?? OTHER_METHODS), 0)
  return Math.min(total, MAX_BODY_BYTES)
}
