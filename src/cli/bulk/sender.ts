import { RequestPreview } from '../../client/preview-request.ts'
import { WardenError } from '../../shared/errors.ts'
import type { Item } from './items.ts'
import type { BulkJob } from './job.ts'

/** A request with the key of its row, and how often a service has refused it in earlier runs. */
export type Keyed<Body> =
  | (Extract<Item<Body>, { body: Body }> & { readonly key: Buffer; readonly refusals: number })
  | Extract<Item<Body>, { fault: string }>

/** What became of it. `left`: nothing is known of it, and the next run does it. */
export type Settled<Body> = { readonly item: Keyed<Body> } & (
  | { readonly state: 'done'; readonly outcome: string; readonly members: object }
  | { readonly state: 'failed'; readonly error: WardenError }
  | { readonly state: 'not-sent'; readonly notSent: RequestPreview }
  | { readonly state: 'left' }
)

/** How long requests under way may take to end after an interrupt (ms). */
const GRACE_MS = 3_000
/** So many failures of the way itself, one after another, and the rest would fail alike. */
const HOPELESS = 10

/** Sends what rows ask for. Says when to stop: the user interrupts, the key is refused, nobody answers any more. */
export class Sender<Body> {
  readonly #job: BulkJob<Body>
  readonly #run: string
  readonly #hopeless: number
  readonly #stop = new AbortController()
  /** Aborts what is under way. */
  readonly #cut = new AbortController()
  #succeeded = 0
  #inVain = 0
  #fault: { readonly error: unknown } | undefined
  /** Why nothing more was begun. */
  gaveUp: WardenError | undefined

  /** `run`: the same for every run that resumes it. */
  constructor(job: BulkJob<Body>, run: string, concurrency: number, interrupt: AbortSignal) {
    this.#job = job
    this.#run = run
    this.#hopeless = Math.max(HOPELESS, concurrency)
    const stop = () => {
      this.#stop.abort()
      setTimeout(() => this.#cut.abort(interrupt.reason), GRACE_MS).unref()
    }
    if (interrupt.aborted) stop()
    interrupt.addEventListener('abort', stop, { once: true })
  }

  /** Aborts when nothing more is to be begun. */
  get stopped(): AbortSignal {
    return this.#stop.signal
  }

  async settle(item: Keyed<Body>): Promise<Settled<Body>> {
    if (this.stopped.aborted) return { item, state: 'left' }
    if ('fault' in item)
      return {
        item,
        state: 'failed',
        error: new WardenError({ kind: 'refused', code: 'invalid-row', message: item.fault }),
      }
    try {
      const { outcome, members } = await this.#send(item.body, this.#idempotencyKey(item))
      this.#succeeded += 1
      this.#inVain = 0
      return { item, state: 'done', outcome, members }
    } catch (error) {
      return this.#failed(item, error)
    }
  }

  /** A fault of ours is nobody's row. */
  throwFault(): void {
    if (this.#fault) throw this.#fault.error
  }

  /** A refusal is kept by the service as well, and would be all that it answers to the same key. */
  #idempotencyKey({ key, refusals }: { readonly key: Buffer; readonly refusals: number }): string {
    return `${this.#run}-${key.toString('hex')}${refusals > 0 ? `-${refusals}` : ''}`
  }

  /** A service that wants fewer requests still lets some through: as long as it does, each comes to its turn. */
  async #send(body: Body, idempotencyKey: string): ReturnType<BulkJob<Body>['send']> {
    const sending = { idempotencyKey, signal: this.#cut.signal }
    for (;;) {
      const before = this.#succeeded
      try {
        return await this.#job.send(body, sending)
      } catch (error) {
        const isCrowded = error instanceof WardenError && error.kind === 'rate-limited'
        if (!isCrowded || this.#succeeded === before || this.stopped.aborted) throw error
      }
    }
  }

  #failed(item: Keyed<Body>, error: unknown): Settled<Body> {
    if (error instanceof RequestPreview) return { item, state: 'not-sent', notSent: error }
    if (!(error instanceof WardenError)) {
      this.#fault = { error }
      this.#stop.abort()
      return { item, state: 'left' }
    }
    if (error.kind === 'interrupted') {
      // Not by a signal: somebody was asked, and said no.
      if (!this.stopped.aborted) this.#giveUp(error)
      return { item, state: 'left' }
    }
    const isOfTheWay = error.kind === 'unavailable' || error.kind === 'rate-limited'
    if (isOfTheWay) this.#inVain += 1
    const isForAll = error.kind === 'auth' || error.kind === 'usage'
    if (isForAll || (isOfTheWay && this.#inVain >= this.#hopeless)) this.#giveUp(error)
    return { item, state: 'failed', error }
  }

  #giveUp(error: WardenError): void {
    this.gaveUp ??= error
    this.#stop.abort()
  }
}
