import type { Channel } from '../../../api/vocabulary.ts'
import { sleep } from '../../../shared/time/sleep.ts'
import { requireMasterKey } from '../../records/master-key.ts'
import { repairDeadlines } from '../../store/repositories/deadlines.ts'
import { releaseClaims } from '../../store/repositories/destination-queues.ts'
import { countOutbox, type OutboxCounts } from '../../store/repositories/outbox-counts.ts'
import { isServed } from '../../store/sqlite/serve-lock.ts'
import type { AttemptResult } from '../channels/channel.ts'
import type { Attempt, AttemptOutcome } from './attempts/attempt-outcome.ts'
import { type AlertSenderDeps, createAlertSender } from './attempts/send-alert.ts'
import { Courier, type CourierDeps } from './courier.ts'
import { LEASE_MS } from './destination-queue.ts'

/** Prefix of the claim ids of `serve`. A SQLite file has one `serve` at a time, so other claims with it are stale. */
const SERVE_CLAIM = 'serve/'

const SEND_TIMEOUT_MS = 15_000

export interface DeliveryDeps
  extends Pick<CourierDeps, 'store' | 'deadlines' | 'random' | 'newId' | 'report'>,
    Omit<AlertSenderDeps, 'timeoutMs'> {
  readonly database: string
}

/** A recorded attempt, without secrets. */
export interface AttemptReport {
  readonly id: string
  readonly destinationId: string
  readonly destinationName: string
  readonly channel: Channel
  /** When the event happened (ms). */
  readonly eventAt: number
  readonly state: AttemptOutcome['delivery']['state']
  readonly attempts: number
  readonly errorMessage: string
  /** The receiver accepts nothing any more; the destination was switched off. */
  readonly disabled: boolean
  /** The first failure of the destination after a success. */
  readonly isFirstFailure: boolean
}

export interface SendRequest {
  /** Time limit (ms); 0: only count. Absent: until nothing is due. */
  readonly forMs?: number
  readonly signal?: AbortSignal
  readonly onAttempt?: (report: AttemptReport) => void
}

export interface SendReport extends OutboxCounts {
  /** A running `serve` sends for this database; nothing was sent here. */
  readonly served: boolean
  readonly sent: number
  /** Attempts of this run; `failed` counts the deliveries that are not retried. */
  readonly failedAttempts: number
}

/** Sends the outbox of one database. */
export class DeliveryAdministration {
  readonly #deps: DeliveryDeps

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  /**
   * The courier of a `serve`, which starts and stops it. Releases the claims of a former `serve` that was killed.
   * @throws WardenError for invalid settings
   */
  async serving(onAttempt: (report: AttemptReport) => void): Promise<Courier> {
    const { store, deadlines, newId } = this.#deps
    await deadlines.start()
    await store.write((db) => repairDeadlines(db, deadlines.now(), LEASE_MS))
    // On a shared database the claims may belong to other running servers: there a lease has to expire.
    if (!store.isShared) await store.write((db) => releaseClaims(db, { prefix: SERVE_CLAIM, now: deadlines.now() }))
    return this.#courier(onAttempt, { timeoutMs: SEND_TIMEOUT_MS, newClaimId: () => `${SERVE_CLAIM}${newId()}` })
  }

  /** A courier of a command that runs long, beside those of other processes; the command starts and stops it. */
  async sending(): Promise<Courier> {
    await this.#deps.deadlines.start()
    return this.#courier(() => undefined, { timeoutMs: SEND_TIMEOUT_MS })
  }

  #courier(
    onAttempt: (report: AttemptReport) => void,
    { timeoutMs, ...more }: { timeoutMs: number } & Pick<CourierDeps, 'newClaimId' | 'isEnding'>,
  ): Courier {
    const sender = createAlertSender({ ...this.#deps, timeoutMs })
    return new Courier({
      ...this.#deps,
      ...more,
      sleep,
      send: async (attempt) => excuseShortTimeout(await sender.send(attempt), timeoutMs),
      openPipeline: () => sender.openPipeline(),
      close: () => sender.close(),
      onAttempt: (...recorded) => onAttempt(toReport(...recorded)),
    })
  }

  /**
   * Sends the due deliveries, unless a `serve` is running.
   * @throws WardenError `another-master-key`; with `forMs`, the deliveries stay pending instead
   */
  async sendDue({ forMs, signal, onAttempt }: SendRequest): Promise<SendReport> {
    const { store, database, deadlines } = this.#deps
    const counts = () => countOutbox(store.read, deadlines.now())
    const count = { sent: 0, failedAttempts: 0 }
    const served = !store.isShared && isServed(database)
    if (served || forMs === 0 || !(await this.#canOpen(forMs === undefined)))
      return { served, ...count, ...(await counts()) }
    const courier = this.#courier(
      (report) => {
        count[report.state === 'SENT' ? 'sent' : 'failedAttempts'] += 1
        onAttempt?.(report)
      },
      { timeoutMs: Math.min(forMs ?? SEND_TIMEOUT_MS, SEND_TIMEOUT_MS), isEnding: true },
    )
    await deadlines.start()
    const over = new AbortController()
    // Keeps the process running until then.
    const timer = forMs === undefined ? undefined : setTimeout(() => over.abort(), forMs)
    try {
      await courier.sendDue(AbortSignal.any([over.signal, ...(signal ? [signal] : [])]))
    } finally {
      clearTimeout(timer)
      await courier.stop(0)
    }
    return { served: false, ...count, ...(await counts()) }
  }

  /** Whether the secrets of destinations can be opened here. */
  async #canOpen(isRequired: boolean): Promise<boolean> {
    try {
      await requireMasterKey(this.#deps.store.read, this.#deps.masterKey)
      return true
    } catch (error) {
      if (isRequired) throw error
      return false
    }
  }
}

/** A timeout shorter than that of `serve` is not a failure of the receiver, which may have accepted the message. */
function excuseShortTimeout(result: AttemptResult, timeoutMs: number): AttemptResult {
  if (!result.isTimeout || timeoutMs >= SEND_TIMEOUT_MS) return result
  return { ...result, isAborted: true, errorMessage: 'the command ended before the receiver answered' }
}

function toReport(
  { delivery, destination, event }: Attempt,
  result: AttemptResult,
  outcome: AttemptOutcome,
): AttemptReport {
  return {
    id: delivery.id,
    destinationId: destination.id,
    destinationName: destination.name,
    channel: destination.channel,
    eventAt: event.created_at,
    state: outcome.delivery.state,
    attempts: outcome.delivery.attempts,
    errorMessage: result.errorMessage,
    disabled: outcome.disablesDestination,
    isFirstFailure: result.state !== 'SENT' && outcome.queue.failures === 1,
  }
}
