import envPaths from 'env-paths'
import type { Env, Paths } from './paths.ts'

/** All below TXWARDEN_HOME when it is set, otherwise where the system keeps such things. */
export function pathsOf(env: Env): Paths {
  if (env.TXWARDEN_HOME) return { config: env.TXWARDEN_HOME, data: env.TXWARDEN_HOME }
  const paths = envPaths('txwarden', { suffix: '' })
  return { config: paths.config, data: paths.data }
}
