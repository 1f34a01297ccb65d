import { join } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>

/** Where the program keeps things on this machine. */
export interface Places {
  /** Folder of config.json. */
  readonly config: string
  /** Folder of the local database and its key. */
  readonly data: string
}

/** Each profile that has no address has a database of its own. */
export function defaultDatabaseOf(profile: string, places: Places): string {
  return join(places.data, `${encodeURIComponent(profile)}.db`)
}
