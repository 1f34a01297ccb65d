import type { Clock } from '../../shared/time/clock.ts'
import type { RandomBytes } from '../runtime/deps.ts'

/** The database of an administration command, and its dependencies. */
export interface DatabaseOptions {
  /** Path of the SQLite file, or postgres://user@host/name. */
  readonly database: string
  /** Folder of the key files of PostgreSQL databases; required for one. */
  readonly keyFolder?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: RandomBytes
}
