import type { StoreFailure } from '../store.ts'

/** The connection was lost while a COMMIT was under way: nobody knows whether it happened. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** PostgreSQL's error codes, appendix A of its manual; the first two characters are the class. */
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const DISK_FULL = '53100'
const TOO_MANY_CONNECTIONS = '53300'
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'
/** Shut down, crashed, starting up, the database dropped: by the server, to whoever is connected. */
const SERVER_GONE = ['57P01', '57P02', '57P03', '57P04', '57P05']
/** What was the primary is a replica now. */
const READ_ONLY = '25006'
const CONNECTION_CLASS = '08'
const FEATURE_NOT_SUPPORTED = '0A000'

/** Of sockets and of looking up names, as node has them. */
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

/** pg says these in words only. */
const LOST =
  /connection (?:terminated|ended)|client (?:has encountered a connection error|was closed)|not queryable|connection has been discarded|query read timeout/i
const NO_CONNECTION_FREE = /timeout exceeded when trying to connect|connection terminated due to connection timeout/i

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/** Whether the same transaction may well succeed when it is run again from the start. */
export function isSerializationFailure(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error))
}

/** Another transaction may have written first what this one looked for and did not see; run again it sees it. */
export function isTaken(error: unknown): boolean {
  return [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(codeOf(error))
}

/** Another transaction held a row, a table or a lock for longer than was waited. */
export function isLockWaitOver(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE
}

/** A newer server changed a table since the statement was prepared: on another connection it is prepared anew. */
export function isPlanOutdated(error: unknown): boolean {
  return codeOf(error) === FEATURE_NOT_SUPPORTED && /cached plan/.test(textOf(error))
}

/** Whether there is no connection, or no longer the one that was used: nothing of an open transaction was written. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code.startsWith(CONNECTION_CLASS) ||
    SERVER_GONE.includes(code) ||
    isPlanOutdated(error) ||
    SOCKET_ERRORS.includes(code) ||
    (code === '' && LOST.test(textOf(error)))
  )
}

export function failureOf(error: unknown): StoreFailure | undefined {
  if (error instanceof OutcomeUnknown) return 'outcome-unknown'
  const code = codeOf(error)
  if (code === DISK_FULL) return 'disk-full'
  if (isSerializationFailure(error) || isTaken(error)) return 'busy'
  if (isLockWaitOver(error) || [TOO_MANY_CONNECTIONS, QUERY_CANCELED].includes(code)) return 'busy'
  if (NO_CONNECTION_FREE.test(textOf(error))) return 'busy'
  if (code === READ_ONLY || isConnectionLost(error)) return 'unavailable'
  return undefined
}
