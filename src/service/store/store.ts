import type { Db } from './schema.ts'

/** An open database of the service. */
export interface Store {
  /** For reading: sees only what is committed. */
  readonly read: Db
  /** Whether other servers may be at work on it at the same time. */
  readonly isShared: boolean
  /**
   * Runs `work` in a transaction and returns after COMMIT did; throws and undoes its writes when it throws.
   * Several may share one commit. `work` must wait for nothing but its own statements, and may be run again from the
   * start when another transaction got in its way: whatever it changes outside of the database it must set anew.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Says that a write is being prepared: those that share a commit wait a moment for it. Call what comes back at its end. */
  announceWrite(): () => void
  /** What is the matter with the database itself when it made this error; undefined for every other error. */
  failureOf(error: unknown): StoreFailure | undefined
  /** Makes the caller the only one with this lock, over all processes; undefined while another has it. */
  tryLock(name: LockName): Promise<Lock | undefined>
  /** What can be said of it as a whole. */
  facts(): Promise<StoreFacts>
  /** About how many validations were made after a time (ms), or as many as can be counted quickly. */
  validationsSince(time: number): Promise<number>
  close(): Promise<void>
}

/** Tables that grow with use. */
export const GROWING_TABLES = ['transactions', 'deliveries', 'audit', 'counterparties', 'graph_edges'] as const

/** About how many rows each has, known without counting them. */
export type RowEstimates = Readonly<Record<(typeof GROWING_TABLES)[number], number>>

export interface StoreFacts {
  /** On the disk. */
  readonly bytes: number
  /** Part of that: the write-ahead log beside a SQLite file; absent on PostgreSQL, as the next two. */
  readonly logBytes?: number
  /** Part of `bytes` that was freed: new rows take the room. */
  readonly reusableBytes?: number
  /** What is left on its disk. */
  readonly freeDiskBytes?: number
  readonly rowEstimates: RowEstimates
  /** Whether a server is at work on it at this moment. */
  readonly served: boolean
  /** Of the server; absent on SQLite. */
  readonly postgresVersion?: string
}

/**
 * `busy`: others are at work on it. `unavailable`: it cannot be reached. `outcome-unknown`: the connection was lost in
 * the midst of a COMMIT, which may have happened or not.
 */
export type StoreFailure = 'busy' | 'disk-full' | 'unavailable' | 'outcome-unknown'

export type LockName = 'import'

/** Goes with the process, however it ends. */
export interface Lock {
  release(): void | Promise<void>
}
