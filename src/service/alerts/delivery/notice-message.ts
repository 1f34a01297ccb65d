import type { Message } from '../channels/channel.ts'
import type { EventContent, EventNotice } from './event-content.ts'
import { type AlertEvent, chainName, recordFacts, type SendContext } from './message-words.ts'

/** What is told about the following of a chain, or together. */
export function composeNotice(
  event: AlertEvent,
  content: EventContent & { readonly notice: EventNotice },
  { now }: SendContext,
): Message {
  const { notice, transaction } = content
  const chain = chainName(transaction.chainId)
  return {
    id: event.id,
    type: 'alert.triggered',
    at: event.createdAt,
    tone: notice.step === 'over' ? 'good' : notice.kind === 'digest' ? 'plain' : 'warn',
    headline: `${chain}: ${notice.text}`,
    actions: [],
    summary: '',
    facts: [{ label: 'Chain', value: `${chain} (${transaction.chainId})` }, ...recordFacts(event, content, now)],
    reasons: notice.details,
    ...(notice.command !== undefined && { command: notice.command }),
    data: { ...content },
  }
}
