import type { KeyKind } from '../../../api/operations/operation.ts'
import type { BegunRequest } from '../../http/handle.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/**
 * How much one owner may take, as a multiple of what is free: one that is alone takes up to 4/5 of the whole, two 4/9 each,
 * n of them 4/(4n + 1). The rest stays free for the next owner. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998.)
 */
const SHARE = 4

/** Who sends a request. */
type RequestSender = Pick<BegunRequest, 'actor' | 'keyKind'>

interface Traffic {
  readonly limit: ConcurrencyLimit
  readonly inProgress: FairShare
}

/**
 * Decides which requests the server works on, by the number in progress and by the bytes in memory: bodies until they are
 * answered, and answers until they are sent. Both are shared fairly between keys. Requests with management keys have a
 * limit of their own: they are answered while validations are refused.
 */
export class Admission {
  readonly #now: () => number
  readonly #maxBytes: number
  readonly #bytes = new FairShare()
  readonly #traffic: Readonly<Record<KeyKind, Traffic>>

  /** @param now ms of a clock that never goes back */
  constructor({ now, maxBytes }: { now: () => number; maxBytes: number }) {
    this.#now = now
    this.#maxBytes = maxBytes
    const traffic = () => ({ limit: new ConcurrencyLimit(now), inProgress: new FairShare() })
    this.#traffic = { validation: traffic(), management: traffic() }
  }

  /** Whether a request can start. Checked when its headers arrive, and again when its body is complete. */
  hasRoom({ actor, keyKind }: RequestSender): boolean {
    const { limit, inProgress } = this.#traffic[keyKind]
    if (inProgress.hasRoom(actor, 1, limit.value)) return true
    limit.reached()
    return false
  }

  hasRoomForBytes(owner: string, amount: number): boolean {
    return this.#bytes.hasRoom(owner, amount, this.#maxBytes)
  }

  takeBytes(owner: string, amount: number): void {
    this.#bytes.take(owner, amount)
  }

  giveBytes(owner: string, amount: number): void {
    this.#bytes.give(owner, amount)
  }

  /**
   * Starts a request; the caller calls the returned function when it has the answer, with the time (ms) that the request
   * waited for others: a slow chain node is no load.
   */
  start({ actor, keyKind }: RequestSender): (waitedMs?: number) => void {
    const { limit, inProgress } = this.#traffic[keyKind]
    const started = this.#now()
    inProgress.take(actor, 1)
    limit.started()
    return (waitedMs = 0) => {
      inProgress.give(actor, 1)
      limit.finished(Math.max(0, this.#now() - started - waitedMs))
    }
  }

  /** For the log. */
  get load(): { inProgress: number; limit: number; bytes: number } {
    const { inProgress, limit } = this.#traffic.validation
    return { inProgress: inProgress.total, limit: limit.value, bytes: this.#bytes.total }
  }
}

/** An amount that several owners share, so that none of them can take all of it. */
export class FairShare {
  readonly #taken = new Map<string, number>()
  #total = 0

  /** Taken by all owners. */
  get total(): number {
    return this.#total
  }

  /** Whether an owner may take so much more of `size`. One that has nothing may: it never waits for others. */
  hasRoom(owner: string, amount: number, size: number): boolean {
    const own = this.#taken.get(owner) ?? 0
    return own === 0 || own + amount <= SHARE * (size - this.#total - amount)
  }

  take(owner: string, amount: number): void {
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + amount)
    this.#total += amount
  }

  give(owner: string, amount: number): void {
    const left = (this.#taken.get(owner) ?? 0) - amount
    if (left > 0) this.#taken.set(owner, left)
    else this.#taken.delete(owner)
    this.#total -= amount
  }
}
