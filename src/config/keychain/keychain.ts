import type { KeyKind } from '../../api/operation.ts'
import { WardenError } from '../../shared/errors.ts'

/**
 * Which key is meant. The origin is part of it: whoever edits an address into the profile file by hand does not get
 * the key along to another service.
 */
export interface KeyPlace {
  /** Folder of the profile file: two of them may have profiles of one name. */
  readonly home: string
  readonly profile: string
  readonly kind: KeyKind
  readonly origin: string
}

/** Where the system keeps secrets for its user. Every call throws WardenError `keychain-failed` when it cannot. */
export interface Keychain {
  /** Undefined when there is none. */
  read(place: KeyPlace): Promise<string | undefined>
  store(place: KeyPlace, key: string): Promise<void>
  /** No failure when there is none. */
  remove(place: KeyPlace): Promise<void>
}

/** In the profile file it stands for a key that the keychain has: no key of any service is this word. */
export const IN_KEYCHAIN = 'keychain:'

/** @param why a clause: `secret-tool is not installed` */
export function keychainFailed(why: string, cause?: unknown): WardenError {
  return new WardenError({ kind: 'auth', code: 'keychain-failed', message: why, cause })
}

/** Name and value of what tells the keys of all paths apart. */
export function attributesOf({ home, profile, kind, origin }: KeyPlace): readonly (readonly [string, string])[] {
  return [
    ['service', 'txwarden'],
    ['home', home],
    ['profile', profile],
    ['kind', kind],
    ['origin', origin],
  ]
}
