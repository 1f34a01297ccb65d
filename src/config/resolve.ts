import { WardenError } from '../api/errors.ts'
import type { KeyKind } from '../api/operations.ts'
import { defaultDatabase, type Env, type Places } from './places.ts'
import { DEFAULT_PROFILE, type Profile, type ProfileFile, profileNamed } from './profile-file.ts'
import { type Setting, type SettingName, settings } from './settings.ts'

export type Source = 'flag' | 'environment' | 'profile' | 'default' | 'none'

/** A value and where it came from. */
export interface Resolved {
  readonly value: string | undefined
  readonly source: Source
  /** The flag, the variable or the profile that gave it. */
  readonly origin: string
}

/** Everything a command needs to know to reach a service. */
export interface Configuration {
  readonly profile: string
  readonly profileSource: Source
  readonly values: Readonly<Record<SettingName, Resolved>>
  /** Undefined: the local service answers. */
  readonly addresses: Readonly<Record<KeyKind, URL>> | undefined
  readonly keys: Readonly<Partial<Record<KeyKind, string>>>
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
  readonly places: Places
}

/** Pure: flag > environment > profile > default. Throws WardenError for an unknown profile or a value that is none. */
export function resolveConfiguration({ profile: wanted, flags, env, file, places }: ResolveInput): Configuration {
  const name = wanted ?? (env.TXWARDEN_PROFILE || file.active)
  const profile = profileNamed(file, name)
  const own = Object.fromEntries(
    settings.map((setting) => [setting.name, resolveOne(setting, flags, env, profile, name)]),
  )
  const values = own as Record<SettingName, Resolved>
  values['management-url'] = managementUrl(values)
  if (values.database.value === undefined)
    values.database = { value: databaseOf(name, places), source: 'default', origin: 'default' }

  const addresses = addressesOf(values)
  const { keys, withheld } = keysFor(values, addresses, profile)
  return {
    profile: name,
    profileSource: wanted
      ? 'flag'
      : env.TXWARDEN_PROFILE
        ? 'environment'
        : file.active === name
          ? 'profile'
          : 'default',
    values,
    addresses,
    keys,
    withheld,
    database: values.database.value ?? '',
  }
}

function resolveOne(setting: Setting, flags: FlagValues, env: Env, profile: Profile, profileName: string): Resolved {
  const candidates: [Source, string, string | undefined][] = [
    ['flag', setting.flag ?? '', flags[setting.name]],
    ['environment', setting.env ?? '', (setting.env && env[setting.env]) || undefined],
    ['profile', profileName, profile[setting.name]],
    ['default', 'default', setting.fallback],
  ]
  for (const [source, origin, value] of candidates) {
    if (value === undefined) continue
    const fault = setting.fault(value)
    if (fault) throw faultyValue(setting, source, origin, value, fault)
    return { value, source, origin }
  }
  return { value: undefined, source: 'none', origin: '' }
}

function faultyValue(setting: Setting, source: Source, origin: string, value: string, fault: string): WardenError {
  const shown = setting.secret ? 'the value' : JSON.stringify(value)
  const where = source === 'profile' ? `${setting.name} of profile ${origin}` : origin
  return new WardenError({
    kind: source === 'flag' ? 'usage' : 'refused',
    code: 'invalid-setting',
    message: `${where}: ${shown} ${fault}`,
    try: 'txwarden config explain',
  })
}

/** An address from flag or environment stands for the whole service, whatever the profile's management address is. */
function managementUrl(values: Readonly<Record<SettingName, Resolved>>): Resolved {
  const own = values['management-url']
  const base = values['base-url']
  const baseIsNearer = rank(base.source) < rank(own.source)
  return own.value === undefined || baseIsNearer ? base : own
}

function rank(source: Source): number {
  return ['flag', 'environment', 'profile', 'default', 'none'].indexOf(source) < 2 ? 0 : 1
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
      try: 'txwarden config set base-url <url>',
    })
  return { validation: new URL(base), management: new URL(management) }
}

/** A stored key goes only to its own profile's origins; keys from the environment go where the call goes. */
function keysFor(
  values: Readonly<Record<SettingName, Resolved>>,
  addresses: Configuration['addresses'],
  profile: Profile,
): Pick<Configuration, 'keys' | 'withheld'> {
  const keys: Partial<Record<KeyKind, string>> = {}
  const withheld: KeyKind[] = []
  if (!addresses) return { keys, withheld }
  for (const kind of ['validation', 'management'] as const) {
    const { value, source } = values[`${kind}-key`]
    if (value === undefined) continue
    if (source === 'profile' && originOf(profile, kind) !== addresses[kind].origin) withheld.push(kind)
    else keys[kind] = value
  }
  return { keys, withheld }
}

function originOf(profile: Profile, kind: KeyKind): string | undefined {
  const base = profile['base-url']
  const own = kind === 'management' ? (profile['management-url'] ?? base) : base
  return own === undefined ? undefined : URL.parse(own)?.origin
}

/** Each profile that has no address has a database of its own. */
function databaseOf(profile: string, places: Places): string {
  const local = defaultDatabase(places)
  return profile === DEFAULT_PROFILE ? local : local.replace(/local\.db$/, `${encodeURIComponent(profile)}.db`)
}
