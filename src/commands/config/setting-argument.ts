import { usageError } from '../../cli/errors/usage.ts'
import { keyHint } from '../../config/profiles/key-hint.ts'
import { type Setting, settingNames, settingOf } from '../../config/settings.ts'
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
