import { setImmediate } from 'node:timers/promises'
import type { AlertReplay } from '../../../api/schemas/delivery.ts'
import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { enforcedVerdict } from '../../../api/verdict.ts'
import { resultOf } from '../../records/transaction-record.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { type StoredVerdict, transactionsBetween } from '../../store/repositories/transactions.ts'
import type { Db } from '../../store/schema/schema.ts'
import { quietDeliveriesOf } from '../delivery/silence.ts'
import { toMatchable } from './enqueue-alerts.ts'
import { type Matchable, matchAlert } from './match.ts'
import { buildMatchInput } from './match-input.ts'
import { monitoredIn, type TouchedMonitors } from './monitored.ts'

export interface ReplayRange {
  /** Milliseconds, inclusive. */
  readonly since: number
  /** Milliseconds, exclusive; undefined: until now. */
  readonly until: number | undefined
  /** Maximum number of validations, newest first. */
  readonly limit: number
}

/** Rows per read; between two, other requests are answered. A result can have a megabyte. */
const CHUNK = 4

const NONE: TouchedMonitors = { monitored: [], events: [] }

/** Characters of a result whose reading takes some milliseconds. */
const LARGE = 100_000

/**
 * Matches an alert, active or not, against stored validations; sends nothing. A MONITOR alert is matched against those that
 * were reported on chain, with the currently monitored addresses.
 */
export async function replayAlert(db: Db, alert: StoredAlert, range: ReplayRange, now: number): Promise<AlertReplay> {
  const matchable = toMatchable(alert)
  const isMonitor = alert.type === 'MONITOR'
  const replayed: AlertReplay['transactions'] = []
  let before: StoredVerdict | undefined
  let isMore = true
  while (isMore && replayed.length < range.limit) {
    const wanted = Math.min(CHUNK, range.limit - replayed.length)
    // One extra row shows whether there are more.
    const rows = await transactionsBetween(db, { ...range, before, isReported: isMonitor }, wanted + 1)
    isMore = rows.length > wanted
    const taken = rows.slice(0, wanted)
    const quiet = await quietDeliveriesOf(
      db,
      taken.map(({ id }) => id),
      alert.id,
    )
    for (const row of taken) {
      const result = resultOf(row)
      const touched = isMonitor ? await monitoredIn(db, row, result) : NONE
      replayed.push({ ...replayRow(matchable, row, result, touched), ...quiet.get(row.id) })
      if (row.result.length > LARGE) await setImmediate()
    }
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

function replayRow(alert: Matchable, row: StoredVerdict, result: ValidationResult, touched: TouchedMonitors) {
  const input = buildMatchInput(row, result, touched.monitored, touched.events)
  const { matched, clauses } = matchAlert(alert, input)
  return {
    verdict: enforcedVerdict(input.status, input.enforcement),
    svcTxId: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    chainId: input.chainId,
    status: input.status,
    enforcement: input.enforcement,
    combinedScore: input.combinedScore,
    matched,
    clauses: [...clauses],
  }
}
