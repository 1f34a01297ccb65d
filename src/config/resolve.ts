/** Room: Profiles, the two keys, the keychain, and where each value came from. */

import type { KeyKind } from '../api/operations/operation.ts'
import { withoutPassword } from '../shared/database-url.ts'
import { refusal, WardenError } from '../shared/errors.ts'
import { withoutCredentials } from '../shared/text/without-credentials.ts'
import { IN_KEYCHAIN } from './keychain/keychain.ts'
import { defaultDatabaseOf, type Env, type Paths } from './paths.ts'
import { keyKinds, keyOrigin } from './profiles/key-origin.ts'
import { DEFAULT_PROFILE, type Profile, type ProfileFile, profileNamed } from './profiles/profile-file.ts'
import { type Setting, type SettingName, settings } from './settings.ts'

/** `file`: the active profile of config.json. `keychain`: the profile refers to the keychain, which is read on demand. */
export type ValueSource = 'flag' | 'environment' | 'file' | 'profile' | 'keychain' | 'default' | 'none'

/** A value and its origin. */
export interface Resolved {
  readonly value: string | undefined
  readonly source: ValueSource
  /** The flag, the variable or the profile that gave it. */
  readonly origin: string
  readonly fault?: string
}

/** What a command needs to reach a service. */
export interface Configuration {
  readonly profile: string
  readonly profileSource: ValueSource
  readonly values: Readonly<Record<SettingName, Resolved>>
  /** Absent when the profile uses the local service. */
  readonly addresses: Readonly<Record<KeyKind, URL>> | undefined
  readonly keys: Readonly<Partial<Record<KeyKind, string>>>
  readonly inKeychain: readonly KeyKind[]
  /** Keys of the profile that are not sent, because the call goes to another origin. */
  readonly withheld: readonly KeyKind[]
  readonly database: string
}

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
  readonly source: ValueSource
  readonly origin: string
}

/** The profile in use, whether or not it exists. */
export function chooseProfile({ profile, env, file }: Pick<ResolveInput, 'profile' | 'env' | 'file'>): ChosenProfile {
  if (profile !== undefined) return { name: profile, source: 'flag', origin: '--profile' }
  if (env.TXWARDEN_PROFILE) return { name: env.TXWARDEN_PROFILE, source: 'environment', origin: 'TXWARDEN_PROFILE' }
  if (file.active !== undefined) return { name: file.active, source: 'file', origin: 'profile use' }
  return { name: DEFAULT_PROFILE, source: 'default', origin: 'default' }
}

/**
 * Flag > environment > profile > default, each value with its origin, and with its fault if it is invalid.
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
  if (values['insecure-http'].source === 'profile' && hasOtherOrigin(values, profile))
    values['insecure-http'] = { value: 'false', source: 'default', origin: 'default' }
  if (values.database.value === undefined)
    values.database = { value: defaultDatabaseOf(chosen.name, paths), source: 'default', origin: 'default' }
  return { profile: chosen, values }
}

/**
 * The configuration from flags, environment and profile.
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
  const candidates: [ValueSource, string, string | undefined][] = [
    ['flag', setting.flag ?? '', flags[setting.name]],
    // An empty variable (`${VAR:-}` in compose files) counts as unset.
    ['environment', setting.env ?? '', environmentValue(setting, env)],
    ['profile', profileName, profile[setting.name]],
    ['default', 'default', setting.fallback],
  ]
  for (const [source, origin, value] of candidates) {
    if (value === undefined) continue
    const fault = setting.fault(value)
    if (source === 'profile' && setting.secret && value === IN_KEYCHAIN) return { value, source: 'keychain', origin }
    // Nothing uses a value with a fault, and it is shown: credentials in a URL are one.
    return fault === undefined ? { value, source, origin } : { value: withoutCredentials(value), source, origin, fault }
  }
  return { value: undefined, source: 'none', origin: '' }
}

/** The database password is read from the variable when the database is opened; this value can be shown. */
function environmentValue({ name, env: variable }: Setting, env: Env): string | undefined {
  const value = (variable && env[variable]) || undefined
  return value !== undefined && name === 'database' ? withoutPassword(value) : value
}

function faultyValue(setting: Setting, { source, origin, value }: Resolved, fault: string): WardenError {
  const shown = setting.secret ? 'the value' : JSON.stringify(value)
  const where = source === 'profile' ? `${setting.name} of profile ${origin}` : origin
  return new WardenError({
    kind: source === 'flag' ? 'usage' : 'refused',
    code: 'invalid-setting',
    message: `${where}: ${shown} ${fault}`,
    try: 'txwarden config explain',
  })
}

/**
 * A base URL names the whole service. A management URL of lower precedence belongs to another service and is ignored.
 */
function managementUrl(values: Readonly<Record<SettingName, Resolved>>): Resolved {
  const own = values['management-url']
  const base = values['base-url']
  return own.value === undefined || precedence(base.source) < precedence(own.source) ? base : own
}

function precedence(source: ValueSource): number {
  return ['flag', 'environment', 'file', 'profile', 'keychain', 'default', 'none'].indexOf(source)
}

/** Whether a call goes to another origin than that of the profile, whose permissions then do not apply. */
function hasOtherOrigin(values: Readonly<Record<SettingName, Resolved>>, profile: Profile): boolean {
  const inUse = { 'base-url': values['base-url'].value, 'management-url': values['management-url'].value }
  return keyKinds.some((kind) => keyOrigin(inUse, kind) !== keyOrigin(profile, kind))
}

function addressesOf(values: Readonly<Record<SettingName, Resolved>>): Configuration['addresses'] {
  const base = values['base-url'].value
  const management = values['management-url'].value
  if (base === undefined && management === undefined) return undefined
  if (base === undefined || management === undefined)
    throw refusal('missing-base-url', 'there is a management URL but no base URL', { try: 'txwarden config explain' })
  return { validation: new URL(base), management: new URL(management) }
}

/** A stored key is sent only to the origins of its profile; a key from the environment to any. */
function keysFor(
  values: Readonly<Record<SettingName, Resolved>>,
  addresses: Configuration['addresses'],
  profile: Profile,
): Pick<Configuration, 'keys' | 'inKeychain' | 'withheld'> {
  const keys: Partial<Record<KeyKind, string>> = {}
  const inKeychain: KeyKind[] = []
  const withheld: KeyKind[] = []
  if (!addresses) return { keys, inKeychain, withheld }
  for (const kind of keyKinds) {
    const { value, source } = values[`${kind}-key`]
    if (value === undefined) continue
    const isStored = source === 'profile' || source === 'keychain'
    if (isStored && keyOrigin(profile, kind) !== addresses[kind].origin) withheld.push(kind)
    else if (source === 'keychain') inKeychain.push(kind)
    else keys[kind] = value
  }
  return { keys, inKeychain, withheld }
}

/** Whether there is a key of the kind, also in the keychain, which is read when it is sent. */
export function hasKey({ keys, inKeychain }: Pick<Configuration, 'keys' | 'inKeychain'>, kind: KeyKind): boolean {
  return keys[kind] !== undefined || inKeychain.includes(kind)
}
