import { shownError } from '../../cli/errors/errors.ts'
import { RequestPreview } from '../../client/requests/preview-request.ts'
import { WardenError } from '../../shared/errors.ts'
import { atMost } from '../../shared/time/sleep.ts'
import { type Check, type CheckVerdict, fail, pass } from './check.ts'
import type { DoctorSubject } from './subject.ts'

/** Time limit for one check (ms), so that an unresponsive service does not block the report. */
const LIMIT_MS = 10_000

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
        const verdicts = await atMost(LIMIT_MS, look(subject))
        if (verdicts === undefined) throw new TooSlow()
        return { check: name, verdicts }
      } catch (error) {
        return { check: name, verdicts: [verdictOf(error)], error }
      }
    }),
  )
  const unreachable = unreachableOrigins(outcomes)
  return outcomes
    .filter(({ error }) => !isUnreachable(error, unreachable))
    .flatMap(({ check, verdicts }) => verdicts.map(({ unreachable: _, ...verdict }) => ({ check, ...verdict })))
}

/** Origins that the address check found unreachable. */
function unreachableOrigins(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ verdicts }) => verdicts.flatMap(({ unreachable }) => unreachable ?? []))
}

/** Whether a check failed only for that: the address check already reports it. */
function isUnreachable(error: unknown, unreachable: readonly string[]): boolean {
  if (!(error instanceof WardenError) || error.status !== undefined) return false
  return error instanceof TooSlow ? unreachable.length > 0 : unreachable.includes(error.parameters.origin ?? '')
}

/** No answer within the time limit of a check. */
class TooSlow extends WardenError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'timeout',
      message: `no answer within ${LIMIT_MS / 1000} seconds`,
      try: 'txwarden config explain',
    })
  }
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
