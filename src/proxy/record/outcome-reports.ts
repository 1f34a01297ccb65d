import type { CallInput } from '../../api/operations/operations.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { isPassing } from '../../shared/passing.ts'
import { atMost, sleep } from '../../shared/time/sleep.ts'

/** First and longest wait after a failed attempt (ms); it doubles. */
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** For a request that is sent again while the outcome of its first one is reported (ms). */
const RESEND_WAIT_MS = 1_000

type Outcome = CallInput<'settleHold'>['body'] & { readonly outcome: string }

interface OutcomeReportsDeps {
  readonly client: Client
  /** Notifies the operator by one line. */
  note(line: string): void
}

interface Report {
  readonly digest: string
  readonly body: Outcome
  /** A later outcome of the same hold replaces it. */
  readonly replaced: AbortController
  done: Promise<void>
  /** Ends with the current attempt, also when it fails. */
  attempt: Promise<unknown>
}

/**
 * Reports to the service what became of released holds: in the background, as an answer of the node waits for nothing, until the
 * service has it or the proxy ends. Where that fails, the service waits for the outcome, and nothing is sent again by itself.
 */
export class OutcomeReports {
  readonly #deps: OutcomeReportsDeps
  readonly #ended = new AbortController()
  /** By id of the hold. */
  readonly #running = new Map<string, Report>()

  constructor(deps: OutcomeReportsDeps) {
    this.#deps = deps
  }

  /** Aborts when the proxy ends. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** @param digest of the request */
  add(holdId: string, digest: string, body: Outcome): void {
    const earlier = this.#running.get(holdId)
    // What the release itself made known counts more.
    if (earlier && body.releaseToken === undefined) return
    earlier?.replaced.abort()
    const none = Promise.resolve()
    const report: Report = { digest, body, replaced: new AbortController(), done: none, attempt: none }
    this.#running.set(holdId, report)
    report.done = this.#deliver(holdId, report).finally(() => {
      if (this.#running.get(holdId) === report) this.#running.delete(holdId)
    })
  }

  /** Waits for what is reported about the same request at the moment, for a bounded time. */
  async attempted(digest: string): Promise<void> {
    const attempts = [...this.#running.values()].filter((each) => each.digest === digest).map(({ attempt }) => attempt)
    if (attempts.length > 0) await atMost(RESEND_WAIT_MS, Promise.all(attempts))
  }

  /** Waits for all reports, `ms` at most, and gives up the others. */
  async end(ms: number): Promise<void> {
    if (this.#running.size > 0) await atMost(ms, Promise.all(Array.from(this.#running.values(), ({ done }) => done)))
    this.#ended.abort()
    for (const [holdId, { body }] of this.#running) this.#note(holdId, body, ': the proxy ended before it answered')
    this.#running.clear()
  }

  /** Never rejects. */
  async #deliver(holdId: string, report: Report): Promise<void> {
    const { body, replaced } = report
    const signal = AbortSignal.any([this.ended, replaced.signal])
    for (let waitMs = FIRST_WAIT_MS, isLate = false; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS), isLate = true) {
      const work = this.#deps.client.call('settleHold', { params: { holdId }, body }, { signal })
      report.attempt = work.catch(() => undefined)
      const fault: unknown = await work.then(() => undefined).catch((error: unknown) => error ?? new Error('no reason'))
      if (signal.aborted) return
      if (fault === undefined) {
        if (isLate) this.#deps.note(`hold ${holdId} was ${body.outcome}: the service knows it now`)
        return
      }
      if (!isAcceptedLater(fault)) return this.#note(holdId, body, `: ${messageOf(fault)}`)
      if (!isLate) this.#note(holdId, body, ` yet: ${messageOf(fault)}; it is reported again`)
      await sleep(waitMs, signal)
      if (signal.aborted) return
    }
  }

  #note(holdId: string, { outcome }: Outcome, why: string): void {
    this.#deps.note(`! hold ${holdId} was ${outcome}, which the service does not know${why}`)
  }
}

/** Whether the same report may be accepted later: also where the service failed. */
function isAcceptedLater(error: unknown): boolean {
  return isPassing(error) || (error instanceof WardenError && (error.status ?? 0) >= 500)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
