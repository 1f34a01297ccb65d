/** Room: Polls Safes under a lease, and stores what is new. */

import { hostname } from 'node:os'
import { ErrorReporter } from '../../../shared/dedupe-errors.ts'
import { sleep as realSleep, type Sleep } from '../../../shared/time/sleep.ts'
import { freeLease, LeaseLost, releaseLease, takeLease } from '../../store/repositories/leases.ts'
import { findSafe, listSafes } from '../../store/repositories/safes.ts'
import type { SafeRow } from '../../store/schema/schema.ts'
import { LEASE_MS, type PollDeps } from './poll-context.ts'
import { pollSafe } from './poll-safe.ts'

/** Interval at which the poller looks which Safes are due (ms). */
const LOOK_MS = 500
/** A lease is renewed while a poll waits for nodes and services (ms). */
const RENEW_MS = 8000

export interface SafePollerDeps extends PollDeps {
  readonly sleep?: Sleep | undefined
}

/** Which Safes: all, or those with an id. */
export type FollowedSafes = 'all' | ReadonlySet<string>

/** Polls the queues of Safes, each while no other server does. */
export class SafePoller {
  readonly #deps: SafePollerDeps
  readonly #stopping = new AbortController()
  readonly #errors: ErrorReporter
  readonly #claimId: string
  readonly #polling = new Map<string, Promise<void>>()
  #running: Promise<void> = Promise.resolve()
  #isPrepared = false

  constructor(deps: SafePollerDeps) {
    this.#deps = deps
    this.#claimId = deps.newId()
    this.#errors = new ErrorReporter(deps.report, String)
  }

  start(safes: FollowedSafes): void {
    this.#running = this.#run(safes)
  }

  /** Polls that run end; then the leases are free. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await Promise.all(this.#polling.values())
  }

  async #run(safes: FollowedSafes): Promise<void> {
    const { sleep = realSleep } = this.#deps
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#look(safes)
        this.#errors.reset()
      } catch (error) {
        this.#errors.report(error)
      }
      await sleep(LOOK_MS, signal)
    }
  }

  async #look(safes: FollowedSafes): Promise<void> {
    const { store, clock } = this.#deps
    const rows = (await listSafes(store.read)).filter(({ id }) => safes === 'all' || safes.has(id))
    if (!this.#isPrepared && !store.isShared)
      // A SQLite file has one server: a lease in it is one of a server that was killed.
      for (const { id, claim_id } of rows)
        if (claim_id !== null) await store.write((db) => freeLease(db, { table: 'safes', id }))
    this.#isPrepared = true
    const now = clock.now()
    for (const row of rows) {
      if (row.sealed_service === null || row.next_poll_at > now || this.#polling.has(row.id)) continue
      const polling = this.#poll(row).finally(() => this.#polling.delete(row.id))
      this.#polling.set(row.id, polling)
    }
  }

  async #poll({ id }: SafeRow): Promise<void> {
    const { store } = this.#deps
    const finished = new AbortController()
    try {
      if (!(await this.#claim(id))) return
      // Read under the lease: another server may have polled since.
      const safe = await findSafe(store.read, id)
      if (!safe || safe.next_poll_at > this.#deps.clock.now()) return
      const renewing = this.#renew(id, finished.signal)
      try {
        await pollSafe({ safe, claimId: this.#claimId }, this.#deps)
      } finally {
        finished.abort()
        await renewing
      }
    } catch (error) {
      if (!(error instanceof LeaseLost)) this.#errors.report(error)
    } finally {
      await store.write((db) => releaseLease(db, this.#leaseOf(id))).catch(() => {})
    }
  }

  #claim(safeId: string): Promise<boolean> {
    const { store, deadlines } = this.#deps
    const now = deadlines.now()
    return store.write((db) => takeLease(db, this.#leaseOf(safeId), { until: now + LEASE_MS, now }))
  }

  #leaseOf(id: string) {
    return { table: 'safes', id, claimId: this.#claimId, holder: `${hostname()}:${process.pid}` } as const
  }

  async #renew(id: string, signal: AbortSignal): Promise<void> {
    const { sleep = realSleep } = this.#deps
    while (!signal.aborted) {
      await sleep(RENEW_MS, signal)
      if (!signal.aborted) await this.#claim(id).catch(() => false)
    }
  }
}
