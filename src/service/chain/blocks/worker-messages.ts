import type { BlockReading, BlockRequest } from './block-reader.ts'

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
