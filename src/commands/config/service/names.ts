import type { Settings } from '../../../api/schemas/extensions.ts'
import { unknownSetting } from '../setting-argument.ts'

/** Members of the contract by the name on the command line; the member name works as well. */
const memberByName: Readonly<Record<string, keyof Settings>> = {
  'block-threshold': 'blockThreshold',
  'payload-expiry-seconds': 'payloadExpirySeconds',
  'payload-module-address': 'payloadModuleAddress',
  'max-stored-bytes': 'maxStoredBytes',
  'history-factor': 'historyFactor',
}

export const serviceSettingNames = Object.keys(memberByName)

/** Throws a usage error that lists the settings. */
export function settingMember(name: string): keyof Settings {
  const known = Object.entries(memberByName).find(([typed, member]) => typed === name || member === name)
  if (known) return known[1]
  throw unknownSetting(name, serviceSettingNames, 'txwarden config service get')
}

export function settingName(member: keyof Settings): string {
  return serviceSettingNames.find((name) => memberByName[name] === member) ?? member
}
