import { parseDuration } from './input/duration.ts'
import { choice, flag, integer, list, type OptionValues, parsed, splitList, text } from './options.ts'
import { usageError } from './usage.ts'

export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml'] as const
export type OutputFormat = (typeof outputFormats)[number]

/** Flags that every command takes, before or after its own. */
export const globalOptions = {
  profile: text('name', 'profile to use', { short: 'p', completes: 'profile' }),
  output: { ...choice(outputFormats, `how to print: ${outputFormats.join(', ')}`), placeholder: 'format', short: 'o' },
  json: flag('print JSON, every field (same as -o json)'),
  fields: {
    ...list('names', 'print only these fields, such as id,name; a dot goes deeper'),
    parse: (flagName: string, texts: readonly string[]) => {
      const names = splitList(texts)
      // A script's empty variable: rows of nothing would pass for an answer.
      if (names.length === 0) throw usageError(`${flagName} needs the name of a field`)
      return names
    },
  },
  jq: text('program', 'print what jq makes of the JSON; strings without quotes'),
  quiet: flag('no talk on stderr', { short: 'q' }),
  verbose: flag('trace requests on stderr, keys hidden', { short: 'v' }),
  color: flag('print without colour', { negatable: true }),
  input: flag('never ask anything', { negatable: true }),
  yes: flag('answer yes to confirmations', { short: 'y' }),
  confirm: text('profile', 'allow a change of this protected profile without asking', { completes: 'profile' }),
  dryRun: flag('say what would be sent, change nothing'),
  curl: flag('print the request as a curl command, send nothing'),
  timeout: parsed('duration', 'longest wait for an answer, such as 30s', parseDuration),
  retries: integer('count', 'how often to try again what is safe to repeat', { min: 0, max: 20 }),
  retryMaxWait: parsed('duration', 'longest single wait before another try or a turn; default 60s', parseDuration),
  baseUrl: text('url', 'address of the service; makes the call remote'),
  managementUrl: text('url', 'address of its management endpoints, when it is another'),
  header: {
    ...list('name: value', 'extra request header (repeatable)'),
    parse: (_: string, texts: readonly string[]) => texts,
  },
  insecureHttp: flag('allow plain http to other machines'),
} as const

export type GlobalValues = OptionValues<typeof globalOptions>
