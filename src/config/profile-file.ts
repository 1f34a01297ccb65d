import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WardenError } from '../api/errors.ts'
import type { Places } from './places.ts'
import { type SettingName, settingNames } from './settings.ts'

export const DEFAULT_PROFILE = 'local'

/** Values as text, by setting name. */
export type Profile = Readonly<Partial<Record<SettingName, string>>>

export interface ProfileFile {
  /** Used when neither flag nor environment name one. */
  readonly active: string
  readonly profiles: Readonly<Record<string, Profile>>
}

const EMPTY: ProfileFile = { active: DEFAULT_PROFILE, profiles: {} }

export function profileFilePath(places: Places): string {
  return join(places.config, 'config.json')
}

/** Reads the file without `conf`: every command does it, and most only ever read. */
export function readProfiles(places: Places): ProfileFile {
  const path = profileFilePath(places)
  if (!existsSync(path)) return EMPTY
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw broken(path, 'is not valid JSON', error)
  }
  if (!isProfileFile(value)) throw broken(path, 'does not have the shape of a txwarden configuration')
  return { active: value.active ?? DEFAULT_PROFILE, profiles: value.profiles ?? {} }
}

/** Replaces the whole file: written beside it and renamed, mode 0600, for it may hold keys. */
export async function writeProfiles(places: Places, file: ProfileFile): Promise<void> {
  const { default: Conf } = await import('conf')
  const conf = new Conf<Record<string, unknown>>({
    cwd: places.config,
    configName: 'config',
    configFileMode: 0o600,
    projectName: 'txwarden',
    projectSuffix: '',
    clearInvalidConfig: false,
  })
  conf.store = { active: file.active, profiles: file.profiles }
}

/** Every profile there is; `local` always is. */
export function profileNames(file: ProfileFile): string[] {
  return [...new Set([DEFAULT_PROFILE, ...Object.keys(file.profiles)])]
}

export function profileNamed(file: ProfileFile, name: string): Profile {
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined
  if (profile) return profile
  if (name === DEFAULT_PROFILE) return {}
  throw new WardenError({
    kind: 'usage',
    code: 'unknown-profile',
    message: `there is no profile ${JSON.stringify(name)}: there are ${profileNames(file).join(', ')}`,
    try: 'txwarden profile list',
  })
}

function isProfileFile(value: unknown): value is Partial<ProfileFile> {
  if (value === null || typeof value !== 'object') return false
  const { active, profiles } = value as Record<string, unknown>
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
