import type { KeyKind } from '../../api/operations/operation.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { keyKinds, keysLeftBehind } from '../../config/profiles/key-origin.ts'
import {
  DEFAULT_PROFILE,
  hasProfile,
  type Profile,
  profileNamed,
  profileNameFault,
} from '../../config/profiles/profile-file.ts'
import { chooseProfile } from '../../config/resolve.ts'
import { checkSetting } from '../../config/settings.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { refuseOnLocal } from '../steps/stored-profile.ts'
import type { GivenKeys } from './read-keys.ts'

/** The profile for the keys, with the address of its service. */
export interface LoginTarget {
  readonly name: string
  /** As stored; {} for a new profile. */
  readonly profile: Profile
  readonly baseUrl: string
  readonly managementUrl: string | undefined
  /** Whether commands use it by default. */
  readonly isInUse: boolean
}

/** Throws a usage error where no key is needed, and refuses an address other than the profile's. */
export function loginTarget(context: Context): LoginTarget {
  const input = context.resolveInput()
  const { name, source } = chooseProfile(input)
  const { baseUrl, managementUrl } = context.globals
  if (!hasProfile(input.file, name) && baseUrl === undefined) throw noSuchProfile(name)
  const profile = hasProfile(input.file, name) ? profileNamed(input.file, name) : {}
  const base = addressFor(name, profile, 'base-url', baseUrl)
  if (base === undefined) throw noKeyNeeded(name, input.env.TXWARDEN_BASE_URL)
  if (baseUrl !== undefined) {
    refuseOnLocal(name, 'an address', `txwarden auth login --profile <name> --base-url ${quoteWord(baseUrl)}`)
    const fault = hasProfile(input.file, name) ? undefined : profileNameFault(name)
    if (fault) throw usageError(`${JSON.stringify(name)} ${fault}`)
  }
  return {
    name,
    profile,
    baseUrl: base,
    managementUrl: addressFor(name, profile, 'management-url', managementUrl),
    isInUse: source === 'file' || source === 'environment' || input.file.active === name,
  }
}

/** The future profile, and the kinds of its keys that belong to a previous address. */
export function profileWithKeys(
  { baseUrl, managementUrl }: Pick<LoginTarget, 'baseUrl' | 'managementUrl'>,
  before: Profile,
  keys: GivenKeys,
): { profile: Profile; forgotten: readonly KeyKind[] } {
  const addressed: Profile = {
    ...before,
    'base-url': baseUrl,
    ...(managementUrl !== undefined && { 'management-url': managementUrl }),
  }
  const { ...profile } = addressed
  const forgotten = keysLeftBehind(before, addressed)
  for (const kind of forgotten) delete profile[`${kind}-key`]
  for (const kind of keyKinds) {
    const key = keys[kind]
    if (key !== undefined) profile[`${kind}-key`] = key
  }
  return { profile, forgotten: forgotten.filter((kind) => keys[kind] === undefined) }
}

function addressFor(
  name: string,
  profile: Profile,
  setting: 'base-url' | 'management-url',
  given: string | undefined,
): string | undefined {
  const stored = profile[setting]
  if (given === undefined || given === stored) return stored
  checkSetting(setting, given)
  if (stored === undefined) return given
  throw refusedError(`profile ${name} is for ${stored}: store keys for ${given} in another profile`, {
    try: `txwarden auth login --profile <name> --${setting} ${quoteWord(given)}`,
  })
}

function noKeyNeeded(name: string, addressInUse: string | undefined) {
  const whose = name === DEFAULT_PROFILE ? 'the local service' : `profile ${name} is local and`
  return usageError(`${whose} needs no key`, {
    details: [
      ...(addressInUse
        ? [
            `Keys for ${addressInUse} (TXWARDEN_BASE_URL) come from TXWARDEN_VALIDATION_KEY and TXWARDEN_MANAGEMENT_KEY.`,
          ]
        : []),
      'To log in to a remote service, pass a profile name and the URL; the profile is created.',
    ],
    try: 'txwarden auth login --profile <name> --base-url <url>',
  })
}

function noSuchProfile(name: string) {
  return usageError(`profile ${JSON.stringify(name)} does not exist; creating it needs --base-url`, {
    try: `txwarden auth login --profile ${quoteWord(name)} --base-url <url>`,
  })
}
