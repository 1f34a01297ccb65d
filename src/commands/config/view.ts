import type { View } from '../../cli/output/view.ts'
import type { Profile } from '../../config/profiles/profile-file.ts'
import { settings } from '../../config/settings.ts'
import { shownValue } from './setting-argument.ts'

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
