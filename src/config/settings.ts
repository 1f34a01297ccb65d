import { resolve } from 'node:path'
import { isPostgresUrl, parseDatabaseUrl, passwordOf } from '../shared/database-url.ts'
import { misuse } from '../shared/errors.ts'
import { withoutCredentials } from '../shared/text/without-credentials.ts'
import { durationOf } from '../shared/time/duration.ts'
import { DAY_MS } from '../shared/time/units.ts'

/** A setting as data. Precedence: flag, environment, profile, default. */
export interface Setting {
  /** Its name in `config set` and the profile file. */
  readonly name: SettingName
  readonly env?: string
  readonly flag?: string
  readonly fallback?: string
  /** Never printed, and never read from the command line. */
  readonly secret?: true
  readonly description: string
  /** Why a value is invalid, or undefined. */
  readonly fault: (text: string) => string | undefined
}

export const settingNames = [
  'base-url',
  'management-url',
  'validation-key',
  'management-key',
  'database',
  'output',
  'timeout',
  'retries',
  'rate-limit',
  'insecure-http',
  'allow-destination',
  'delivery-wait',
  'protected',
] as const
export type SettingName = (typeof settingNames)[number]

/** Well below the 31-bit limit of setTimeout, which fires immediately beyond it. */
const MAX_TIMEOUT_MS = DAY_MS

export const settings: readonly Setting[] = [
  {
    name: 'base-url',
    env: 'TXWARDEN_BASE_URL',
    flag: '--base-url',
    description: 'Base URL of the service; without one the local service is used',
    fault: urlFault,
  },
  {
    name: 'management-url',
    env: 'TXWARDEN_MANAGEMENT_URL',
    flag: '--management-url',
    description: 'Base URL of the management endpoints; default: the base URL',
    fault: urlFault,
  },
  {
    name: 'validation-key',
    env: 'TXWARDEN_VALIDATION_KEY',
    secret: true,
    description: 'Validation API key',
    fault: keyFault,
  },
  {
    name: 'management-key',
    env: 'TXWARDEN_MANAGEMENT_KEY',
    secret: true,
    description: 'Management API key',
    fault: keyFault,
  },
  {
    name: 'database',
    env: 'TXWARDEN_DATABASE',
    description: 'Database of the local service: a SQLite file, or postgres://user@host/name',
    fault: databaseFault,
  },
  {
    name: 'output',
    env: 'TXWARDEN_OUTPUT',
    flag: '--output',
    description: 'Output format: table, json, ndjson, csv, tsv or yaml; default: table on a terminal, tsv in a pipe',
    fault: oneOf('table', 'json', 'ndjson', 'csv', 'tsv', 'yaml'),
  },
  {
    name: 'timeout',
    flag: '--timeout',
    fallback: '30s',
    description: 'Maximum wait for a response',
    fault: timeoutFault,
  },
  {
    name: 'retries',
    flag: '--retries',
    fallback: '3',
    description: 'Retries for idempotent requests',
    fault: (text) => (/^\d{1,2}$/.test(text) && Number(text) <= 20 ? undefined : 'is not a number from 0 to 20'),
  },
  {
    name: 'rate-limit',
    env: 'TXWARDEN_RATE_LIMIT',
    description:
      'Maximum requests per minute of all processes together, or off; default: 300, off for loopback addresses',
    fault: rateFault,
  },
  {
    name: 'insecure-http',
    flag: '--insecure-http',
    fallback: 'false',
    description: 'Allow plain http to other machines, which exposes the key',
    fault: oneOf('true', 'false'),
  },
  {
    name: 'allow-destination',
    env: 'TXWARDEN_ALLOW_DESTINATION',
    description:
      'Non-public addresses that the local service may send to: host, host:port or CIDR, separated by commas',
    fault: allowancesFault,
  },
  {
    name: 'delivery-wait',
    env: 'TXWARDEN_DELIVERY_WAIT',
    fallback: '2s',
    description: 'Maximum time to send alerts before a command exits; 0 leaves them to `delivery send` or `serve`',
    fault: (text) => (text === '0' ? undefined : timeoutFault(text)),
  },
  {
    name: 'protected',
    fallback: 'false',
    description: 'Require the profile name to confirm every change',
    fault: oneOf('true', 'false'),
  },
]

export function settingOf(name: string): Setting | undefined {
  return settings.find((setting) => setting.name === name)
}

/**
 * Refuses a typed value that a setting cannot have, without showing the password that it may hold.
 * @param from begins the error
 * @throws WardenError `usage`
 */
export function checkSetting(name: SettingName, value: string, from = `--${name}`): void {
  const fault = settingOf(name)?.fault(value)
  if (fault) throw misuse('usage', `${from}: ${JSON.stringify(withoutCredentials(value))} ${fault}`)
}

/**
 * The value of a setting as it is stored. A path becomes absolute: a relative one would depend on the working directory of
 * later commands.
 */
export function valueToStore(name: SettingName, text: string, from?: string): string {
  checkSetting(name, text, from)
  return name === 'database' && !isPostgresUrl(text) ? resolve(text) : text
}

/** Meant as the address of a server: as a path it would be a new, empty database. */
const MISTYPED_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|postgres(?:ql)?(?::|\/\/)|[^/:]*:[^/@]*@)/i
const NO_ADDRESS = 'is not an address, such as postgres://user@host/name'

function databaseFault(text: string): string | undefined {
  if (text.trim() === '') return 'is empty'
  if (!isPostgresUrl(text)) return MISTYPED_ADDRESS.test(text) ? NO_ADDRESS : undefined
  if (!parseDatabaseUrl(text)) return NO_ADDRESS
  return passwordOf(text) ? 'must not contain a password: use PGPASSWORD or TXWARDEN_DATABASE' : undefined
}

function timeoutFault(text: string): string | undefined {
  const ms = durationOf(text)
  if (ms === undefined) return 'is not a duration, such as 30s'
  return ms >= 1 && ms <= MAX_TIMEOUT_MS ? undefined : 'is not between 1ms and 24h'
}

function rateFault(text: string): string | undefined {
  if (text === 'off') return undefined
  return /^[1-9]\d{0,5}$/.test(text) ? undefined : 'is not off or a number of requests per minute'
}

function oneOf(...words: readonly string[]): Setting['fault'] {
  return (text) => (words.includes(text) ? undefined : `is not one of ${words.join(', ')}`)
}

function urlFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'is not an http or https URL'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.search || url.hash) return 'must not have a query or fragment'
  return undefined
}

/** Checks the form only; the service checks the addresses when it opens. */
function allowancesFault(text: string): string | undefined {
  const entries = text.split(',').map((entry) => entry.trim())
  const odd = entries.find((entry) => !/^(?:[^\s/@?#]+|[\d.a-f:]+\/\d{1,3})$/i.test(entry))
  return odd === undefined ? undefined : `contains ${JSON.stringify(odd)}, which is not a host, host:port or CIDR`
}

function keyFault(text: string): string | undefined {
  // Header values are visible ASCII (RFC 9110, 5.5).
  return /^[\x21-\x7e]+$/.test(text) ? undefined : 'is not a valid API key'
}
