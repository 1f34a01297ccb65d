import { refusal, unavailable, WardenError } from '../../../shared/errors.ts'
import { isConnectionLost } from './failures.ts'
import { isRefusedByPooler, transactionPooler } from './pooler.ts'

/** Oldest supported major version. */
const OLDEST_VERSION = 15

export interface ServerFacts {
  /** server_version_num: 150018 is 15.18. */
  readonly version: number
  readonly isReadOnly: boolean
  readonly encoding: string
  /** Null: no schema on the search path. */
  readonly schema: string | null
  /** Number of tables in the schema. */
  readonly tables: number
  readonly isOurs: boolean
}

/** @throws WardenError for an unsupported server or database */
export function checkServer(facts: ServerFacts, where: string): void {
  const major = Math.floor(facts.version / 10_000)
  if (major < OLDEST_VERSION)
    throw refused('old-server', `${where} runs PostgreSQL ${major}; txwarden needs ${OLDEST_VERSION} or newer`)
  if (facts.isReadOnly)
    throw refused('read-only-database', `${where} is read-only`, ['Use the URL of the primary, not of a replica.'])
  if (facts.encoding !== 'UTF8')
    throw refused('wrong-encoding', `${where} has the encoding ${facts.encoding}; txwarden needs UTF8`, [
      "create database txwarden encoding 'UTF8' template template0",
    ])
  if (facts.schema === null)
    throw refused('no-schema', `${where} has no schema on its search path`, ['create schema public'])
  if (!facts.isOurs && facts.tables > 0)
    throw refused('foreign-database', `${where} has tables of another program in schema ${facts.schema}`, [
      'Create a separate database: create database txwarden',
    ])
}

/** The user's error for a failure to open a database; undefined for other errors. */
export function openFailure(error: unknown, where: string): WardenError | undefined {
  if (error instanceof WardenError) return undefined
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = messageOf(error)
  if (isRefusedByPooler(error)) return transactionPooler(where)
  if (code === '28P01' || code === '28000' || /client password must be a string/.test(message))
    return refused('database-login-refused', `${where}: ${passwordText(message)}`, [
      'The password comes from the URL in TXWARDEN_DATABASE, from PGPASSWORD, or from the file in PGPASSFILE.',
    ])
  if (code === '3D000') return refused('no-database', `${where} does not exist`, ['create database <name>'])
  if (code === '42501')
    return refused('not-permitted', `${where}: ${message}`, ['grant create on schema public to <user>'])
  if (code === '53300') return notConnected(where, message, error)
  if (isConnectionLost(error) || /timeout/i.test(message)) return notConnected(where, message || code, error)
  if (code.startsWith('ERR_INVALID_URL') || /sslmode|SSL|certificate/.test(message))
    return refused('unusable-database', `${where}: ${message}`)
  return undefined
}

/** Whether the server takes connections without TLS only. */
export function isWithoutTls(error: unknown): boolean {
  return /does not support SSL/i.test(messageOf(error))
}

function passwordText(message: string): string {
  return /must be a string/.test(message) ? 'the server requires a password' : message
}

/** For a host with several addresses, the message of the first. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

function refused(code: string, message: string, details: readonly string[] = []): WardenError {
  return refusal(code, message, { details, parameters: { task: 'connect' } })
}

function notConnected(where: string, reason: string, cause: unknown): WardenError {
  return unavailable('database-unavailable', `cannot connect to ${where}: ${reason}`, {
    parameters: { task: 'connect' },
    cause,
  })
}
