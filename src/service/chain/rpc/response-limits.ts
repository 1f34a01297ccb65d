import type { RpcRequest } from './json-rpc.ts'

const KIB = 1024
const MIB = 1024 * KIB

/**
 * Largest answer of a method: receipts of 5,000 transactions are 10.3 MB. Blocks are requested with the hashes of their
 * transactions only, 69 bytes each. A transaction has up to 128 KiB of data, in hex.
 */
const limits: Readonly<Record<string, number>> = {
  eth_call: 4 * MIB,
  eth_simulateV1: 16 * MIB,
  debug_traceCall: 16 * MIB,
  debug_traceTransaction: 4 * MIB,
  debug_traceBlockByHash: 32 * MIB,
  trace_block: 32 * MIB,
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

/** Gives the largest response body to these requests. */
export function bodyLimit(requests: readonly RpcRequest[]): number {
  const total = requests.reduce((sum, { method }) => sum + (limits[method] ?? OTHER_METHODS), 0)
  return Math.min(total, MAX_BODY_BYTES)
}

/** Shorter bodies have values for 450 MB of memory at most. */
const DENSE_BYTES = 16 * MIB
/** Values and members of values; receipts of 40 MiB have a sixth of it. */
const MAX_VALUES = 4_000_000

/**
 * Whether a body has so many values that parsing it takes too much memory: 28 bytes for each byte of `[[[…`. Running out of
 * memory ends the process, also in a thread with a limit of its own.
 */
export function hasTooManyValues(body: string): boolean {
  if (body.length <= DENSE_BYTES) return false
  let values = 0
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (code === COMMA || code === BRACKET || code === BRACE) values++
  }
  return values > MAX_VALUES
}

const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b
