import { usageError } from '../../cli/errors/usage.ts'
import { keyHint } from '../../config/profiles/key-hint.ts'
import { type Setting, settingNames, settingOf } from '../../config/settings.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'

/** The setting with this name; throws a usage error that lists them. */
export function settingArgument(name: string): Setting {
  const setting = settingOf(name)
  if (setting) return setting
  throw usageError(
    `unknown setting ${JSON.stringify(name)}: expected one of ${settingNames.join(', ')}${didYouMean(name, settingNames)}`,
    {
      try: 'txwarden config explain',
    },
  )
}

/** The value for display: only the first characters of a secret. */
export function shownValue(setting: Setting, value: string): string {
  return setting.secret ? keyHint(value) : value
}
