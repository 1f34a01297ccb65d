/** Room: What happens in a queue, as events for the outbox. */

import { checksummed } from '../../../api/address.ts'
import type { SafeEventKind } from '../../../api/vocabulary.ts'
import type { EventSafe } from '../../alerts/delivery/messages/event-content.ts'
import { alertIndexOf } from '../../alerts/matching/alert-index.ts'
import { buildContent, type Validated } from '../../alerts/matching/build-event.ts'
import { type EnqueueContext, enqueue, enqueueAlerts } from '../../alerts/matching/enqueue-alerts.ts'
import { matchesEvent } from '../../alerts/matching/match.ts'
import { buildMatchInput, isListed } from '../../alerts/matching/match-input.ts'
import { filterOf } from '../../records/alert-filter.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { SafeRow } from '../../store/schema/schema.ts'
import { notifiesRoutine } from '../queue/routine.ts'

/** What happened in the queue of a Safe. */
export interface SafeEvent {
  /** At least one. */
  readonly kinds: readonly [SafeEventKind, ...SafeEventKind[]]
  /** Distinguishes it from other events of the Safe; an alert is notified of it once. */
  readonly key: string
  /** Default: 0. */
  readonly round?: number
  readonly safeTxHash?: string
  /** Its validation; undefined: it has none. */
  readonly validated?: Validated | undefined
  /** False: the validation has no row of its own. */
  readonly isStored?: false
  readonly shown: Omit<EventSafe, 'address' | 'name'>
  readonly isRoutine?: boolean
}

/**
 * Adds the messages about an event to the outbox, in the transaction that stores it. MONITOR alerts of the chain get it, whether or not
 * the Safe is monitored; SONAR alerts get the verdict about what is new.
 * @param alerts active ones of all types
 */
export async function notifySafe(
  safe: Pick<SafeRow, 'chain_id' | 'address_key' | 'name'>,
  event: SafeEvent,
  alerts: readonly StoredAlert[],
  context: EnqueueContext,
): Promise<void> {
  const { kinds, key, round = 0, safeTxHash, validated, isStored = true, shown, isRoutine = false } = event
  const { chain_id: chainId, address_key, name } = safe
  const events = kinds.map((kind) => ({ kind, usd: undefined }))
  const index = alertIndexOf(alerts)
  const matching = validated
    ? index.find('MONITOR', buildMatchInput(validated.row, validated.result, [], events))
    : index.findWithoutVerdict({ chainId, events })
  const fired = matching.filter((alert) => !isRoutine || notifiesRoutine(filterOf(alert), kinds))
  const content = {
    ...(validated ? contentOf(validated, isStored) : { transaction: { chainId } }),
    ...(safeTxHash !== undefined && { safeTxHash }),
    safe: { address: checksummed(address_key), name, ...shown },
  }
  const listed = validated !== undefined && isListed(validated.result)
  const subject = `safe:${chainId}:${address_key}:${key}`
  for (const [kind, some] of Map.groupBy(fired, (alert) => firstKind(alert, kinds))) {
    const about = { svc_tx_id: (isStored && validated?.row.id) || null, subject, step: '' as const, round, kind }
    await enqueue({ about, content: { ...content, kind, kinds }, isListed: listed, alerts: some }, context)
  }
  if (validated && isStored && kinds.includes('queued') && !isRoutine)
    await enqueueAlerts(alerts, validated, context, round)
}

/** Returns the first kind that the alert accepts, which the message names. */
function firstKind(alert: StoredAlert, kinds: SafeEvent['kinds']): SafeEventKind {
  const filter = filterOf(alert)
  return kinds.find((kind) => matchesEvent(filter, { kind, usd: undefined })) ?? kinds[0]
}

function contentOf(validated: Validated, isStored: boolean) {
  const content = buildContent(validated)
  if (isStored) return content
  const { svcTxId: _, ...transaction } = content.transaction
  return { ...content, transaction }
}
