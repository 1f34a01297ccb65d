import type { SourceRecord } from '../../../api/schemas/intel.ts'
import type { ImportFormat } from '../../../api/vocabulary.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { EgressPolicy } from '../../egress/egress-policy.ts'
import type { Ids, RandomBytes } from '../../runtime/deps.ts'
import type { Store } from '../../store/store.ts'
import type { ImportProgress } from './read-rows.ts'

export interface IntelDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
  /** Addresses feeds may be fetched from, besides public ones. */
  readonly policy: () => Promise<EgressPolicy>
  /** Spreads the fetches of several servers. */
  readonly random: RandomBytes
  /** Size limit of a fetched feed, of all its files together; default 300 MiB. */
  readonly maxFetchedBytes?: number
  readonly maxFetchedRows?: number
}

/** A file or folder, a stream (stdin), or a URL. */
export type FeedLocation =
  | { readonly path: string }
  | { readonly stream: AsyncIterable<Uint8Array>; readonly name: string }
  | { readonly url: string }

/** Callbacks and cancellation of a long import. */
export interface ImportControl {
  readonly onProgress?: (progress: ImportProgress) => void
  /** Called once when another import holds the lock. */
  readonly onWait?: () => void
  readonly signal?: AbortSignal
}

export interface ImportRequest {
  readonly format: ImportFormat
  readonly from: FeedLocation
  /** Default: the format and the name of the file, folder or URL. */
  readonly source?: string | undefined
  /** Chains of addresses for which the feed names none. */
  readonly chainIds?: readonly string[] | undefined
  /** Default: the source's stored value, else the format's. */
  readonly maxAgeMs?: number | undefined
  /** Time of the snapshot (ms); default: now. */
  readonly asOf?: number | undefined
  readonly force?: boolean | undefined
  /** Begins a rescreen of transactions from this time on (ms), by what the snapshot adds or changes. */
  readonly rescreenSince?: number | undefined
}

export interface ImportReport extends SourceRecord {
  readonly importedAt: string
  readonly asOf: string
  /** Id of the rescreen that the import began. */
  readonly rescreenId?: string

  /** The previous snapshot. */
  readonly replaced: { readonly kept: number; readonly importedAt: string } | null
}

export type SyncReport =
  | (ImportReport & { readonly outcome: 'replaced' })
  | (SourceRecord & { readonly outcome: 'unchanged' })

export type SyncOptions = Pick<ImportRequest, 'force' | 'rescreenSince'>

/** Where a snapshot comes from. */
export interface FetchedFacts {
  /** Undefined for a file. */
  readonly url: string | undefined
  readonly etag?: string | null
  readonly lastModified?: string | null
}
