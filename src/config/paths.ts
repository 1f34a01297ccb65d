import { join } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>

/** Where the program keeps things on this machine. */
export interface Paths {
  /** Folder of config.json. */
  readonly config: string
  /** Folder of the local database and its key. */
  readonly data: string
}

/** Each profile that has no address has a database of its own. */
export function defaultDatabaseOf(profile: string, paths: Paths): string {
  return join(paths.data, `${encodeURIComponent(profile)}.db`)
}

/** When requests of a profile were sent: what the limiter counts. */
export function requestSlotsOf(profile: string, paths: Paths): string {
  return join(paths.data, 'limits', `${encodeURIComponent(profile)}.json`)
}

/** What a remote service of the profile last offered to the shell's completion. */
export function recentThingsOf(profile: string, paths: Paths): string {
  return join(paths.data, 'completion', `${encodeURIComponent(profile)}.json`)
}
