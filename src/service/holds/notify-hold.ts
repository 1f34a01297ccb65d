import { commandFor } from '../../api/text/commands.ts'
import { holdPartText } from '../../api/text/hold-parts.ts'
import { actorText } from '../../api/text/key-name.ts'
import { subCategories } from '../../api/vocabulary.ts'
import type { EventContent, EventNotice } from '../alerts/delivery/messages/event-content.ts'
import { firstLines, timeInWords } from '../alerts/delivery/messages/message-words.ts'
import { alertIndexOf } from '../alerts/matching/alert-index.ts'
import { buildContent } from '../alerts/matching/build-event.ts'
import { type EnqueueContext, enqueue } from '../alerts/matching/enqueue-alerts.ts'
import type { StoredAlert } from '../store/repositories/alerts.ts'
import { readKeyNames } from '../store/repositories/api-keys.ts'
import type { HoldRow } from '../store/schema/schema.ts'
import { type ValidatedPart, worstPart } from './hold-content.ts'

/** Parts that a message describes. */
const MOST_DESCRIBED = 3

/**
 * The alerts that are notified: those whose conditions match a part. Where none matches, all SONAR alerts of the chain: a hold waits
 * for a person. Alerts without a destination reach no one.
 * @param alerts active ones of all types
 */
export function alertsFor(
  alerts: readonly StoredAlert[],
  chainId: string,
  parts: readonly ValidatedPart[],
): StoredAlert[] {
  const index = alertIndexOf(alerts)
  const reaches = ({ destinationIds }: StoredAlert) => destinationIds.length > 0
  const matching = parts.flatMap(({ matchInput }) => index.find(matchInput.product, matchInput)).filter(reaches)
  return matching.length > 0 ? [...new Set(matching)] : index.findOn(chainId, 'SONAR').filter(reaches)
}

/** Adds the message to the outbox, in the transaction that stores the hold. */
export async function notifyHold(
  hold: HoldRow,
  parts: readonly ValidatedPart[],
  alerts: readonly StoredAlert[],
  context: EnqueueContext,
): Promise<void> {
  if (alerts.length === 0) return
  const { validated } = worstPart(parts)
  const content: Omit<EventContent, 'alert'> = {
    ...(validated ? buildContent(validated) : { transaction: { chainId: hold.chain_id } }),
    notice: noticeOf(hold, parts, (await readKeyNames(context.db, [hold.requested_by])).of(hold.requested_by)),
  }
  const about = { svc_tx_id: hold.svc_tx_id, subject: `hold:${hold.id}`, step: '', round: 0, kind: 'hold' } as const
  await enqueue({ about, content, alerts }, context)
}

/** In words of our own: no text of a feed, a token or a message. */
function noticeOf(hold: HoldRow, parts: readonly ValidatedPart[], requester: string | undefined): EventNotice {
  const { id, kind, verdict, combined_score, requested_by, expires_at, unknown_before } = hold
  const what = kind === 'signature' ? 'signature' : 'transaction'
  const asked = parts.length === 1 ? `a ${what} waits` : `${parts.length} ${what}s wait`
  const described = parts.map((part) => describe(part, hold))
  return {
    kind: 'hold',
    text: `${asked} for approval, ${verdict} ${combined_score}/100`,
    details: [
      ...firstLines(described, MOST_DESCRIBED, 0),
      ...(hold.approvals > 0 ? policyLines(hold, parts) : [reasonOf(hold)]),
      ...(unknown_before === null
        ? []
        : [`It may be sent already: the outcome of hold ${unknown_before} is not known. Compare with the chain first`]),
      `Requested by ${requested_by === 'local' ? 'the machine of the service' : actorText(requested_by, requester)}, by ${hold.method}`,
      ...(expires_at === null ? [] : [`Expires ${timeInWords(expires_at)}`]),
      `Then decide: ${commandFor['approve-hold'](id)}, or ${commandFor['reject-hold'](id)}`,
    ],
    // Channels call it the details: who copies it must not approve by it.
    command: commandFor['show-hold'](id),
    holdId: id,
  }
}

/** "From 0x…: 1.5 ETH to 0x…". Without the type of a message, which is a text of a third party. */
function describe({ part: { primaryType: _, ...part } }: ValidatedPart, { chain_id }: HoldRow): string {
  return `${part.from === undefined ? '' : `From ${part.from}: `}${holdPartText(part, chain_id)}`
}

/** "Held by policy payouts: 620 of 500 USD in 24 h". */
function policyLines({ approvals }: HoldRow, parts: readonly ValidatedPart[]): string[] {
  const outcomes = parts.flatMap(({ part }) => part.policies ?? [])
  const lines = outcomes.map(({ policy, text }) => `Held by policy ${policy}: ${text}`)
  const keys = approvals === 1 ? 'a key' : `${approvals} keys`
  return [...new Set(lines)].slice(0, MOST_DESCRIBED).concat(`It needs ${keys}, none of which requested it`)
}

function reasonOf({ sub_category, verdict }: HoldRow): string {
  const found = Object.entries(subCategories).find(([name]) => name === sub_category)
  if (found) return found[1].description
  return verdict === 'NO DATA' ? 'Nothing is known about who gains by it' : 'No category of risk'
}
