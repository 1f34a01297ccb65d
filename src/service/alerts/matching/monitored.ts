import { checksummed } from '../../../api/address.ts'
import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { verdictOf } from '../../../api/verdict.ts'
import { type ChainEventKind, chainEventKinds } from '../../../api/vocabulary.ts'
import { requestOf, resultOf } from '../../records/transaction-record.ts'
import { alertsFiredFor } from '../../store/repositories/alert-events.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { eventsOfStored } from '../../store/repositories/chain-events.ts'
import { enabledMonitorsOf } from '../../store/repositories/monitors.ts'
import type { Db, MonitorRow, TransactionRow } from '../../store/schema/schema.ts'
import type { ChainEventContent, EventContent } from '../delivery/messages/event-content.ts'
import { alertIndexOf } from './alert-index.ts'
import { buildContent } from './build-event.ts'
import { type EnqueueContext, enqueue, transactionSubject } from './enqueue-alerts.ts'
import { buildMatchInput, isListed, type MatchInput } from './match-input.ts'

type Monitored = NonNullable<EventContent['monitored']>

/** What a transaction is to monitored addresses: as it was seen; of one that was only reported, sent or received. */
export interface TouchedMonitors extends Pick<MatchInput, 'monitored'> {
  readonly events: readonly { readonly kind: ChainEventKind; readonly usd: number | undefined }[]
}

/**
 * Enqueues the MONITOR alerts of a transaction whose on-chain hash was just reported, for any number of confirmations: its
 * chain may not be followed. Each alert fires once for a transaction, reported or seen, and once for a validation, whose
 * hash can be replaced.
 * @param alerts active ones of all types
 */
export async function enqueueMonitorAlerts(
  alerts: readonly StoredAlert[],
  row: TransactionRow,
  context: EnqueueContext,
): Promise<void> {
  if (row.transaction_id === null || !alerts.some(({ type }) => type === 'MONITOR')) return
  const result = resultOf(row)
  const touched = await monitoredIn(context.db, row, result)
  const [kind] = touched.events.map((event) => event.kind)
  if (kind === undefined) return
  const matching = alertIndexOf(alerts).find('MONITOR', buildMatchInput(row, result, touched.monitored, touched.events))
  if (matching.length === 0) return
  const subject = transactionSubject(row.chain_id, row.transaction_id)
  const before = await alertsFiredFor(context.db, row.id)
  const fired = matching.filter(({ id }) => !before.has(id))
  const reported: ChainEventContent = {
    step: 'included',
    kind,
    kinds: touched.events.map((event) => event.kind),
    blockHash: null,
    confirmations: null,
    validatedAs: row.id,
    validation: { verdict: verdictOf(result), combinedScore: result.combinedScore },
  }
  const content = { ...buildContent({ row, request: requestOf(row), result }, touched.monitored), ...reported }
  const about = { svc_tx_id: row.id, subject, step: 'included' as const, round: 0, kind }
  if (fired.length > 0) await enqueue({ about, content, isListed: isListed(result), alerts: fired }, context)
}

/** The enabled monitored addresses that a stored transaction touches, whose monitors notify about it. */
export async function monitoredIn(db: Db, row: TouchedRow, result: ValidationResult): Promise<TouchedMonitors> {
  const seen = (await eventsOfStored(db, row.id)).flatMap(({ address, kind }) =>
    kind === 'poison' ? [] : [{ address, kind }],
  )
  const touched = seen.length > 0 ? seen.map(({ address }) => address) : touchedBy(row, result)
  const monitors = await enabledMonitorsOf(db, row.chain_id, touched)
  const kindsOf = ({ address_key }: MonitorRow): ChainEventKind[] => {
    if (seen.length > 0) return seen.filter(({ address }) => address === address_key).map(({ kind }) => kind)
    return [address_key === row.from_key ? 'sent' : 'received']
  }
  const notifying = monitors.filter((monitor) => kindsOf(monitor).some((kind) => notifiesKind(monitor, kind)))
  const kinds = new Set(notifying.flatMap((monitor) => kindsOf(monitor).filter((kind) => notifiesKind(monitor, kind))))
  return {
    monitored: notifying.map(toMonitored),
    events: chainEventKinds.filter((kind) => kinds.has(kind)).map((kind) => ({ kind, usd: undefined })),
  }
}

/** Whether a kind of event of a monitored address is notified. */
export function notifiesKind({ kinds }: Pick<MonitorRow, 'kinds'>, kind: ChainEventKind): boolean {
  return kinds === null || (JSON.parse(kinds) as readonly string[]).includes(kind)
}

type TouchedRow = Pick<TransactionRow, 'id' | 'chain_id' | 'from_key' | 'to_key'>

/** All addresses of a transaction in lower case: sender, recipient, and those that the verdict found in the call or trace. */
function touchedBy(row: TouchedRow, { internalAddressesWithMaxScore = [] }: ValidationResult): string[] {
  const inner = internalAddressesWithMaxScore.map(({ address }) => address.toLowerCase())
  return [row.from_key, ...(row.to_key === null ? [] : [row.to_key]), ...inner]
}

export function toMonitored({ address_key, name }: Pick<MonitorRow, 'address_key' | 'name'>): Monitored[number] {
  return { address: checksummed(address_key), name }
}
