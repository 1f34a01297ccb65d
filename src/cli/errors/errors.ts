import { unexpected, WardenError, type WardenErrorOptions } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
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
  return unexpected('unexpected', `unexpected error: ${message}`, {
    details: ['This is a bug in txwarden. -v shows the stack trace.'],
    cause: error,
  })
}

/** The flags that select the service, for a command that is suggested: each with a blank before it. */
export function targetFlags({
  profile,
  baseUrl,
}: {
  readonly profile?: string | undefined
  readonly baseUrl?: string | undefined
}): string {
  const flags = Object.entries({ profile, 'base-url': baseUrl })
  return flags.map(([name, value]) => (value === undefined ? '' : ` --${name} ${quoteWord(value)}`)).join('')
}

/** Adds the flags that select the service to the next step of an error. */
export function withTarget(error: WardenError, target: string): WardenError {
  // Another server, which is not started with the profile of its clients; or another profile.
  if (['not-offered', 'unknown-profile', 'needs-local-profile'].includes(error.code)) return error
  if (target === '' || !error.try?.startsWith('txwarden ')) return error
  return withNext(error, `txwarden${target}${error.try.slice('txwarden'.length)}`)
}

/** Runs the same command line with the local profile that would do. */
export function withLocalProfile(error: WardenError, argv: readonly string[]): WardenError {
  const { local } = error.parameters
  if (error.code !== 'needs-local-profile' || local === undefined) return error
  const isOfProfile = (word: string, index: number) =>
    /^(?:-p|--profile$|--profile=)/.test(word) || ['-p', '--profile'].includes(argv[index - 1] ?? '')
  const words = ['--profile', local, ...argv.filter((word, index) => !isOfProfile(word, index))]
  return withNext(error, `txwarden ${words.map(quoteWord).join(' ')}`)
}

/** The same error with another next step and more details. */
export function withNext(error: WardenError, next: string, further: readonly string[] = []): WardenError {
  return reworded(error, { details: [...error.details, ...further], try: next, cause: error.cause })
}

/** The same error with each text changed. */
export function withTexts(error: WardenError, change: (text: string) => string): WardenError {
  const { message, details, try: next, cause } = error
  return reworded(error, {
    message: change(message),
    details: details.map(change),
    try: next === undefined ? undefined : change(next),
    cause,
  })
}

/** The same error in other words; unless they say another one, it is the cause. */
export function reworded(error: WardenError, words: Partial<WardenErrorOptions>): WardenError {
  const { kind, code, message, details, try: next, status } = error
  return new WardenError({ kind, code, message, details, try: next, status, cause: error, ...words })
}

/** An unknown path means that the service lacks an addition of our own. @param message says which */
export function notOffered(error: WardenError, message: string): WardenError {
  return reworded(error, { kind: 'not-found', code: 'not-offered', message, try: 'txwarden profile list' })
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
