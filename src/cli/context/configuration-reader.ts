import type { Env, Paths } from '../../config/paths.ts'
import { readProfiles, updateProfiles } from '../../config/profiles/profile-store.ts'
import { type FlagValues, type ResolveInput, resolveConfiguration } from '../../config/resolve.ts'
import { lazily } from '../../shared/lazily.ts'
import type { GlobalValues } from '../program/globals.ts'
import type { Context } from './context.ts'

/** The stored profiles, and the configuration that results from them, the environment and the flags. */
export function configurationReader(
  globals: GlobalValues,
  env: Env,
  paths: Paths,
): Pick<Context, 'resolveInput' | 'configuration' | 'updateProfiles'> {
  const resolveInput = lazily(
    (): ResolveInput => ({
      profile: globals.profile,
      flags: flagValues(globals),
      env,
      file: readProfiles(paths),
      paths,
    }),
  )
  return {
    resolveInput,
    configuration: lazily(() => resolveConfiguration(resolveInput())),
    updateProfiles: (change) => updateProfiles(paths, change),
  }
}

function flagValues(globals: GlobalValues): FlagValues {
  const given: Record<string, string | undefined> = {
    'base-url': globals.baseUrl,
    'management-url': globals.managementUrl,
    output: globals.json || globals.jq !== undefined ? 'json' : globals.output,
    timeout: globals.timeout === undefined ? undefined : `${globals.timeout}ms`,
    retries: globals.retries?.toString(),
    'insecure-http': globals.insecureHttp === undefined ? undefined : String(globals.insecureHttp),
  }
  return given
}
