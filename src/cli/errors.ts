import { WardenError } from '../shared/errors.ts'
import type { Paint } from './output/paint.ts'
import { escapedJson, safeText } from './output/terminal-text.ts'
import { wrapWords } from './output/words.ts'

/** Whatever was thrown, as something a person can be shown. */
export function shownError(error: unknown): WardenError {
  if (error instanceof WardenError) return error
  const system = error as NodeJS.ErrnoException | undefined
  if (error instanceof Error && typeof system?.code === 'string' && system.syscall !== undefined)
    return fileError(system)
  const message = error instanceof Error ? error.message : String(error)
  return new WardenError({
    kind: 'unexpected',
    code: 'unexpected',
    message: `something went wrong that should not: ${message}`,
    details: ['This is a fault of txwarden. With -v the whole trace is shown.'],
    cause: error,
  })
}

function fileError(error: NodeJS.ErrnoException): WardenError {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is not a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
    EEXIST: 'it is there already',
  }
  const reason = reasons[error.code ?? ''] ?? error.code ?? 'it failed'
  const refused = ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'EROFS', 'EEXIST'].includes(error.code ?? '')
  return new WardenError({
    kind: refused ? 'refused' : 'unexpected',
    code: 'file',
    message: `${error.path === undefined ? error.syscall : error.path || '""'}: ${reason}`,
    cause: error,
  })
}

/** The same error, its next step meant for the service that was meant. */
export function withTarget(error: WardenError, target: string): WardenError {
  if (target === '' || !error.try?.startsWith('txwarden ')) return error
  return withNext(error, `txwarden${target}${error.try.slice('txwarden'.length)}`)
}

/** The same error with another next step, and further lines if there are any. */
export function withNext(error: WardenError, next: string, further: readonly string[] = []): WardenError {
  const { kind, code, message, status, cause } = error
  const details = [...error.details, ...further]
  return new WardenError({ kind, code, message, details, try: next, cause, ...(status !== undefined && { status }) })
}

/**
 * For people: one line, further lines, what to run next. On a terminal of `width` characters they break between words;
 * what to run next stays whole, to be copied.
 */
export function errorText(error: WardenError, paint: Paint, width = Number.POSITIVE_INFINITY): string {
  const details = error.details.filter((detail) => !isSaid(detail, error.message))
  const lines = [
    ...wrapWords(`${paint.bad('txwarden:')} ${safeText(error.message)}`, width),
    ...details.flatMap((detail) => wrapWords(safeText(detail), width - 2).map((line) => `  ${line}`)),
    ...(error.try ? [`${paint.dim('Try:')} ${safeText(error.try)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** Of a single fault a service's sentence and the line of its member often say the same. */
function isSaid(detail: string, message: string): boolean {
  return message.includes(detail.replace(': ', ' '))
}

/** For programs: one JSON document. */
export function errorJson(error: WardenError): string {
  const { code, message, status, details, try: next } = error
  return `${escapedJson(JSON.stringify({ error: { code, message, status: status ?? null, details, try: next ?? null } }))}\n`
}
