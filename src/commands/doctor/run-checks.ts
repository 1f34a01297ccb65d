import { shownError } from '../../cli/errors/errors.ts'
import { RequestPreview } from '../../client/requests/preview-request.ts'
import { WardenError } from '../../shared/errors.ts'
import { type Check, type CheckVerdict, fail, pass } from './check.ts'
import { reachable } from './checks/address.ts'
import type { DoctorSubject } from './subject.ts'

/** Time limit for one check (ms), so that an unresponsive service does not block the report. */
const LIMIT_MS = 10_000
const TOO_SLOW = `no answer within ${LIMIT_MS / 1000} seconds`

export interface CheckFinding extends CheckVerdict {
  /** Name of the check. */
  readonly check: string
}

interface Outcome {
  readonly check: string
  readonly verdicts: readonly CheckVerdict[]
  /** The error of a failed check. */
  readonly error?: unknown
}

/** Runs all checks in parallel; findings are in the order of the checks. */
export async function runChecks(checks: readonly Check[], subject: DoctorSubject): Promise<CheckFinding[]> {
  const outcomes = await Promise.all(
    checks.map(async ({ name, look }): Promise<Outcome> => {
      try {
        return { check: name, verdicts: await withinLimit(look(subject)) }
      } catch (error) {
        return { check: name, verdicts: [verdictOf(error)], error }
      }
    }),
  )
  const unreachable = unreachableOrigins(outcomes)
  return outcomes
    .filter(({ error }) => !isUnreachable(error, unreachable))
    .flatMap(({ check, verdicts }) => verdicts.map((verdict) => ({ check, ...verdict })))
}

/** Origins that the address check found unreachable. */
function unreachableOrigins(outcomes: readonly Outcome[]): string[] {
  return outcomes
    .filter(({ check }) => check === reachable.name)
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ level }) => level === 'fail')
    .map(({ text }) => text.split(': ', 1).join())
}

/** Whether a check failed only for that: the address check already reports it. */
function isUnreachable(error: unknown, unreachable: readonly string[]): boolean {
  if (!(error instanceof WardenError) || error.status !== undefined) return false
  return unreachable.some((origin) => error.message === TOO_SLOW || error.message.includes(`${origin}: `))
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooSlow()), LIMIT_MS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(): WardenError {
  return new WardenError({
    kind: 'unavailable',
    code: 'timeout',
    message: TOO_SLOW,
    try: 'txwarden config explain',
  })
}

/** An interruption ends the command without a report. */
function verdictOf(error: unknown): CheckVerdict {
  if (error instanceof WardenError && error.kind === 'interrupted') throw error
  if (error instanceof RequestPreview) return pass('skipped: --dry-run and --curl do not send this request')
  const { kind, message, details, try: next } = shownError(error)
  const text = [message, ...details.slice(0, 1)].join('; ')
  const level = kind === 'rate-limited' ? 'warn' : 'fail'
  return { ...fail(text, next ?? 'txwarden config explain'), level }
}
