import type { KeyKind } from '../../api/operation.ts'
import { WardenError } from '../../shared/errors.ts'
import { keyOrigin } from '../key-origin.ts'
import type { Env, Paths } from '../paths.ts'
import type { Profile } from '../profile-file.ts'
import { findKeychain } from './find.ts'
import { IN_KEYCHAIN, type Keychain, keychainFailed } from './keychain.ts'

interface Owner {
  readonly name: string
  /** With the addresses that the keys are for. */
  readonly profile: Profile
  readonly paths: Paths
  readonly env: Env
}

type Keys = Readonly<Partial<Record<KeyKind, string>>>

/**
 * Puts keys into the keychain, all or none, and reads each back: a keychain that only seems to take one would cost it.
 * @returns undefined when they are there, otherwise why not, as a clause
 */
export async function putInKeychain(owner: Owner, keys: Keys): Promise<string | undefined> {
  return whyNot(async () => {
    const keychain = findKeychain(owner.env)
    for (const [kind, key] of Object.entries(keys)) {
      const place = placeOf(owner, kind as KeyKind)
      await keychain.store(place, key)
      if ((await keychain.read(place)) !== key) throw keychainFailed('the keychain did not keep the key')
    }
  })
}

/**
 * Takes those of these keys that the profile has in the keychain out of it.
 * @returns undefined when none is left there, otherwise why, as a clause
 */
export async function removeFromKeychain(owner: Owner, kinds: readonly KeyKind[]): Promise<string | undefined> {
  const kept = kinds.filter((kind) => owner.profile[`${kind}-key`] === IN_KEYCHAIN)
  if (kept.length === 0) return undefined
  return whyNot(async () => {
    const keychain: Keychain = findKeychain(owner.env)
    for (const kind of kept) await keychain.remove(placeOf(owner, kind))
  })
}

function placeOf({ name, profile, paths }: Owner, kind: KeyKind) {
  return { home: paths.config, profile: name, kind, origin: keyOrigin(profile, kind) ?? '' }
}

async function whyNot(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof WardenError && error.code === 'keychain-failed') return error.message
    throw error
  }
}
