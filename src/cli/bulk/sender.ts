import { RequestPreview } from '../../client/requests/preview-request.ts'
import { refusal, WardenError } from '../../shared/errors.ts'
import { isPassing } from '../../shared/passing.ts'
import type { BulkItem } from './items.ts'
import type { BulkJob } from './job.ts'

/** A request with its row key, and how often the service refused it in earlier runs. */
export type KeyedItem<Body> =
  | (Extract<BulkItem<Body>, { body: Body }> & { readonly key: Buffer; readonly refusals: number })
  | Extract<BulkItem<Body>, { fault: string }>

/** The result of an item. `open`: no result is known; the next run sends it. */
export type Settled<Body> = { readonly item: KeyedItem<Body> } & (
  | { readonly state: 'done'; readonly outcome: string; readonly members: object }
  | { readonly state: 'failed'; readonly error: WardenError }
  | { readonly state: 'previewed'; readonly preview: RequestPreview }
  | { readonly state: 'open' }
)

/** How long running requests may take to end after an interrupt. */
const GRACE_MS = 3_000
/** Consecutive connection failures after which the run stops. */
const MAX_CONSECUTIVE_FAILURES = 10

/** Sends the requests. Stops when the user interrupts, the key is refused or the service stays unreachable. */
export class BulkSender<Body> {
  readonly #job: BulkJob<Body>
  readonly #run: string
  readonly #maxFailures: number
  readonly #stop = new AbortController()
  /** Aborts running requests. */
  readonly #abort = new AbortController()
  #succeeded = 0
  #consecutiveFailures = 0
  #unexpected: { readonly error: unknown } | undefined
  /** Why no more requests were started. */
  gaveUp: WardenError | undefined

  /** `run`: the id of the first run, kept when it is resumed. */
  constructor(job: BulkJob<Body>, run: string, concurrency: number, interrupt: AbortSignal) {
    this.#job = job
    this.#run = run
    this.#maxFailures = Math.max(MAX_CONSECUTIVE_FAILURES, concurrency)
    const stop = () => {
      this.#stop.abort()
      setTimeout(() => this.#abort.abort(interrupt.reason), GRACE_MS).unref()
    }
    if (interrupt.aborted) stop()
    interrupt.addEventListener('abort', stop, { once: true })
  }

  /** Aborts when no more requests are started. */
  get stopped(): AbortSignal {
    return this.#stop.signal
  }

  async settle(item: KeyedItem<Body>): Promise<Settled<Body>> {
    if (this.stopped.aborted) return { item, state: 'open' }
    if ('fault' in item)
      return {
        item,
        state: 'failed',
        error: refusal('invalid-row', item.fault),
      }
    try {
      const { outcome, members } = await this.#send(item.body, this.#idempotencyKey(item))
      this.#succeeded += 1
      this.#consecutiveFailures = 0
      return { item, state: 'done', outcome, members }
    } catch (error) {
      return this.#failed(item, error)
    }
  }

  /** Internal errors are not row failures. */
  throwUnexpected(): void {
    if (this.#unexpected) throw this.#unexpected.error
  }

  /** A refused request needs a new key: the service replays its stored refusal for the old one. */
  #idempotencyKey({ key, refusals }: { readonly key: Buffer; readonly refusals: number }): string {
    return `${this.#run}-${key.toString('hex')}${refusals > 0 ? `-${refusals}` : ''}`
  }

  /** Repeats a rate-limited request as long as others succeed meanwhile. */
  async #send(body: Body, idempotencyKey: string): ReturnType<BulkJob<Body>['send']> {
    const options = { idempotencyKey, signal: this.#abort.signal }
    for (;;) {
      const before = this.#succeeded
      try {
        return await this.#job.send(body, options)
      } catch (error) {
        const isRateLimited = error instanceof WardenError && error.kind === 'rate-limited'
        if (!isRateLimited || this.#succeeded === before || this.stopped.aborted) throw error
      }
    }
  }

  #failed(item: KeyedItem<Body>, error: unknown): Settled<Body> {
    if (error instanceof RequestPreview) return { item, state: 'previewed', preview: error }
    if (!(error instanceof WardenError)) {
      this.#unexpected = { error }
      this.#stop.abort()
      return { item, state: 'open' }
    }
    if (error.kind === 'interrupted') {
      // Without a signal, the user declined a prompt.
      if (!this.stopped.aborted) this.#giveUp(error)
      return { item, state: 'open' }
    }
    const isConnectionFailure = isPassing(error)
    if (isConnectionFailure) this.#consecutiveFailures += 1
    const failsForAll = error.kind === 'auth' || error.kind === 'usage'
    if (failsForAll || (isConnectionFailure && this.#consecutiveFailures >= this.#maxFailures)) this.#giveUp(error)
    return { item, state: 'failed', error }
  }

  #giveUp(error: WardenError): void {
    this.gaveUp ??= error
    this.#stop.abort()
  }
}
