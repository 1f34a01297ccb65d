import { setImmediate } from 'node:timers/promises'
import type { AlertReplay } from '../../../api/schemas/delivery.ts'
import { resultOf } from '../../records/transaction-record.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { enabledMonitors } from '../../store/repositories/monitors.ts'
import { transactionsBetween } from '../../store/repositories/transactions.ts'
import type { Db, MonitorRow, TransactionRow } from '../../store/schema.ts'
import { toMatchable } from './enqueue-alerts.ts'
import { type Matchable, matchAlert } from './match.ts'
import { buildMatchInput } from './match-input.ts'
import { monitoredIn } from './monitored.ts'

export interface ReplayRange {
  /** Milliseconds, inclusive. */
  readonly since: number
  /** Milliseconds, exclusive; undefined: to this moment. */
  readonly until: number | undefined
  /** Validations looked at, the newest. */
  readonly limit: number
}

/** Rows read at a time: other requests are answered between two. */
const CHUNK = 200

/**
 * What an alert would have told of stored validations, switched on or not; sends nothing. A MONITOR alert looks at those
 * that were reported on chain, with the addresses that are monitored now.
 */
export async function replayAlert(db: Db, alert: StoredAlert, range: ReplayRange, now: number): Promise<AlertReplay> {
  const matchable = toMatchable(alert)
  const isMonitor = alert.type === 'MONITOR'
  const monitors = isMonitor ? await enabledMonitors(db) : []
  const replayed: AlertReplay['transactions'] = []
  let before: TransactionRow | undefined
  let isMore = true
  while (isMore && replayed.length < range.limit) {
    const wanted = Math.min(CHUNK, range.limit - replayed.length)
    // One more than is wanted tells whether there are more.
    const rows = await transactionsBetween(db, { ...range, before, isReported: isMonitor }, wanted + 1)
    isMore = rows.length > wanted
    const taken = rows.slice(0, wanted)
    replayed.push(...taken.map((row) => replayRow(matchable, row, monitors)))
    before = taken.at(-1)
    await setImmediate()
  }
  return {
    alertId: alert.id,
    alertType: alert.type,
    isActive: alert.is_active === 1,
    since: new Date(range.since).toISOString(),
    until: new Date(range.until ?? now).toISOString(),
    judged: replayed.length,
    hits: replayed.filter(({ matched }) => matched).length,
    truncated: isMore,
    transactions: replayed,
  }
}

function replayRow(alert: Matchable, row: TransactionRow, monitors: readonly MonitorRow[]) {
  const result = resultOf(row)
  const onChain = monitors.filter((monitor) => monitor.chain_id === row.chain_id)
  const facts = buildMatchInput(row, result, monitoredIn(row, result, onChain))
  const { matched, clauses } = matchAlert(alert, facts)
  return {
    svcTxId: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    chainId: facts.chainId,
    status: facts.status,
    enforcement: facts.enforcement,
    combinedScore: facts.combinedScore,
    matched,
    clauses: [...clauses],
  }
}
