import type { KeyKind } from '../../api/operations/operation.ts'
import { noAccess, type WardenError } from '../../shared/errors.ts'

/** Identifies a key. It includes the origin, so that an edited address in the profile file does not get the key. */
export interface KeyId {
  /** Folder of the profile file, because several folders can have profiles with one name. */
  readonly home: string
  readonly profile: string
  readonly kind: KeyKind
  readonly origin: string
}

/** The system's store for secrets of the user. Every call throws WardenError `keychain-failed` if it fails. */
export interface Keychain {
  /** Undefined if there is no such key. */
  read(id: KeyId): Promise<string | undefined>
  store(id: KeyId, key: string): Promise<void>
  /** Succeeds if there is no such key. */
  remove(id: KeyId): Promise<void>
}

/** Value in the profile file for a key in the keychain; not a valid key. */
export const IN_KEYCHAIN = 'keychain:'

/** @param why the message: `secret-tool is not installed` */
export function keychainFailed(why: string, cause?: unknown): WardenError {
  return noAccess('keychain-failed', why, { cause })
}

/** Attributes that identify a key. */
export function attributesOf({ home, profile, kind, origin }: KeyId): readonly (readonly [string, string])[] {
  return [
    ['service', 'txwarden'],
    ['home', home],
    ['profile', profile],
    ['kind', kind],
    ['origin', origin],
  ]
}
