import { join } from 'node:path'
import envPaths from 'env-paths'
import { misuse } from '../shared/errors.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The program's folders on this machine. */
export interface Paths {
  /** Folder of config.json. */
  readonly config: string
  /** Folder of the local database and its key. */
  readonly data: string
}

/** Below TXWARDEN_HOME when it is set, otherwise in the system's folders. */
export function pathsOf(env: Env): Paths {
  if (env.TXWARDEN_HOME) return { config: env.TXWARDEN_HOME, data: env.TXWARDEN_HOME }
  // An empty HOME would put database and keys below the current folder.
  if (env.HOME === '') throw misuse('no-home', 'HOME is empty: set HOME or TXWARDEN_HOME')
  const { config, data } = envPaths('txwarden', { suffix: '' })
  return { config, data }
}

/** Every local profile has its own database. */
export function defaultDatabaseOf(profile: string, paths: Paths): string {
  return join(paths.data, `${encodeURIComponent(profile)}.db`)
}

/** Send times of a profile's requests, for the rate limiter. */
export function requestSlotsOf(profile: string, paths: Paths): string {
  return join(paths.data, 'limits', `${encodeURIComponent(profile)}.json`)
}

/** Calls that a proxy of the profile forwarded without a verdict, until they are in the audit log. */
export function unjudgedCallsOf(profile: string, paths: Paths): string {
  return join(paths.data, 'unjudged', encodeURIComponent(profile))
}

/** Completion candidates last received from the profile's service. */
export function candidateCacheOf(profile: string, paths: Paths): string {
  return join(paths.data, 'completion', `${encodeURIComponent(profile)}.json`)
}
