import type { Clock, RandomBytes } from '../runtime/deps.ts'

/** Which database is administered, and what its administration needs. */
export interface DatabaseOptions {
  /** Path of the SQLite file, or postgres://user@host/name. */
  readonly database: string
  /** Folder of the key file of a PostgreSQL database; required for one. */
  readonly keyFolder?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: RandomBytes
}
