import type { Db } from './schema.ts'

/** An open database of the service. */
export interface Store {
  /** For reading: sees only what is committed. */
  readonly read: Db
  /**
   * Runs `work` in a transaction and returns after COMMIT did; throws and undoes its writes when it throws.
   * Several may share one commit. `work` must wait for nothing but its own statements.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}
