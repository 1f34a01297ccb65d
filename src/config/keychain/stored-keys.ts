import type { KeyKind } from '../../api/operations/operation.ts'
import { WardenError } from '../../shared/errors.ts'
import type { Env, Paths } from '../paths.ts'
import { keyOrigin } from '../profiles/key-origin.ts'
import type { Profile } from '../profiles/profile-file.ts'
import { findKeychain } from './find.ts'
import { IN_KEYCHAIN, type Keychain, keychainFailed } from './keychain.ts'

interface KeyOwner {
  readonly name: string
  /** With the addresses of the keys. */
  readonly profile: Profile
  readonly paths: Paths
  readonly env: Env
}

type Keys = Readonly<Partial<Record<KeyKind, string>>>

/**
 * Stores keys in the keychain and reads each back, to detect one that was not kept.
 * @returns undefined on success, otherwise the reason
 */
export async function putInKeychain(owner: KeyOwner, keys: Keys): Promise<string | undefined> {
  return failureOf(async () => {
    const keychain = findKeychain(owner.env)
    for (const [kind, key] of Object.entries(keys)) {
      const id = keyId(owner, kind as KeyKind)
      await keychain.store(id, key)
      if ((await keychain.read(id)) !== key) throw keychainFailed('the keychain did not keep the key')
    }
  })
}

/**
 * Removes the keys of the profile from the keychain.
 * @returns undefined on success, otherwise the reason
 */
export async function removeFromKeychain(owner: KeyOwner, kinds: readonly KeyKind[]): Promise<string | undefined> {
  const kept = kinds.filter((kind) => owner.profile[`${kind}-key`] === IN_KEYCHAIN)
  if (kept.length === 0) return undefined
  return failureOf(async () => {
    const keychain: Keychain = findKeychain(owner.env)
    for (const kind of kept) await keychain.remove(keyId(owner, kind))
  })
}

function keyId({ name, profile, paths }: KeyOwner, kind: KeyKind) {
  return { home: paths.config, profile: name, kind, origin: keyOrigin(profile, kind) ?? '' }
}

async function failureOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof WardenError && error.code === 'keychain-failed') return error.message
    throw error
  }
}
