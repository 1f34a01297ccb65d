import { quoteWord } from '../../shared/text/quote-word.ts'
import { flagName } from '../options.ts'
import type { GlobalValues } from './globals.ts'

type FlagValue = string | number | boolean | readonly (string | number)[] | null | undefined

export interface CommandWords {
  /** Command name: "alert create". */
  readonly name: string
  readonly arguments?: readonly string[]
  /** By member name. Undefined and false are omitted; null and an empty list are `none`. */
  readonly flags: Readonly<Record<string, FlagValue>>
}

/** A shell variable and the flag that reads it from stdin, because a command line must not contain a secret. */
export interface PipedSecret {
  readonly variable: string
  readonly words: string
}

/** The equivalent command line without prompts, quoted for a POSIX shell. */
export function commandLine(words: CommandWords, globals: Partial<GlobalValues>, secret?: PipedSecret): string {
  const { profile, baseUrl, managementUrl, insecureHttp } = globals
  const all = { ...words.flags, profile, baseUrl, managementUrl, insecureHttp }
  const line = [
    'txwarden',
    words.name,
    ...(words.arguments ?? []).map(quoteWord),
    ...Object.entries(all).flatMap(([name, value]) => flagWords(name, value)),
  ].join(' ')
  return secret ? `printf %s "$${secret.variable}" | ${line} ${secret.words}` : line
}

function flagWords(name: string, value: FlagValue): string[] {
  const flag = flagName(name)
  if (value === undefined || value === false) return []
  if (value === true) return [flag]
  const text = value === null || (Array.isArray(value) && value.length === 0) ? 'none' : String(value)
  // A value that starts with a dash would be read as a flag.
  return [text.startsWith('-') ? `${flag}=${quoteWord(text)}` : `${flag} ${quoteWord(text)}`]
}
