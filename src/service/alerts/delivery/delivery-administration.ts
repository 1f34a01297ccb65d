import { sleep } from '../../../shared/sleep.ts'
import type { EgressPolicy } from '../../egress/egress-policy.ts'
import type { Clock, Ids, RandomBytes } from '../../runtime/deps.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { freeQueues } from '../../store/repositories/destination-queues.ts'
import { countOutbox, type OutboxCounts } from '../../store/repositories/outbox-counts.ts'
import { isServed } from '../../store/sqlite/serve-lock.ts'
import type { Store } from '../../store/store.ts'
import type { SendResult } from '../channels/channel.ts'
import { Courier, type CourierDeps } from './courier.ts'
import type { Told } from './destination-queue.ts'
import { createAlertSender } from './send-alert.ts'

/** How claims of a server begin: of a file there is one at a time, so that those of another are of one that is gone. */
const SERVING = 'serve/'

/** How long a receiver may take. */
const SEND_TIMEOUT_MS = 15_000

export interface DeliveryDeps {
  readonly store: Store
  readonly database: string
  readonly keyring: () => Keyring
  readonly clock: Clock
  readonly random: RandomBytes
  readonly newId: Ids
  readonly env: Readonly<Record<string, string | undefined>>
  readonly policy: EgressPolicy
  readonly report: (error: unknown) => void
}

/** One try, without anything secret. */
export interface TriedDelivery {
  readonly id: string
  readonly destinationId: string
  readonly destinationName: string
  readonly state: Told['outcome']['delivery']['state']
  readonly attempts: number
  readonly errorMessage: string
  /** The receiver is no more, and the destination switched off. */
  readonly disabled: boolean
  /** The first failure in a row of its destination. */
  readonly beginsToFail: boolean
}

export interface SendRequest {
  /** How long to send at most (ms), 0 not at all; absent: until nothing is due. */
  readonly forMs?: number
  readonly signal?: AbortSignal
  readonly onTry?: (tried: TriedDelivery) => void
}

export interface SendReport extends OutboxCounts {
  /** A `serve` holds the database: it sends, and nothing was sent here. */
  readonly served: boolean
  readonly sent: number
  readonly failed: number
}

/** Sending what is in the outbox, by whoever has the database open. */
export class DeliveryAdministration {
  readonly #deps: DeliveryDeps

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  /**
   * The courier of the one process that serves the database; whoever takes it begins and stops it. Lanes that a server
   * before it held when it was killed are free at once.
   * @throws WardenError for settings that cannot be used
   */
  async serving(onTry: (tried: TriedDelivery) => void): Promise<Courier> {
    const { store, clock, newId } = this.#deps
    // Where there may be others at work these may be theirs: then leases have to run out.
    if (!store.isShared) await store.write((db) => freeQueues(db, { claimPrefix: SERVING, now: clock.now() }))
    return this.#courier(onTry, { timeoutMs: SEND_TIMEOUT_MS, newClaimId: () => `${SERVING}${newId()}` })
  }

  #courier(
    onTry: (tried: TriedDelivery) => void,
    { timeoutMs, ...more }: { timeoutMs: number } & Pick<CourierDeps, 'newClaimId'>,
  ): Courier {
    const sender = createAlertSender({ ...this.#deps, timeoutMs })
    return new Courier({
      ...this.#deps,
      ...more,
      sleep,
      send: async (due) => fairly(await sender.send(due), timeoutMs),
      close: () => sender.close(),
      onTry: (told) => onTry(toTried(told)),
    })
  }

  /** Sends what is due now, unless a `serve` does. */
  async sendDue({ forMs, signal, onTry }: SendRequest): Promise<SendReport> {
    const { store, database, clock } = this.#deps
    const counts = () => countOutbox(store.read, clock.now())
    const count = { sent: 0, failed: 0 }
    const served = !store.isShared && isServed(database)
    if (served || forMs === 0) return { served, ...count, ...(await counts()) }
    const courier = this.#courier(
      (tried) => {
        count[tried.state === 'SENT' ? 'sent' : 'failed'] += 1
        onTry?.(tried)
      },
      { timeoutMs: Math.min(forMs ?? SEND_TIMEOUT_MS, SEND_TIMEOUT_MS) },
    )
    const over = new AbortController()
    const timer = forMs === undefined ? undefined : setTimeout(() => over.abort(), forMs)
    const end = () => over.abort()
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
    try {
      await courier.sendDue(over.signal)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      await courier.stop(0)
    }
    return { served: false, ...count, ...(await counts()) }
  }
}

/** A receiver that was given less time than `serve` gives is not to blame, and may have taken the message. */
function fairly(result: SendResult, timeoutMs: number): SendResult {
  if (!result.isTimeout || timeoutMs >= SEND_TIMEOUT_MS) return result
  return { ...result, isCutOff: true, errorMessage: 'the command ended before the receiver answered' }
}

function toTried({ delivery, destination, result, outcome }: Told): TriedDelivery {
  return {
    id: delivery.id,
    destinationId: destination.id,
    destinationName: destination.name,
    state: outcome.delivery.state,
    attempts: outcome.delivery.attempts,
    errorMessage: result.errorMessage,
    disabled: outcome.disables,
    beginsToFail: result.state !== 'SENT' && outcome.lane.failures === 1,
  }
}
