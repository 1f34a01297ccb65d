import type { KeyKind } from '../api/operation.ts'
import { withoutPassword } from '../shared/database-url.ts'
import { WardenError } from '../shared/errors.ts'
import { keyOrigin } from './key-origin.ts'
import { IN_KEYCHAIN } from './keychain/keychain.ts'
import { defaultDatabaseOf, type Env, type Paths } from './paths.ts'
import { DEFAULT_PROFILE, type Profile, type ProfileFile, profileNamed } from './profile-file.ts'
import { type Setting, type SettingName, settings } from './settings.ts'

/**
 * `file`: the profile that config.json has as the active one. `keychain`: the profile says so; the value itself is read
 * when a request needs it.
 */
export type Source = 'flag' | 'environment' | 'file' | 'profile' | 'keychain' | 'default' | 'none'

/** A value and where it came from. */
export interface Resolved {
  readonly value: string | undefined
  readonly source: Source
  /** The flag, the variable or the profile that gave it. */
  readonly origin: string
  /** What is wrong with the value. */
  readonly fault?: string
}

/** Everything a command needs to know to reach a service. */
export interface Configuration {
  readonly profile: string
  readonly profileSource: Source
  readonly values: Readonly<Record<SettingName, Resolved>>
  /** Undefined: the local service answers. */
  readonly addresses: Readonly<Record<KeyKind, URL>> | undefined
  readonly keys: Readonly<Partial<Record<KeyKind, string>>>
  /** Keys that are in the keychain. */
  readonly inKeychain: readonly KeyKind[]
  /** Keys the profile has, kept back because the call goes to another origin than the profile's own. */
  readonly withheld: readonly KeyKind[]
  readonly database: string
}

/** What the command line gave, by setting name. */
export type FlagValues = Readonly<Partial<Record<SettingName, string>>>

export interface ResolveInput {
  readonly profile: string | undefined
  readonly flags: FlagValues
  readonly env: Env
  readonly file: ProfileFile
  readonly paths: Paths
}

export interface ChosenProfile {
  readonly name: string
  readonly source: Source
  readonly origin: string
}

/** Which profile is in use, whether or not there is one of that name. */
export function chooseProfile({ profile, env, file }: Pick<ResolveInput, 'profile' | 'env' | 'file'>): ChosenProfile {
  if (profile !== undefined) return { name: profile, source: 'flag', origin: '--profile' }
  if (env.TXWARDEN_PROFILE) return { name: env.TXWARDEN_PROFILE, source: 'environment', origin: 'TXWARDEN_PROFILE' }
  if (file.active !== undefined) return { name: file.active, source: 'file', origin: 'profile use' }
  return { name: DEFAULT_PROFILE, source: 'default', origin: 'default' }
}

/**
 * Flag > environment > profile > default, each value with its origin and, where it is none, its fault.
 * @throws WardenError `unknown-profile`
 */
export function resolveSettings(input: ResolveInput): {
  readonly profile: ChosenProfile
  readonly values: Readonly<Record<SettingName, Resolved>>
} {
  const { flags, env, file, paths } = input
  const chosen = chooseProfile(input)
  const profile = profileNamed(file, chosen.name, chosen.source === 'environment' ? chosen.origin : undefined)
  const values = Object.fromEntries(
    settings.map((setting) => [setting.name, resolveOne(setting, flags, env, profile, chosen.name)]),
  ) as Record<SettingName, Resolved>
  values['management-url'] = managementUrl(values)
  if (values['insecure-http'].source === 'profile' && leadsElsewhere(values, profile))
    values['insecure-http'] = { value: 'false', source: 'default', origin: 'default' }
  if (values.database.value === undefined)
    values.database = { value: defaultDatabaseOf(chosen.name, paths), source: 'default', origin: 'default' }
  return { profile: chosen, values }
}

/**
 * Everything a command needs, from what flags, environment and file say.
 * @throws WardenError `unknown-profile`, `invalid-setting`, `missing-base-url`
 */
export function resolveConfiguration(input: ResolveInput): Configuration {
  const { profile: chosen, values } = resolveSettings(input)
  for (const setting of settings) {
    const resolved = values[setting.name]
    if (resolved.fault) throw faultyValue(setting, resolved, resolved.fault)
  }
  const addresses = addressesOf(values)
  const found = keysFor(values, addresses, profileNamed(input.file, chosen.name))
  return {
    profile: chosen.name,
    profileSource: chosen.source,
    values,
    addresses,
    ...found,
    database: values.database.value ?? '',
  }
}

function resolveOne(setting: Setting, flags: FlagValues, env: Env, profile: Profile, profileName: string): Resolved {
  const candidates: [Source, string, string | undefined][] = [
    ['flag', setting.flag ?? '', flags[setting.name]],
    // A variable passed on empty (`${VAR:-}` in compose files) counts as not given.
    ['environment', setting.env ?? '', environmentValue(setting, env)],
    ['profile', profileName, profile[setting.name]],
    ['default', 'default', setting.fallback],
  ]
  for (const [source, origin, value] of candidates) {
    if (value === undefined) continue
    const fault = setting.fault(value)
    if (source === 'profile' && setting.secret && value === IN_KEYCHAIN) return { value, source: 'keychain', origin }
    return { value, source, origin, ...(fault !== undefined && { fault }) }
  }
  return { value: undefined, source: 'none', origin: '' }
}

/** Who opens the database takes its password from the variable itself: everybody else may show what is here. */
function environmentValue({ name, env: variable }: Setting, env: Env): string | undefined {
  const value = (variable && env[variable]) || undefined
  return value !== undefined && name === 'database' ? withoutPassword(value) : value
}

function faultyValue(setting: Setting, { source, origin, value }: Resolved, fault: string): WardenError {
  const shown = setting.secret ? 'the value' : JSON.stringify(value && withoutPassword(value))
  const where = source === 'profile' ? `${setting.name} of profile ${origin}` : origin
  return new WardenError({
    kind: source === 'flag' ? 'usage' : 'refused',
    code: 'invalid-setting',
    message: `${where}: ${shown} ${fault}`,
    try: 'txwarden config explain',
  })
}

/**
 * A base address stands for the whole service: a management address from further away (the profile's beside one from
 * the environment, the environment's beside one from a flag) belongs to another service and is left out.
 */
function managementUrl(values: Readonly<Record<SettingName, Resolved>>): Resolved {
  const own = values['management-url']
  const base = values['base-url']
  return own.value === undefined || distance(base.source) < distance(own.source) ? base : own
}

function distance(source: Source): number {
  return ['flag', 'environment', 'file', 'profile', 'keychain', 'default', 'none'].indexOf(source)
}

/** Whether a call goes to another origin than the profile's own: what was allowed for that one is not for this. */
function leadsElsewhere(values: Readonly<Record<SettingName, Resolved>>, profile: Profile): boolean {
  const inUse = { 'base-url': values['base-url'].value, 'management-url': values['management-url'].value }
  return (['validation', 'management'] as const).some((kind) => keyOrigin(inUse, kind) !== keyOrigin(profile, kind))
}

function addressesOf(values: Readonly<Record<SettingName, Resolved>>): Configuration['addresses'] {
  const base = values['base-url'].value
  const management = values['management-url'].value
  if (base === undefined && management === undefined) return undefined
  if (base === undefined || management === undefined)
    throw new WardenError({
      kind: 'refused',
      code: 'missing-base-url',
      message: 'there is a management address but no base address',
      try: 'txwarden config explain',
    })
  return { validation: new URL(base), management: new URL(management) }
}

/** A stored key goes only to its own profile's origins; keys from the environment go where the call goes. */
function keysFor(
  values: Readonly<Record<SettingName, Resolved>>,
  addresses: Configuration['addresses'],
  profile: Profile,
): Pick<Configuration, 'keys' | 'inKeychain' | 'withheld'> {
  const keys: Partial<Record<KeyKind, string>> = {}
  const inKeychain: KeyKind[] = []
  const withheld: KeyKind[] = []
  if (!addresses) return { keys, inKeychain, withheld }
  for (const kind of ['validation', 'management'] as const) {
    const { value, source } = values[`${kind}-key`]
    if (value === undefined) continue
    const isStored = source === 'profile' || source === 'keychain'
    if (isStored && keyOrigin(profile, kind) !== addresses[kind].origin) withheld.push(kind)
    else if (source === 'keychain') inKeychain.push(kind)
    else keys[kind] = value
  }
  return { keys, inKeychain, withheld }
}
