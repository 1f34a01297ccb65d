import { chainText } from '../../../../api/text/chains.ts'
import { verdictOf } from '../../../../api/verdict.ts'
import type { NoticeKind } from '../../../../api/vocabulary.ts'
import type { Message, Tone } from '../../channels/channel.ts'
import type { EventContent, EventNotice } from './event-content.ts'
import { type AlertEvent, messageOf, type SendContext, verdictTones } from './message-words.ts'

const tones: Readonly<Partial<Record<NoticeKind, Tone>>> = {
  digest: 'plain',
  stopped: 'bad',
  rescreen: 'bad',
  heartbeat: 'good',
}

/** The message of a notice about the following of a chain, about a hold, or of a digest. */
export function composeNotice(
  event: AlertEvent,
  content: EventContent & { readonly notice: EventNotice },
  context: SendContext,
): Message {
  const { notice, transaction } = content
  const chain = chainText(transaction.chainId)
  // Verdicts change on any chain, and the events of a digest name theirs.
  const isOfChain = transaction.chainId !== '' && notice.kind !== 'rescreen' && notice.kind !== 'group'
  return messageOf(event, content, context, {
    tone: toneOf(content),
    headline: isOfChain ? `${chain}: ${notice.text}` : notice.text,
    actions: [],
    summary: '',
    facts: isOfChain ? [{ label: 'Chain', value: `${chain} (${transaction.chainId})` }] : [],
    reasons: notice.details,
    ...(notice.command !== undefined && { command: notice.command }),
  })
}

/** A digest has the tone of its worst event. */
function toneOf({ notice, result }: EventContent & { readonly notice: EventNotice }): Tone {
  if (notice.step === 'over') return 'good'
  if (notice.kind === 'group' && result) return verdictTones[verdictOf(result)]
  return tones[notice.kind] ?? 'warn'
}
