import type { Settings } from '../../api/schemas/extensions.ts'
import { usageError } from '../../cli/usage.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'

/** The contract's member by the name that is typed: `block-threshold`, or as the contract writes it. */
const memberByName: Readonly<Record<string, keyof Settings>> = {
  'block-threshold': 'blockThreshold',
  'payload-expiry-seconds': 'payloadExpirySeconds',
  'payload-module-address': 'payloadModuleAddress',
}

export const serviceSettingNames = Object.keys(memberByName)

/** Throws a usage error that lists the names there are. */
export function settingMember(name: string): keyof Settings {
  const known = Object.entries(memberByName).find(([typed, member]) => typed === name || member === name)
  if (known) return known[1]
  throw usageError(
    `there is no setting ${JSON.stringify(name)}: there are ${serviceSettingNames.join(', ')}${didYouMean(name, serviceSettingNames)}`,
    {
      try: 'txwarden settings get',
    },
  )
}

export function settingName(member: keyof Settings): string {
  return serviceSettingNames.find((name) => memberByName[name] === member) ?? member
}
