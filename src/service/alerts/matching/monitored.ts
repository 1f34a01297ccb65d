import { checksummed } from '../../../api/address.ts'
import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { requestOf, resultOf } from '../../records/transaction-record.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { enabledMonitorsOf } from '../../store/repositories/monitors.ts'
import type { Db, MonitorRow, TransactionRow } from '../../store/schema.ts'
import type { EventContent } from '../delivery/event-content.ts'
import { type EnqueueContext, enqueueAlerts } from './enqueue-alerts.ts'

type Monitored = NonNullable<EventContent['monitored']>

/**
 * Enqueues the MONITOR alerts of a transaction whose on-chain hash was just reported; each alert at most once.
 * @param alerts active ones of all types
 */
export async function enqueueMonitorAlerts(
  alerts: readonly StoredAlert[],
  row: TransactionRow,
  context: EnqueueContext,
): Promise<void> {
  if (!alerts.some(({ type }) => type === 'MONITOR')) return
  const result = resultOf(row)
  const monitored = await monitoredIn(context.db, row, result)
  if (monitored.length > 0) await enqueueAlerts(alerts, { row, request: requestOf(row), result }, context, monitored)
}

/** The enabled monitored addresses that a stored transaction touches. */
export async function monitoredIn(db: Db, row: TouchedRow, result: ValidationResult): Promise<Monitored> {
  return (await enabledMonitorsOf(db, row.chain_id, touchedBy(row, result))).map(toMonitored)
}

type TouchedRow = Pick<TransactionRow, 'chain_id' | 'from_key' | 'to_key'>

/** All addresses of a transaction in lower case: sender, recipient, and those that the verdict found in the call or trace. */
function touchedBy(row: TouchedRow, { internalAddressesWithMaxScore = [] }: ValidationResult): string[] {
  const inner = internalAddressesWithMaxScore.map(({ address }) => address.toLowerCase())
  return [row.from_key, ...(row.to_key === null ? [] : [row.to_key]), ...inner]
}

function toMonitored({ address_key, name }: MonitorRow): Monitored[number] {
  return { address: checksummed(address_key), name }
}
