import { usageError } from '../errors/usage.ts'
import { choice, flag, integer, list, type OptionValues, parseDuration, parsed, splitList, text } from '../options.ts'

export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml'] as const
export type OutputFormat = (typeof outputFormats)[number]

/** Flags that every command accepts, before or after its own. */
export const globalOptions = {
  profile: text('name', 'profile to use', { short: 'p', completes: 'profile' }),
  output: { ...choice(outputFormats, `output format: ${outputFormats.join(', ')}`), placeholder: 'format', short: 'o' },
  json: flag('print JSON with every field (same as -o json)'),
  raw: flag('print JSON as the service sent it, without the verdict and the content that this program adds'),
  fields: {
    ...list('names', 'print only these fields, such as id,name; a dot selects a nested field'),
    parse: (flagName: string, texts: readonly string[]) => {
      const names = splitList(texts)
      // An empty variable in a script would print rows without fields.
      if (names.length === 0) throw usageError(`${flagName} needs the name of a field`)
      return names
    },
  },
  wide: flag('print every column of a list, whole ids and absolute times'),
  utc: flag('show times in UTC, and read times without a zone as UTC'),
  jq: text('program', 'filter the JSON with a jq program; strings are printed without quotes'),
  quiet: flag('suppress progress and notices', { short: 'q' }),
  verbose: flag('trace requests on stderr, keys hidden', { short: 'v' }),
  color: flag('print without colour', { negatable: true }),
  input: flag('never prompt', { negatable: true }),
  yes: flag('answer yes to confirmations', { short: 'y' }),
  confirm: text('profile', 'confirm changes of this protected profile', { completes: 'profile' }),
  dryRun: flag('show what would be sent, change nothing'),
  curl: flag('print the request as a curl command, send nothing'),
  timeout: parsed('duration', 'maximum wait for a response, such as 30s', parseDuration),
  retries: integer('count', 'retries for idempotent requests', { min: 0, max: 20 }),
  retryMaxWait: parsed('duration', 'maximum wait per retry or rate-limit slot; default 60s', parseDuration),
  baseUrl: text('url', 'base URL of the service; makes the call remote'),
  managementUrl: text('url', 'base URL of the management endpoints, if different'),
  header: {
    ...list('name: value', 'extra request header (repeatable)'),
    parse: (_: string, texts: readonly string[]) => texts,
  },
  insecureHttp: flag('allow plain http to other machines'),
} as const

export type GlobalValues = OptionValues<typeof globalOptions>
