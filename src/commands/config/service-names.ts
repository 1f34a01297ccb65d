import type { Settings } from '../../api/schemas/extensions.ts'
import { kebab } from '../../cli/options.ts'
import { unknownSetting } from './setting.ts'

const members = [
  'blockThreshold',
  'payloadExpirySeconds',
  'payloadModuleAddress',
  'maxStoredBytes',
  'historyFactor',
] as const satisfies readonly (keyof Settings)[]

/** A member of the contract as the command line names it: `block-threshold`. */
export function settingName(member: keyof Settings): string {
  return kebab(member)
}

export const serviceSettingNames = members.map(settingName)

/** Takes the name of the member as well. Throws a usage error that lists the settings. */
export function settingMember(name: string): keyof Settings {
  const known = members.find((member) => member === name || settingName(member) === name)
  if (known) return known
  throw unknownSetting(name, serviceSettingNames, 'txwarden config service get')
}
