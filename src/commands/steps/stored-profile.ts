import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { DEFAULT_PROFILE, type Profile, type ProfileFile, profileNamed } from '../../config/profiles/profile-file.ts'
import { chooseProfile } from '../../config/resolve.ts'

/** The profile in use as stored: without flags, environment and defaults. */
export interface StoredProfile {
  readonly name: string
  readonly profile: Profile
  readonly file: ProfileFile
}

/** Also works with invalid values, to repair them. Throws for an unknown profile. */
export function storedProfile(context: Context): StoredProfile {
  const input = context.resolveInput()
  const { name } = chooseProfile(input)
  return { name, profile: profileNamed(input.file, name), file: input.file }
}

/** `local` is always the local service, without address and keys. */
export function refuseOnLocal(
  name: string,
  what: string,
  next = 'txwarden profile create <name> --base-url <url>',
): void {
  if (name !== DEFAULT_PROFILE) return
  throw refusedError(`profile ${DEFAULT_PROFILE} is the local service: ${what} needs another profile`, {
    try: next,
  })
}
