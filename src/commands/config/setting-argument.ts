import { usageError } from '../../cli/usage.ts'
import { keyHint } from '../../config/key-hint.ts'
import { type Setting, settingNames, settingOf } from '../../config/settings.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'

/** The setting a person names; throws a usage error that lists them. */
export function settingArgument(name: string): Setting {
  const setting = settingOf(name)
  if (setting) return setting
  throw usageError(
    `there is no setting ${JSON.stringify(name)}: there are ${settingNames.join(', ')}${didYouMean(name, settingNames)}`,
    {
      try: 'txwarden config explain',
    },
  )
}

/** A value as it may be printed: of a secret its first characters. */
export function shownValue(setting: Setting, value: string): string {
  return setting.secret ? keyHint(value) : value
}
