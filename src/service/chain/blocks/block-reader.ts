/** Room: Blocks with the logs and transactions that touch monitored addresses, and the check that they are complete. */

import type { RpcFailure } from '../rpc/json-rpc.ts'
import type { CheckedBlock } from './block.ts'

/**
 * The source says how logs are read. receipts: `eth_getBlockReceipts` · logs: `eth_getLogs` of the block, and
 * `eth_getTransactionReceipt` of each transaction that is matched.
 */
export type ReceiptSource = 'receipts' | 'logs'

export interface BlockRequest {
  readonly chainId: string
  /** A secret. */
  readonly url: string
  /** Number or hash. */
  readonly block: number | string
  readonly receipts: ReceiptSource
  /** Budget (ms). */
  readonly timeoutMs: number
  /** Addresses that are looked for instead of those of the table. */
  readonly only?: readonly string[]
  /** Transactions (hashes, lower case) that are always matched, even without candidates. */
  readonly transactions?: readonly string[]
}

export interface BlockReading {
  /** A failure is one of the node; `lagging`: it does not have the block or its receipts yet. */
  readonly block: CheckedBlock | RpcFailure
  /** Requests that were sent. */
  readonly requests: number
}

/** Reads blocks completely, in a thread of its own: parsing and matching a large block takes 50 ms. */
export interface BlockReader {
  /** Never throws for what a node answers. */
  read(request: BlockRequest): Promise<BlockReading>
  /** Takes over watched addresses (lower case); later reads look for them too. */
  watch(chainId: string, addresses: readonly string[]): Promise<void>
  /** Reads in flight fail. */
  close(): Promise<void>
}

/** Message to the worker, which answers each by id. */
export type WorkerRequest = { readonly id: number } & WorkerTask

export type WorkerTask =
  | { readonly read: BlockRequest }
  | { readonly watch: { readonly chainId: string; readonly addresses: readonly string[] } }

/** The worker answers each request by its id. */
export type WorkerAnswer =
  | { readonly id: number; readonly reading: BlockReading }
  /** The table of the chain after `watch`. */
  | { readonly id: number; readonly table: SharedArrayBuffer }

export interface WorkerStart {
  /** Tables of an earlier worker, by chain. */
  readonly tables: ReadonlyMap<string, SharedArrayBuffer>
}
