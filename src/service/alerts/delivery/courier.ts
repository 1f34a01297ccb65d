/**
 * Room: From the outbox to the receivers: courier, destination queues, attempts, schedule.
 *
 * Sends events and records attempts; decides no condition of an alert.
 */

import { ErrorReporter } from '../../../shared/dedupe-errors.ts'
import { Backoff } from '../../../shared/time/backoff.ts'
import { untilAborted } from '../../../shared/time/sleep.ts'
import type { RandomBytes } from '../../runtime/deps.ts'
import { isAnyPending } from '../../store/repositories/deliveries.ts'
import { claimQueues, hasClaimableQueue } from '../../store/repositories/destination-queues.ts'
import { type AttemptResult, failed } from '../channels/channel.ts'
import type { Attempt } from './attempts/attempt-outcome.ts'
import type { AlertPipeline } from './attempts/send-alert.ts'
import { drainQueue, LEASE_MS, type QueueDeps } from './destination-queue.ts'
import { planHeartbeats } from './heartbeats.ts'
import { planDeliveries } from './plan-deliveries.ts'

export interface CourierDeps
  extends Pick<QueueDeps, 'store' | 'clock' | 'deadlines' | 'newId' | 'isEnding' | 'sleep'>,
    Partial<Pick<QueueDeps, 'onAttempt'>> {
  readonly random: RandomBytes
  /** A unique id for each claim. Default: `newId`. */
  readonly newClaimId?: () => string
  /** Makes one attempt. Failures of receivers and networks are results, not errors. */
  readonly send: (attempt: Attempt) => Promise<AttemptResult>
  /** For attempts to one webhook; after an abort, what it has in progress is ignored. */
  readonly openPipeline: () => AlertPipeline
  /** Aborts the attempts in progress and closes connections. */
  readonly close: () => Promise<void>
  /** Gets one error of each kind, until an attempt is recorded again. */
  readonly report: (error: unknown) => void
  /** Maximum number of destinations sent to at the same time; default 512. */
  readonly concurrency?: number
}

/** Each costs a socket and a little memory; a receiver that does not answer holds one until the timeout. */
const DEFAULT_CONCURRENCY = 512
/** Interval at which the outbox is read (ms): with pending deliveries, and the longest without. */
const BUSY_POLL_MS = 250
const IDLE_POLL_MS = 1000
/** Backoff after a database error (ms); doubles up to the maximum. */
const FIRST_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 30_000

/**
 * Plans and sends the deliveries of the outbox: claims destination queues and drains many of them at the same time. Failing queues
 * get at most half of the concurrency, so that they cannot delay the others.
 */
export class Courier {
  readonly #deps: CourierDeps
  readonly #stopping = new AbortController()
  readonly #abandoned = new AbortController()
  readonly #errors: ErrorReporter
  /** Queues in progress, with whether they were failing when they were claimed. */
  readonly #running = new Map<Promise<void>, boolean>()
  /** By destination: deliveries that are sent one after the other before its webhook is pipelined again. */
  readonly #unpipelined = new Map<string, number>()
  /** Runs beside the sending. */
  #planning: Promise<void> | undefined
  #wakeUp = new AbortController()
  #loop: Promise<void> | undefined

  constructor(deps: CourierDeps) {
    this.#deps = deps
    this.#errors = new ErrorReporter(deps.report)
  }

  /** Sends until it is stopped. */
  start(): void {
    this.#loop ??= this.#work()
  }

  /** Call it after a commit that added deliveries. */
  wake(): void {
    this.#wakeUp.abort()
  }

  /** Plans and sends until nothing is due or the signal aborts. Call `stop` afterwards. */
  async sendDue(until: AbortSignal): Promise<void> {
    const over = untilAborted(until)
    this.#plan()
    while (!until.aborted) {
      await this.#deps.deadlines.follow()
      // Looked at first: what it plans from now on may come too late for the claim.
      const planning = this.#planning ? [this.#planning] : []
      await this.#claim()
      if (this.#running.size === 0 && planning.length === 0) return
      await Promise.race([over, ...planning, ...this.#running.keys()])
    }
  }

  /** Starts no more attempts, waits up to `graceMs` for those in progress, and releases all queues. Idempotent. */
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
    await this.#planning
    await Promise.all(this.#running.keys())
  }

  async #work(): Promise<void> {
    let idle = BUSY_POLL_MS
    const backoff = new Backoff(FIRST_BACKOFF_MS, MAX_BACKOFF_MS)
    while (!this.#stopping.signal.aborted) {
      this.#wakeUp = new AbortController()
      let wait: number
      try {
        await this.#deps.deadlines.follow()
        this.#plan()
        if (await isAnyPending(this.#deps.store.read)) {
          await this.#claim()
          idle = BUSY_POLL_MS
        } else idle = Math.min(idle * 2, IDLE_POLL_MS)
        wait = idle
        backoff.reset()
      } catch (error) {
        this.#errors.report(error)
        wait = backoff.next()
      }
      if (!this.#stopping.signal.aborted) await this.#deps.sleep(wait, this.#wakeUp.signal)
    }
  }

  #plan(): void {
    this.#planning ??= this.#planAll()
      .then((isPlanned) => {
        if (isPlanned) this.wake()
      })
      .catch((error) => {
        if (!this.#stopping.signal.aborted) this.#errors.report(error)
      })
      .finally(() => {
        this.#planning = undefined
      })
  }

  async #planAll(): Promise<boolean> {
    const isBeating = await planHeartbeats(this.#deps)
    return (await planDeliveries(this.#deps, this.#stopping.signal)) || isBeating
  }

  async #claim(): Promise<void> {
    const most = this.#deps.concurrency ?? DEFAULT_CONCURRENCY
    await this.#claimSome(false, most - this.#running.size)
    const failing = [...this.#running.values()].filter(Boolean).length
    await this.#claimSome(true, Math.min(most - this.#running.size, Math.ceil(most / 2) - failing))
  }

  async #claimSome(failing: boolean, limit: number): Promise<void> {
    const { store, clock, deadlines, newId, newClaimId = newId } = this.#deps
    if (limit <= 0 || this.#stopping.signal.aborted) return
    if (!(await hasClaimableQueue(store.read, { now: deadlines.now(), failing }))) return
    const claimId = newClaimId()
    // The lease runs while the claim is committed.
    const claimedAt = clock.elapsed()
    const claimed = await store.write(async (db) => {
      if (!(await deadlines.isCurrent(db))) return []
      const now = deadlines.now()
      return claimQueues(db, { now, failing, limit, claimId, leaseUntil: now + LEASE_MS })
    })
    for (const queue of claimed) {
      const drained = drainQueue(queue, claimedAt, {
        ...this.#deps,
        jitter: () => Buffer.from(this.#deps.random(6)).readUIntBE(0, 6) / 2 ** 48,
        unpipelined: this.#unpipelined,
        send: (attempt) => this.#send(attempt, this.#deps.send),
        openPipeline: () => {
          const pipeline = this.#deps.openPipeline()
          return { ...pipeline, send: (attempt) => this.#send(attempt, pipeline.send) }
        },
        stopping: this.#stopping.signal,
        abandoned: this.#abandoned.signal,
        report: (error) => this.#errors.report(error),
        onAttempt: (...recorded) => {
          this.#errors.reset()
          this.#deps.onAttempt?.(...recorded)
        },
      })
      const running: Promise<void> = drained
        .catch((error) => {
          this.#errors.report(error)
          return 0
        })
        .then((attempts) => {
          this.#running.delete(running)
          if (attempts > 0) this.wake()
        })
      this.#running.set(running, failing)
    }
  }

  async #send(attempt: Attempt, send: CourierDeps['send']): Promise<AttemptResult> {
    const { clock } = this.#deps
    const started = clock.elapsed()
    const onAbort = () => ({
      ...failed('the service stopped before the receiver answered', 'later', clock.elapsed() - started),
      isAborted: true,
    })
    try {
      return await orOnAbort(send(attempt), this.#abandoned.signal, onAbort)
    } catch (error) {
      this.#errors.report(error)
      return failed('internal error while sending; see the log of the service', 'later', clock.elapsed() - started)
    }
  }
}

/** The promise's value, or `onAbort()` when the signal aborts first. Removes its listener. */
function orOnAbort<T>(promise: Promise<T>, signal: AbortSignal, onAbort: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(onAbort())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
