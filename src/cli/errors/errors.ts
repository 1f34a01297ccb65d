import { WardenError } from '../../shared/errors.ts'
import type { Paint } from '../output/paint.ts'
import { escapedJson, safeText } from '../output/terminal-text.ts'
import { wrapWords } from '../output/words.ts'
import { nextCommand } from './next-commands.ts'
import { databaseError, systemError } from './system-errors.ts'

/**
 * Converts anything thrown to an error that can be shown. An error of the service gets the command to run next.
 * @param isRemote whether a service on another machine was called
 */
export function shownError(error: unknown, isRemote = false): WardenError {
  const known = knownError(error)
  const isAnswer = known.status !== undefined
  const ofService = nextCommand(known, isRemote && isAnswer)
  // What the client says of a status is about any service.
  const next = isAnswer ? (ofService ?? known.try) : (known.try ?? ofService)
  return next === known.try || next === undefined ? known : withNext(known, next)
}

/** What failed first: an error while something was closed after it says less. */
export function firstError(error: unknown): unknown {
  return error instanceof SuppressedError ? firstError(error.suppressed) : error
}

function knownError(thrown: unknown): WardenError {
  const error = firstError(thrown)
  if (error instanceof WardenError) return error
  for (let each = error; each instanceof Error; each = each.cause) {
    const known = systemError(each) ?? databaseError(each)
    if (known) return known
  }
  const message = error instanceof Error ? error.message : String(error)
  return new WardenError({
    kind: 'unexpected',
    code: 'unexpected',
    message: `unexpected error: ${message}`,
    details: ['This is a bug in txwarden. -v shows the stack trace.'],
    cause: error,
  })
}

/** Adds the flags that select the service to the next step of an error. */
export function withTarget(error: WardenError, target: string): WardenError {
  // Another server, which is not started with the profile of its clients.
  if (error.code === 'not-offered' || error.code === 'unknown-profile') return error
  if (target === '' || !error.try?.startsWith('txwarden ')) return error
  return withNext(error, `txwarden${target}${error.try.slice('txwarden'.length)}`)
}

/** The same error with another next step and more details. */
export function withNext(error: WardenError, next: string, further: readonly string[] = []): WardenError {
  const { kind, code, message, status, cause } = error
  const details = [...error.details, ...further]
  return new WardenError({ kind, code, message, details, try: next, cause, ...(status !== undefined && { status }) })
}

/** The same error with each text changed. */
export function withTexts(error: WardenError, change: (text: string) => string): WardenError {
  const { kind, code, message, status, details, try: next, cause } = error
  return new WardenError({
    kind,
    code,
    message: change(message),
    details: details.map(change),
    cause,
    ...(next !== undefined && { try: change(next) }),
    ...(status !== undefined && { status }),
  })
}

/** The message, details and next step as text, wrapped at `width`. The next step is not wrapped, so that it can be copied. */
export function errorText(error: WardenError, paint: Paint, width = Number.POSITIVE_INFINITY): string {
  const details = error.details.filter((detail) => !repeats(detail, error.message))
  const lines = [
    ...wrapWords(`${paint.bad('txwarden:')} ${safeText(error.message)}`, width),
    ...details.flatMap((detail) => wrapWords(safeText(detail), width - 2).map((line) => `  ${line}`)),
    ...(error.try ? [`${paint.dim('Try:')} ${safeText(error.try)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** A service with a single field error often repeats it in its message. */
function repeats(detail: string, message: string): boolean {
  return message.includes(detail.replace(': ', ' '))
}

export function errorJson(error: WardenError): string {
  const { code, message, status, details, try: next } = error
  return `${escapedJson(JSON.stringify({ error: { code, message, status: status ?? null, details, try: next ?? null } }))}\n`
}
