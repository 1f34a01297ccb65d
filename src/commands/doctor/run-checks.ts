import { WardenError } from '../../api/errors.ts'
import { shownError } from '../../cli/errors.ts'
import { NotSent } from '../../client/not-sent.ts'
import type { Check } from './check.ts'
import type { Subject } from './subject.ts'
import { fail, pass, type Verdict } from './verdict.ts'

/** Longest time (ms) for one check: a service that never answers holds up no other. */
const LIMIT_MS = 10_000

export interface Finding extends Verdict {
  /** Name of the check. */
  readonly check: string
}

/** All at once; the findings stand in the order of the checks. */
export async function runChecks(checks: readonly Check[], subject: Subject): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async ({ name, look }) => {
      const verdicts = await withinLimit(look(subject)).catch((error: unknown) => [verdictOf(error)])
      return verdicts.map((verdict) => ({ check: name, ...verdict }))
    }),
  )
  return found.flat()
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
    message: `no answer within ${LIMIT_MS / 1000} seconds`,
    try: 'txwarden config explain',
  })
}

/** Whoever interrupts wants no report. */
function verdictOf(error: unknown): Verdict {
  if (error instanceof WardenError && error.kind === 'interrupted') throw error
  if (error instanceof NotSent) return pass('not asked: --dry-run and --curl send no such request')
  const { kind, message, details, try: next } = shownError(error)
  const text = [message, ...details.slice(0, 1)].join('; ')
  const level = kind === 'rate-limited' ? 'warn' : 'fail'
  return { ...fail(text, next ?? 'txwarden config explain'), level }
}
