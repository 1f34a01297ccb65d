import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WardenError } from '../api/errors.ts'
import { whileLocked } from './file-lock.ts'
import type { Places } from './places.ts'
import { type SettingName, settingNames } from './settings.ts'

export const DEFAULT_PROFILE = 'local'

/** Values as text, by setting name. */
export type Profile = Readonly<Partial<Record<SettingName, string>>>

export interface ProfileFile {
  /** Used when neither flag nor environment name one; undefined: `local`. */
  readonly active?: string | undefined
  readonly profiles: Readonly<Record<string, Profile>>
}

const EMPTY: ProfileFile = { profiles: {} }

export function profileFilePath(places: Places): string {
  return join(places.config, 'config.json')
}

/**
 * Reads the file without `conf`: every command does it, and most only ever read.
 * @throws WardenError `broken-config`
 */
export function readProfiles(places: Places): ProfileFile {
  const path = profileFilePath(places)
  const text = readIfThere(path)
  if (text === undefined) return EMPTY
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw broken(path, 'is not valid JSON', error)
  }
  if (!isProfileFile(value)) throw broken(path, 'does not have the shape of a txwarden configuration')
  return { active: value.active, profiles: value.profiles ?? {} }
}

/**
 * Changes the file: reads it, applies `change` and writes the whole (beside it, then renamed; mode 0600, for it may
 * hold keys). Processes that do so at once wait for each other, so that no change is lost.
 */
export async function updateProfiles(places: Places, change: (file: ProfileFile) => ProfileFile): Promise<void> {
  mkdirSync(places.config, { recursive: true, mode: 0o700 })
  await whileLocked(profileFilePath(places), async () => {
    const { active, profiles } = change(readProfiles(places))
    const { default: Conf } = await import('conf')
    const conf = new Conf<Record<string, unknown>>({
      cwd: places.config,
      configName: 'config',
      configFileMode: 0o600,
      projectName: 'txwarden',
      projectSuffix: '',
      clearInvalidConfig: false,
    })
    // What a newer program keeps beside these stays.
    const { active: _, ...rest } = conf.store
    conf.store = { ...rest, ...(active !== undefined && { active }), profiles }
  })
}

/** Every profile there is; `local` always is. */
export function profileNames(file: ProfileFile): string[] {
  return [...new Set([DEFAULT_PROFILE, ...Object.keys(file.profiles)])]
}

export function hasProfile(file: ProfileFile, name: string): boolean {
  return name === DEFAULT_PROFILE || Object.hasOwn(file.profiles, name)
}

/**
 * @param givenBy the variable that named it: easily forgotten, so the error tells
 * @throws WardenError `unknown-profile`
 */
export function profileNamed(file: ProfileFile, name: string, givenBy?: string): Profile {
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined
  if (profile) return profile
  if (name === DEFAULT_PROFILE) return {}
  throw new WardenError({
    kind: 'usage',
    code: 'unknown-profile',
    message: `there is no profile ${JSON.stringify(name)}${givenBy === undefined ? '' : ` (${givenBy})`}: there are ${profileNames(file).join(', ')}`,
    try: 'txwarden profile list',
  })
}

export function withProfile(file: ProfileFile, name: string, profile: Profile): ProfileFile {
  return { ...file, profiles: { ...file.profiles, [name]: profile } }
}

/** Without the profile; when it was the active one, `local` is from now on. */
export function withoutProfile(file: ProfileFile, name: string): ProfileFile {
  const { [name]: _, ...profiles } = file.profiles
  return { active: file.active === name ? undefined : file.active, profiles }
}

/** What is wrong with a name for a new profile: it becomes a file name, on systems that know no case, too. */
export function profileNameFault(name: string): string | undefined {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name)) return undefined
  return 'is not a name for a profile: up to 64 lower-case letters, digits, dots, dashes and underscores'
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isProfileFile(value: unknown): value is ProfileFile | { active?: string; profiles?: undefined } {
  if (!isRecord(value)) return false
  const { active, profiles } = value
  if (active !== undefined && typeof active !== 'string') return false
  if (profiles === undefined) return true
  return isRecord(profiles) && Object.values(profiles).every(isProfile)
}

function isProfile(value: unknown): boolean {
  return isRecord(value) && settingNames.every((name) => value[name] === undefined || typeof value[name] === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function broken(path: string, fault: string, cause?: unknown): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'broken-config',
    message: `${path} ${fault}`,
    details: ['Correct it, or move it away to start anew.'],
    try: 'txwarden config path',
    cause,
  })
}
