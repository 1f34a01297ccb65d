import { WardenError } from '../../../shared/errors.ts'
import { isConnectionLost } from './failures.ts'

/** The oldest server whose SQL is the one we write. */
export const OLDEST_VERSION = 15

export interface ServerFacts {
  /** 150018 is 15.18. */
  readonly version: number
  readonly isReadOnly: boolean
  readonly encoding: string
  /** Null: there is no schema to make tables in. */
  readonly schema: string | null
  /** In that schema. */
  readonly tables: number
  readonly isOurs: boolean
}

/** @throws WardenError for a server, or a database of it, that cannot be used */
export function refuseUnfit(facts: ServerFacts, where: string): void {
  const major = Math.floor(facts.version / 10_000)
  if (major < OLDEST_VERSION)
    throw refused('old-server', `${where} is on PostgreSQL ${major}; the oldest that works is ${OLDEST_VERSION}`)
  if (facts.isReadOnly)
    throw refused('read-only-database', `${where} takes no writes: it is a read-only replica, or set to be read only`, [
      'Use the address of the primary.',
    ])
  if (facts.encoding !== 'UTF8')
    throw refused('wrong-encoding', `${where} has the encoding ${facts.encoding}; it must be UTF8`, [
      "create database txwarden encoding 'UTF8' template template0",
    ])
  if (facts.schema === null)
    throw refused('no-schema', `${where} has no schema on the search path to make tables in`, ['create schema public'])
  if (!facts.isOurs && facts.tables > 0)
    throw refused('foreign-database', `${where} has the tables of another program in schema ${facts.schema}`, [
      'Make a database for txwarden alone: create database txwarden',
    ])
}

/** What a failure to open a database says to people; undefined when it is something else. */
export function openFailure(error: unknown, where: string): WardenError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const said = messageOf(error)
  if (code === '28P01' || code === '28000' || /client password must be a string/.test(said))
    return refused('database-login-refused', `${where}: ${passwordText(said)}`, [
      'The password comes from the address in TXWARDEN_DATABASE, from PGPASSWORD, or from the file PGPASSFILE names.',
    ])
  if (code === '3D000') return refused('no-database', `${where} does not exist`, ['create database <name>'])
  if (code === '42501')
    return refused('not-permitted', `${where}: ${said}`, ['grant create on schema public to <user>'])
  if (code === '53300') return unavailable(where, said, error)
  if (isConnectionLost(error) || /timeout/i.test(said)) return unavailable(where, said || code, error)
  if (code.startsWith('ERR_INVALID_URL') || /sslmode|SSL|certificate/.test(said))
    return refused('unusable-database', `${where}: ${said}`)
  return undefined
}

function passwordText(said: string): string {
  return /must be a string/.test(said) ? 'the server asks for a password, and there is none' : said
}

/** Of the several addresses of a host, that of the first. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

function refused(code: string, message: string, details: readonly string[] = []): WardenError {
  return new WardenError({ kind: 'refused', code, message, details, try: 'txwarden config explain' })
}

function unavailable(where: string, said: string, cause: unknown): WardenError {
  return new WardenError({
    kind: 'unavailable',
    code: 'database-unavailable',
    message: `${where} cannot be reached: ${said}`,
    try: 'txwarden config explain',
    cause,
  })
}
