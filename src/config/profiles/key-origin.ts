import type { KeyKind } from '../../api/operations/operation.ts'
import type { Profile } from './profile-file.ts'

export const keyKinds = ['validation', 'management'] as const satisfies readonly KeyKind[]

/** The origin that a stored key of the profile belongs to; undefined without an address. */
export function keyOrigin(profile: Profile, kind: KeyKind): string | undefined {
  const base = profile['base-url']
  const own = kind === 'management' ? (profile['management-url'] ?? base) : base
  return own === undefined ? undefined : URL.parse(own)?.origin
}

/** Stored keys that a change of addresses would send to another origin than their own. */
export function keysLeftBehind(before: Profile, after: Profile): KeyKind[] {
  return keyKinds.filter((kind) => {
    const key = after[`${kind}-key`]
    return key !== undefined && key === before[`${kind}-key`] && keyOrigin(before, kind) !== keyOrigin(after, kind)
  })
}
