import type { KeyKind } from '../../api/operations/operation.ts'
import { noAccess, WardenError } from '../../shared/errors.ts'
import type { Env, Paths } from '../paths.ts'
import type { Configuration } from '../resolve.ts'
import { findKeychain } from './find.ts'
import { keychainFailed } from './keychain.ts'

/**
 * Reads keys of the profile in use, each once for all requests.
 * @throws WardenError `keychain-failed`
 */
export function keyReader(
  { profile, addresses }: Pick<Configuration, 'profile' | 'addresses'>,
  { config: home }: Paths,
  env: Env,
): (kind: KeyKind) => Promise<string> {
  const reading: Partial<Record<KeyKind, Promise<string>>> = {}
  const read = async (kind: KeyKind): Promise<string> => {
    try {
      const origin = addresses?.[kind].origin ?? ''
      const key = await findKeychain(env).read({ home, profile, kind, origin })
      if (key !== undefined) return key
      throw keychainFailed(`it has no key for ${origin}`)
    } catch (error) {
      throw error instanceof WardenError ? unreadable(profile, kind, error) : error
    }
  }
  return (kind) => {
    reading[kind] ??= read(kind)
    return reading[kind]
  }
}

function unreadable(profile: string, kind: KeyKind, cause: WardenError): WardenError {
  const message = `the ${kind} key of profile ${profile} cannot be read from the keychain: ${cause.message}`
  return noAccess(cause.code, message, {
    details: [`TXWARDEN_${kind.toUpperCase()}_KEY takes precedence and needs no keychain.`],
    try: `txwarden auth login --kind ${kind}`,
    cause,
  })
}
