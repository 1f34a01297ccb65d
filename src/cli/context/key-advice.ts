import type { KeyKind } from '../../api/operation.ts'
import type { Configuration } from '../../config/resolve.ts'
import { settingOf } from '../../config/settings.ts'
import type { WardenError } from '../../shared/errors.ts'
import { withNext } from '../errors.ts'

/** Where the environment gives the key, or has to, a login would mend nothing: the variable is named instead. */
export function keyAdvice(error: WardenError, kind: KeyKind, { values }: Configuration): WardenError {
  const key = values[`${kind}-key`]
  if (key.source === 'environment')
    return withNext(error, 'txwarden auth status --check', [`The ${kind} key comes from ${key.origin}.`])
  const address = values['base-url']
  if (address.source !== 'environment' && address.source !== 'flag') return error
  const variable = settingOf(`${kind}-key`)?.env
  return withNext(error, 'txwarden auth status', [
    `The address comes from ${address.origin}: ${variable} gives the ${kind} key for it.`,
  ])
}
