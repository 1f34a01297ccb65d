import { commandFor } from '../api/text/commands.ts'
import type { WardenError } from '../shared/errors.ts'
import { FORGET_LOST_SECRETS } from '../shared/lost-master-key.ts'
import { quoteWord } from '../shared/quote-word.ts'

type Parameters = WardenError['parameters']

/** Beside the database: what they need, no service on another machine offers. */
const besideDatabase: Readonly<Record<string, (parameters: Parameters) => string | undefined>> = {
  'another-master-key': () => FORGET_LOST_SECRETS,
  'no-node': ({ chain, isPaused }) => {
    if (chain === undefined) return 'txwarden chain add --help'
    return commandFor[isPaused === undefined ? 'add-node' : 'resume'](quoteWord(chain))
  },
}

/**
 * The command that helps after an error of the service, which itself knows only the code and its parameters.
 * @param isRemote whether a service on another machine answered
 */
export function nextCommand({ code, parameters }: WardenError, isRemote: boolean): string | undefined {
  return isRemote || !Object.hasOwn(besideDatabase, code) ? undefined : besideDatabase[code]?.(parameters)
}
