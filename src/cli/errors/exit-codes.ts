/** Room: Errors as lines on stderr: exit codes, and what to run next. */

import type { ErrorKind } from '../../shared/errors.ts'

/** Below 10: no result. From 10: a negative result. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  auth: 3,
  partial: 4,
  notFound: 5,
  unavailable: 6,
  rateLimited: 7,
  refused: 8,
  warning: 10,
  unsafe: 11,
  blocked: 12,
  checkFailed: 13,
  notExecutable: 126,
  programNotFound: 127,
  interrupted: 130,
} as const

const byKind: Readonly<Record<ErrorKind, number>> = {
  unexpected: exitCodes.unexpected,
  usage: exitCodes.usage,
  auth: exitCodes.auth,
  partial: exitCodes.partial,
  'not-found': exitCodes.notFound,
  unavailable: exitCodes.unavailable,
  'rate-limited': exitCodes.rateLimited,
  refused: exitCodes.refused,
  'check-failed': exitCodes.checkFailed,
  interrupted: exitCodes.interrupted,
  'program-not-executable': exitCodes.notExecutable,
  'program-not-found': exitCodes.programNotFound,
}

export function exitCodeOf(kind: ErrorKind): number {
  return byKind[kind]
}

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'success, or the transaction passed; an empty list is a success',
  unexpected: 'unexpected error, or a response without a verdict',
  usage: 'invalid or incomplete command line: a wrong flag, argument or value',
  auth: 'missing key, invalid key, or a key of the other kind',
  partial: 'some of several items failed',
  notFound: 'not found',
  unavailable: 'network error, timeout, service unavailable, or no simulation with --simulate yes',
  rateLimited: 'too many requests',
  refused: 'a file cannot be read, or a value in a file, a row or the store is refused',
  warning: 'verdict: warning (with --fail-on warning), or no data (with --fail-on no-data)',
  unsafe: 'verdict: unsafe',
  blocked: 'verdict: blocked, also of an address, and by a policy that denies or holds',
  checkFailed: 'a check failed',
  notExecutable: 'the command to run cannot be executed (proxy)',
  programNotFound: 'the command to run was not found (proxy)',
  interrupted: 'interrupted or declined',
}

export function exitCodesHelp(): string {
  const lines = Object.entries(exitCodes).map(
    ([name, code]) => `  ${String(code).padStart(3)}  ${meanings[name as keyof typeof exitCodes]}`,
  )
  return `Exit codes. Below 10: no result. From 10: a negative result.\n\n${lines.join('\n')}\n`
}
