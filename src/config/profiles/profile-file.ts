import { join } from 'node:path'
import { misuse } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'
import type { Paths } from '../paths.ts'
import { type SettingName, settingNames } from '../settings.ts'

export const DEFAULT_PROFILE = 'local'

/** Settings as text, by name. */
export type Profile = Readonly<Partial<Record<SettingName, string>>>

export interface ProfileFile {
  /** Used without flag and environment variable; undefined: `local`. */
  readonly active?: string | undefined
  readonly profiles: Readonly<Record<string, Profile>>
}

export function profileFilePath(paths: Paths): string {
  return join(paths.config, 'config.json')
}

/** All profiles; `local` always exists. */
export function profileNames(file: ProfileFile): string[] {
  return [...new Set([DEFAULT_PROFILE, ...Object.keys(file.profiles)])]
}

export function hasProfile(file: ProfileFile, name: string): boolean {
  return name === DEFAULT_PROFILE || Object.hasOwn(file.profiles, name)
}

/**
 * @param givenBy the environment variable with the name, for the error
 * @throws WardenError `unknown-profile`
 */
export function profileNamed(file: ProfileFile, name: string, givenBy?: string): Profile {
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined
  if (profile) return profile
  if (name === DEFAULT_PROFILE) return {}
  throw misuse(
    'unknown-profile',
    `profile ${JSON.stringify(name)}${givenBy === undefined ? '' : ` (${givenBy})`} does not exist; existing: ${profileNames(file).join(', ')}${didYouMean(name, profileNames(file))}`,
    { try: 'txwarden profile list' },
  )
}

export function withProfile(file: ProfileFile, name: string, profile: Profile): ProfileFile {
  return { ...file, profiles: { ...file.profiles, [name]: profile } }
}

/** Removes a profile. If it was active, `local` becomes active. */
export function withoutProfile(file: ProfileFile, name: string): ProfileFile {
  const { [name]: _, ...profiles } = file.profiles
  return { active: file.active === name ? undefined : file.active, profiles }
}

/** Why a name is invalid. It becomes a file name, also on case-insensitive file systems. */
export function profileNameFault(name: string): string | undefined {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name)) return undefined
  return 'is not a valid profile name: up to 64 lower-case letters, digits, dots, dashes and underscores'
}

/** Whether parsed JSON is a profile file. */
export function isProfileFile(value: unknown): value is ProfileFile | { active?: string; profiles?: undefined } {
  if (!isRecord(value)) return false
  const { active, profiles } = value
  if (active !== undefined && typeof active !== 'string') return false
  if (profiles === undefined) return true
  return isRecord(profiles) && Object.values(profiles).every(isProfile)
}

function isProfile(value: unknown): boolean {
  return isRecord(value) && settingNames.every((name) => value[name] === undefined || typeof value[name] === 'string')
}
