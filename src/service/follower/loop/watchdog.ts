import { chainName } from '../../../api/text/chains.ts'
import { commandFor } from '../../../api/text/commands.ts'
import { isoDate } from '../../../shared/text/iso-date.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { Sleep } from '../../../shared/time/sleep.ts'
import type { Reads } from '../../records/reads/reads.ts'
import type { Ids } from '../../runtime/deps.ts'
import { listChainHeads, noteLag } from '../../store/repositories/chain-heads.ts'
import type { ChainHeadRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import type { DeadlineClock } from '../../store/writes/deadline-clock.ts'
import { type Notice, notifyNotice } from '../notify/notify-notice.ts'
import { followStep, type ReasonCode } from './faults.ts'
import { LAG_MS } from './rates.ts'

const INTERVAL_MS = 10_000
/** Below it, the lag is over. */
const CAUGHT_UP_MS = 60_000

export interface WatchdogDeps {
  readonly store: Store
  readonly reads: Reads
  readonly clock: Clock
  readonly deadlines: DeadlineClock
  readonly newId: Ids
  readonly sleep: Sleep
  /** Wakes the courier after a commit that added events. */
  readonly wake: () => void
  readonly report: (error: unknown) => void
}

/**
 * Reports when a chain is not followed: what happens on it stays unknown until then. Every server that follows looks, also one
 * without the lease, because the holder may hang; each incident is reported once.
 */
export class Watchdog {
  readonly #deps: WatchdogDeps
  readonly #startedAt: number

  constructor(deps: WatchdogDeps) {
    this.#deps = deps
    this.#startedAt = deps.clock.now()
  }

  async run(chainIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { sleep, report } = this.#deps
    while (!signal.aborted) {
      await sleep(INTERVAL_MS, signal)
      if (!signal.aborted) await this.look(chainIds).catch(report)
    }
  }

  async look(chainIds: readonly string[]): Promise<void> {
    const rows = await listChainHeads(this.#deps.store.read)
    for (const row of rows.filter(({ chain_id }) => chainIds.includes(chain_id))) {
      await this.#lookAtLag(row)
      for (const notice of incidentsOf(row, this.#deps.clock.now())) await this.#notify(row, notice)
    }
  }

  async #lookAtLag(row: ChainHeadRow): Promise<void> {
    const now = this.#deps.clock.now()
    const lagMs = now - (row.tip_time === null ? this.#startedAt : row.tip_time * 1000)
    const begins = row.lag_told_at === null && lagMs > LAG_MS
    const ends = row.lag_told_at !== null && row.tip_time !== null && lagMs < CAUGHT_UP_MS
    if (!begins && !ends) return
    const incident = String(row.lag_told_at ?? now)
    const notice: Notice = begins
      ? { kind: 'lag', incident, step: 'begun', ...lagText(row, lagMs) }
      : { kind: 'lag', incident, step: 'over', text: 'the follower is at the head again' }
    await this.#notify(row, notice, begins ? now : null)
  }

  /** @param lag to store: when the lag was reported, or null when it is over */
  async #notify(row: ChainHeadRow, notice: Notice, lag?: number | null): Promise<void> {
    const { store, reads, deadlines, newId, wake } = this.#deps
    const alerts = await reads.alerts()
    const context = { alerts, chainId: row.chain_id, deadlineNow: deadlines.now(), newId, wake }
    await store.write(async (db) => {
      const isMine = lag === undefined || (await noteLag(db, row, lag))
      if (isMine) await notifyNotice({ db, ...context }, notice)
    })
  }
}

function lagText(row: ChainHeadRow, lagMs: number): Pick<Notice, 'text' | 'details' | 'command'> {
  const { tip_number: tip, head_number: head, reason, state } = row
  const minutes = Math.floor(lagMs / 60_000)
  const name = chainName(row.chain_id)
  return {
    text: `${tip === null ? `not followed for ${minutes} min` : `the follower is ${minutes} min behind`}: monitored addresses are not watched`,
    details: [
      ...(reason === null ? [] : [reason]),
      ...(tip === null ? [] : [`Last block read: ${tip}${head === null ? '' : `, head ${head}`}`]),
      'What happens on the chain meanwhile is reported when it is read',
      `State: ${state}`,
    ],
    command: row.reason_code === null ? commandFor['show-chain'](name) : commandOf(row),
  }
}

/** Reported once: a person has to decide, or to look at a node. */
function incidentsOf(row: ChainHeadRow, now: number): Notice[] {
  const { state, reason, reason_code: code, tip_hash } = row
  if (code === null || reason === null) return []
  const text = { details: [reason], command: commandOf(row) }
  const incident = `${code}:${tip_hash ?? 'start'}`
  if (state === 'STOPPED')
    return [{ kind: 'stopped', incident, text: 'following stopped: the alerts of this chain are off', ...text }]
  if (code === 'gap') return [{ kind: 'waiting', incident, text: 'following waits for a decision', ...text }]
  if (code === 'nodes-disagree' && state === 'WAITING')
    return [{ kind: 'disagreement', incident, text: 'nodes disagree: the alerts of this chain wait', ...text }]
  const day = isoDate(now)
  if (code === 'nodes-disagree' || code === 'node-fault')
    return [{ kind: 'disagreement', incident: `${code}:${day}`, text: 'a node has a fault', ...text }]
  return []
}

function commandOf(row: ChainHeadRow): string {
  return commandFor[followStep(row.reason_code as ReasonCode, row.reason)](chainName(row.chain_id))
}
