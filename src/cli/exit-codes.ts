import type { ErrorKind } from '../api/errors.ts'

/** Numbers below 10: could not answer. From 10: the answer is no. */
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
}

export function exitCodeOf(kind: ErrorKind): number {
  return byKind[kind]
}
