import { ErrorReporter } from '../../../shared/dedupe-errors.ts'
import { Backoff } from '../../../shared/time/backoff.ts'
import type { Sleep } from '../../../shared/time/sleep.ts'
import { ensureChainHead, findChainHead } from '../../store/repositories/chain-heads.ts'
import { freeLease, LeaseLost, releaseLease, takeLease } from '../../store/repositories/leases.ts'
import type { ChainHeadRow } from '../../store/schema/schema.ts'
import { FollowChain, type FollowChainDeps } from './follow-chain.ts'

/** A lease that is not renewed for this long is free for another server (ms). */
export const LEASE_MS = 10_000
const RENEW_MS = 3000
/** Interval at which a server without the lease looks whether it is free (ms). */
const STANDBY_MS = 1000
/** Interval at which a chain that waits longer looks whether another process moved its tip or changed its mode (ms). */
const LOOK_MS = 1000
/** Wait after a failure of the database (ms), doubled up to the maximum. */
const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 10_000

export interface ChainRunnerDeps extends Omit<FollowChainDeps, 'leaseMs' | 'stopping'> {
  readonly sleep: Sleep
}

/**
 * Follows one chain for as long as this process has the lease, and waits for the lease otherwise. Other processes may move
 * the tip (`chain skip`) or the mode at any time.
 */
export class ChainRunner {
  readonly #deps: ChainRunnerDeps
  #follow: FollowChain | undefined
  #readAt = Number.NEGATIVE_INFINITY
  readonly #errors: ErrorReporter

  constructor(deps: ChainRunnerDeps) {
    this.#deps = deps
    this.#errors = new ErrorReporter(deps.report, String)
  }

  get #lease() {
    const { chainId, claim } = this.#deps
    return { table: 'chain_heads', id: chainId, ...claim } as const
  }

  /** Ends after the step that runs when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { store } = this.#deps
    const renewing = this.#keepLease(signal)
    const backoff = new Backoff(FIRST_BACKOFF_MS, MAX_BACKOFF_MS)
    let isKnown = false
    while (!signal.aborted) {
      let wait: number
      try {
        if (!isKnown) await this.#prepare()
        isKnown = true
        wait = await this.#turn(signal)
        backoff.reset()
        this.#errors.reset()
      } catch (error) {
        this.#follow = undefined
        if (error instanceof LeaseLost) wait = 0
        else {
          this.#errors.report(error)
          wait = backoff.next()
        }
      }
      if (wait > 0) await this.#wait(wait, signal)
    }
    await renewing
    await store.write((db) => releaseLease(db, this.#lease)).catch(() => {})
  }

  /** A SQLite file has one server: a lease in it is one of a server that was killed. */
  async #prepare(): Promise<void> {
    const { chainId, store, clock } = this.#deps
    await store.write(async (db) => {
      await ensureChainHead(db, chainId, clock.now())
      if (!store.isShared) await freeLease(db, this.#lease)
    })
  }

  async #turn(stopping: AbortSignal): Promise<number> {
    const follow = await this.#hold(stopping)
    return follow ? follow.step() : STANDBY_MS
  }

  /** The chain, while this process has its lease. */
  async #hold(stopping: AbortSignal): Promise<FollowChain | undefined> {
    const { clock, store, chainId, claim } = this.#deps
    if (this.#follow && clock.elapsed() - this.#readAt < RENEW_MS) return this.#follow
    const readAt = clock.elapsed()
    // Once it is taken, it is renewed beside the steps, and by their writes.
    if (!this.#follow && !(await this.#renew())) return undefined
    const row = await findChainHead(store.read, chainId)
    this.#readAt = readAt
    if (row?.claim_id !== claim.claimId) {
      this.#follow = undefined
      return undefined
    }
    if (!this.#isKnown(row)) {
      if (!this.#follow) this.#deps.onState?.(row)
      const report = (error: unknown) => this.#errors.report(error)
      this.#follow = new FollowChain(row, { ...this.#deps, leaseMs: LEASE_MS, stopping, report })
    }
    return this.#follow
  }

  /** Whether the row is as this process wrote it. */
  #isKnown(row: ChainHeadRow): boolean {
    const known = this.#follow?.row
    return row.tip_hash === known?.tip_hash && row.mode === known.mode && row.state === known.state
  }

  /** Ends early when another process changed the row: the chain was skipped, for example. */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const { chainId, store, sleep } = this.#deps
    for (let left = ms; left > 0 && !signal.aborted; left -= LOOK_MS) {
      await sleep(Math.min(left, LOOK_MS), signal)
      if (!this.#follow || left <= LOOK_MS || signal.aborted) continue
      const row = await findChainHead(store.read, chainId).catch(() => undefined)
      if (!row || this.#isKnown(row)) continue
      this.#readAt = Number.NEGATIVE_INFINITY
      return
    }
  }

  async #renew(): Promise<boolean> {
    const { store, deadlines } = this.#deps
    const now = deadlines.now()
    return store.write((db) => takeLease(db, this.#lease, { until: now + LEASE_MS, now }))
  }

  /** Beside steps: one can wait longer for nodes than a lease lasts. */
  async #keepLease(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#deps.sleep(RENEW_MS, signal)
      if (!this.#follow || signal.aborted) continue
      await this.#renew().catch(() => {})
    }
  }
}
