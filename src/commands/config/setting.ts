import { usageError } from '../../cli/errors/usage.ts'
import type { View } from '../../cli/output/view.ts'
import { keyHint } from '../../config/profiles/key-hint.ts'
import type { Profile } from '../../config/profiles/profile-file.ts'
import { type Setting, settingNames, settingOf, settings } from '../../config/settings.ts'
import type { WardenError } from '../../shared/errors.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'

/** The setting with this name; throws a usage error that lists them. */
export function settingArgument(name: string): Setting {
  const setting = settingOf(name)
  if (setting) return setting
  throw unknownSetting(name, settingNames, 'txwarden config explain')
}

/** @param next the command that shows them */
export function unknownSetting(name: string, known: readonly string[], next: string): WardenError {
  return usageError(
    `unknown setting ${JSON.stringify(name)}: expected one of ${known.join(', ')}${didYouMean(name, known)}`,
    { try: next },
  )
}

/** The value for display: only the first characters of a secret. */
export function shownValue(setting: Setting, value: string): string {
  return setting.secret ? keyHint(value) : value
}

export interface StoredSetting {
  readonly name: string
  /** Only the first characters of a secret. */
  readonly value: string
}

export const storedView: View<StoredSetting> = {
  columns: [
    { field: 'name', header: 'SETTING', importance: 9 },
    { field: 'value', header: 'VALUE' },
  ],
}

/** In the order of the settings. */
export function storedSettings(profile: Profile): StoredSetting[] {
  return settings.flatMap((setting) => {
    const value = profile[setting.name]
    return value === undefined ? [] : [{ name: setting.name, value: shownValue(setting, value) }]
  })
}
