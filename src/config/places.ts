import { join } from 'node:path'
import envPaths from 'env-paths'

export type Env = Readonly<Record<string, string | undefined>>

/** Where the program keeps things on this machine. */
export interface Places {
  /** Folder of config.json. */
  readonly config: string
  /** Folder of the local database and its key. */
  readonly data: string
}

/** All below TXWARDEN_HOME when it is set, otherwise where the system keeps such things. */
export function placesOf(env: Env): Places {
  if (env.TXWARDEN_HOME) return { config: env.TXWARDEN_HOME, data: env.TXWARDEN_HOME }
  const paths = envPaths('txwarden', { suffix: '' })
  return { config: paths.config, data: paths.data }
}

/** Each profile that has no address has a database of its own. */
export function defaultDatabaseOf(profile: string, places: Places): string {
  return join(places.data, `${encodeURIComponent(profile)}.db`)
}
