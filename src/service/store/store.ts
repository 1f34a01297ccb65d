/**
 * Room: The only SQL: schema, migrations, repositories, SQLite and PostgreSQL.
 *
 * SQL is written once for both databases. A published migration is never edited.
 */

import type { Db } from './schema/schema.ts'

/** An open database of the service. */
export interface Store {
  /** For reads. Sees only committed data. */
  readonly read: Db
  /** Whether several servers can use it at the same time. */
  readonly isShared: boolean
  /** The database's own clock (ms since 1970), where it has one. */
  readonly time?: () => Promise<number>
  /**
   * Runs `work` in a transaction and resolves after COMMIT. When `work` throws, rolls its writes back and rejects.
   * Several writes can share a commit. `work` awaits only its own statements, and can run again from the start after a
   * conflict: it must reset any state it changes outside the database.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Announces a write: shared commits wait shortly for it. The caller calls the returned function when it runs or fails. */
  announceWrite(): () => void
  /** Whether writes are announced or under way. */
  isBusy(): boolean
  /** @throws WritesStopped */
  requireWritable(): void
  /** Takes no writes from now on: the database is damaged. Absent where the database checks its own pages. */
  readonly refuse?: (damage: Error) => void
  /** Classifies errors of the database itself; undefined for every other error. */
  failureOf(error: unknown): StoreFailure | undefined
  /** Takes an exclusive lock, across processes; undefined while another process holds it. */
  tryLock(name: LockName): Promise<Lock | undefined>
  facts(): Promise<StoreFacts>
  /** A part of the facts, without looking for a server. */
  sizes(): Promise<StoreSizes>
  /** Bytes that rows and indexes take. On PostgreSQL with free space in the tables, which VACUUM FULL returns. */
  usedBytes(): Promise<number>
  /** Estimated number of validations after a time (ms), possibly capped. */
  validationsSince(time: number): Promise<number>
  close(): Promise<void>
}

export const ESTIMATED_TABLES = ['transactions', 'deliveries', 'audit', 'counterparties', 'graph_edges'] as const

/** Estimated rows of each table, without counting. */
export type RowEstimates = Readonly<Record<(typeof ESTIMATED_TABLES)[number], number>>

export interface StoreSizes {
  /** Including SQLite's WAL. */
  readonly bytes: number
  /** SQLite's WAL, part of `bytes`. Absent on PostgreSQL and without a database, like the next two. */
  readonly logBytes?: number
  /** Free pages, part of `bytes`. */
  readonly reusableBytes?: number
  readonly freeDiskBytes?: number
}

export interface StoreFacts extends StoreSizes {
  readonly rowEstimates: RowEstimates
  /** Whether a `serve` is running on it. */
  readonly served: boolean
  /** Absent on SQLite. */
  readonly postgresVersion?: string
}

/**
 * `busy`: locked by another transaction. `unavailable`: not reachable. `outcome-unknown`: the connection or the disk failed
 * during a COMMIT, which may or may not be stored. `moved`: the files were deleted, renamed or replaced while in use.
 */
export type StoreFailure =
  | 'busy'
  | 'disk-full'
  | 'unavailable'
  | 'outcome-unknown'
  | 'disk-error'
  | 'not-writable'
  | 'out-of-resources'
  | 'damaged'
  | 'moved'

/** A write that was not tried: an earlier one met a failure of the disk or the files. */
export class WritesStopped extends Error {
  override readonly name = 'WritesStopped'
  readonly failure: StoreFailure

  /** @param cause the failure of the earlier write, or of the last check */
  constructor(failure: StoreFailure, cause: unknown) {
    super('writes are stopped until the database is verified', { cause })
    this.failure = failure
  }
}

export type LockName = 'import' | 'addresses' | 'rescreen'

/** Ends with the process, also after a kill. */
export interface Lock {
  release(): void | Promise<void>
}
