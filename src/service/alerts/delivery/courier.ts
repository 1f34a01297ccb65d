import type { Sleep } from '../../../shared/sleep.ts'
import type { Clock, Ids, RandomBytes } from '../../runtime/deps.ts'
import { isAnyPending } from '../../store/repositories/deliveries.ts'
import { claimQueues, hasClaimableQueue } from '../../store/repositories/destination-queues.ts'
import type { Store } from '../../store/store.ts'
import type { SendResult } from '../channels/channel.ts'
import { failed } from '../channels/channel.ts'
import { dedupeErrors } from './dedupe-errors.ts'
import { type Due, drainQueue, LEASE_MS, type Told } from './destination-queue.ts'

export interface CourierDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: RandomBytes
  readonly newId: Ids
  /** Each call another one: of whoever sends, never used twice. Default: an id. */
  readonly newClaimId?: () => string
  readonly sleep: Sleep
  /** One try to tell one destination. What receivers and networks do wrong is an answer. */
  readonly send: (due: Due) => Promise<SendResult>
  /** Ends what is under way. */
  readonly close: () => Promise<void>
  /** Told once of each kind of failure, until something could be recorded again. */
  readonly report: (error: unknown) => void
  /** Told of every try that was written down. */
  readonly onTry?: (told: Told) => void
  /** Most destinations that are sent to at once; default 512. */
  readonly lanes?: number
}

/** Each costs a socket and a little memory, and may be held by a receiver that never answers until its time is over. */
const LANES = 512
/** How often the outbox is looked at (ms): while something waits in it, and at most when nothing does. */
const BUSY_POLL_MS = 250
const IDLE_POLL_MS = 1000
/** How long the database is left alone when it failed (ms): doubled each time, up to */
const FIRST_BACKOFF_MS = 1000
const LONGEST_BACKOFF_MS = 30_000

/**
 * Brings what is in the outbox to its destinations: claims lanes, works on many at once, each in order and alone. A lane
 * that fails takes its place among those that failed, which have half of the room: the others always find some.
 */
export class Courier {
  readonly #deps: CourierDeps
  readonly #stopping = new AbortController()
  readonly #abandoned = new AbortController()
  readonly #failures: ReturnType<typeof dedupeErrors>
  /** Lanes under way, and whether they failed last. */
  readonly #running = new Map<Promise<void>, boolean>()
  #wakeUp = new AbortController()
  #loop: Promise<void> | undefined

  constructor(deps: CourierDeps) {
    this.#deps = deps
    this.#failures = dedupeErrors(deps.report)
  }

  /** Works until it is stopped. */
  start(): void {
    this.#loop ??= this.#work()
  }

  /** Something was put into the outbox. */
  wake(): void {
    this.#wakeUp.abort()
  }

  /** Sends what is due until nothing is, or the signal aborts; then it has to be stopped. */
  async sendDue(until: AbortSignal): Promise<void> {
    const over = aborted(until)
    while (!until.aborted) {
      await this.#claim()
      if (this.#running.size === 0) return
      await Promise.race([over, ...this.#running.keys()])
    }
  }

  /** Begins nothing more, waits so long for what is under way (ms), and lets go of every lane. Twice is fine. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort()
    this.wake()
    const done = new AbortController()
    const ended = this.#ended().finally(() => done.abort())
    await Promise.race([ended, this.#deps.sleep(graceMs, done.signal)])
    this.#abandoned.abort()
    await ended
    await this.#deps.close()
  }

  async #ended(): Promise<void> {
    await this.#loop
    await Promise.all(this.#running.keys())
  }

  async #work(): Promise<void> {
    let idle = BUSY_POLL_MS
    let backoff = FIRST_BACKOFF_MS
    while (!this.#stopping.signal.aborted) {
      this.#wakeUp = new AbortController()
      let wait: number
      try {
        if (await isAnyPending(this.#deps.store.read)) {
          await this.#claim()
          idle = BUSY_POLL_MS
        } else idle = Math.min(idle * 2, IDLE_POLL_MS)
        wait = idle
        backoff = FIRST_BACKOFF_MS
      } catch (error) {
        this.#failures.report(error)
        wait = backoff
        backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS)
      }
      if (!this.#stopping.signal.aborted) await this.#deps.sleep(wait, this.#wakeUp.signal)
    }
  }

  /** Begins with every lane that can be claimed and has room. */
  async #claim(): Promise<void> {
    const most = this.#deps.lanes ?? LANES
    await this.#claimSome(false, most - this.#running.size)
    const failing = [...this.#running.values()].filter(Boolean).length
    await this.#claimSome(true, Math.min(most - this.#running.size, Math.ceil(most / 2) - failing))
  }

  async #claimSome(failing: boolean, limit: number): Promise<void> {
    const { store, clock, newId, newClaimId = newId } = this.#deps
    if (limit <= 0 || this.#stopping.signal.aborted) return
    const now = clock.now()
    if (!(await hasClaimableQueue(store.read, { now, failing }))) return
    const claim = { now, failing, limit, claimId: newClaimId(), leaseUntil: now + LEASE_MS }
    for (const lane of await store.write((db) => claimQueues(db, claim))) {
      const pass = drainQueue(lane, {
        ...this.#deps,
        chance: () => Buffer.from(this.#deps.random(6)).readUIntBE(0, 6) / 2 ** 48,
        send: (due) => this.#send(due),
        stopping: this.#stopping.signal,
        abandoned: this.#abandoned.signal,
        report: (error) => this.#failures.report(error),
        onTry: (told) => {
          this.#failures.forget()
          this.#deps.onTry?.(told)
        },
      })
      const running: Promise<void> = pass
        .catch((error) => {
          this.#failures.report(error)
          return 0
        })
        .then((tries) => {
          this.#running.delete(running)
          if (tries > 0) this.wake()
        })
      this.#running.set(running, failing)
    }
  }

  async #send(due: Due): Promise<SendResult> {
    const { clock, send } = this.#deps
    const started = clock.now()
    const onAbort = () => ({
      ...failed('the service stopped before the receiver answered', 'later', clock.now() - started),
      isCutOff: true,
    })
    try {
      return await orOnAbort(send(due), this.#abandoned.signal, onAbort)
    } catch (error) {
      this.#failures.report(error)
      return failed('the service failed to send it; its log says why', 'later', clock.now() - started)
    }
  }
}

/** The promise's value, or another one when the signal aborts first. Leaves nothing behind at the signal. */
function orOnAbort<T>(promise: Promise<T>, signal: AbortSignal, onAbort: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(onAbort())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
