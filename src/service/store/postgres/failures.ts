import { unavailable, WardenError } from '../../../shared/errors.ts'
import type { StoreFailure } from '../store.ts'

/** The connection was lost during a COMMIT, which may or may not be stored. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** The server did not answer lately: nothing was sent to it. */
export class ServerSilent extends Error {
  override readonly name = 'ServerSilent'
}

/** PostgreSQL error codes (appendix A of its manual); the first two characters are the class. */
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const DISK_FULL = '53100'
const TOO_MANY_CONNECTIONS = '53300'
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'
/** The server shuts down, crashed or starts up, or the database was dropped. */
const SERVER_STOPPED = ['57P01', '57P02', '57P03', '57P04', '57P05']
/** The primary has become a replica. */
const READ_ONLY = '25006'
const CONNECTION_CLASS = '08'
const FEATURE_NOT_SUPPORTED = '0A000'

/** Node's codes of socket and name look-up errors. */
const SOCKET_ERRORS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]

/** pg reports these without a code. */
const LOST =
  /connection (?:terminated|ended)|client (?:has encountered a connection error|was closed)|not queryable|connection has been discarded|query read timeout/i
const NO_CONNECTION_FREE = /timeout exceeded when trying to connect|connection terminated due to connection timeout/i

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/** Whether the transaction can succeed when it runs again. */
export function isSerializationFailure(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error))
}

/** Another transaction may have written a row that this one did not see: a second run sees it. */
export function isConstraintViolation(error: unknown): boolean {
  return [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(codeOf(error))
}

/** Another transaction held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE
}

/** A migration changed a table after the statement was prepared: another connection prepares it again. */
function isPlanOutdated(error: unknown): boolean {
  return codeOf(error) === FEATURE_NOT_SUPPORTED && /cached plan/.test(textOf(error))
}

/** Whether the connection failed or was lost: an open transaction wrote nothing. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code.startsWith(CONNECTION_CLASS) ||
    SERVER_STOPPED.includes(code) ||
    isPlanOutdated(error) ||
    SOCKET_ERRORS.includes(code) ||
    (code === '' && LOST.test(textOf(error)))
  )
}

/** The error of a transaction that was retried until its time limit. */
export function givenUp(cause: unknown): WardenError {
  const isLost = isConnectionLost(cause)
  return unavailable(
    isLost ? 'database-unavailable' : 'database-busy',
    isLost
      ? `the connection to PostgreSQL was lost: ${textOf(cause)}`
      : 'the database is busy: other transactions changed the same rows at each retry; nothing was written by the last one',
    { cause },
  )
}

export function failureOf(error: unknown): StoreFailure | undefined {
  if (error instanceof WardenError) return failureOf(error.cause)
  if (error instanceof OutcomeUnknown) return 'outcome-unknown'
  if (error instanceof ServerSilent) return 'unavailable'
  const code = codeOf(error)
  if (code === DISK_FULL) return 'disk-full'
  if (isSerializationFailure(error) || isConstraintViolation(error)) return 'busy'
  if (isLockTimeout(error) || [TOO_MANY_CONNECTIONS, QUERY_CANCELED].includes(code)) return 'busy'
  if (NO_CONNECTION_FREE.test(textOf(error))) return 'busy'
  if (code === READ_ONLY || isConnectionLost(error)) return 'unavailable'
  return undefined
}
