import { commandFor } from '../../../../api/text/commands.ts'
import type { GroupedEvents } from '../../../store/repositories/delivery-groups.ts'
import type { AlertEventRow } from '../../../store/schema/schema.ts'
import { composeAlert } from '../messages/alert-message.ts'
import type { EventContent } from '../messages/event-content.ts'
import { timeInWords } from '../messages/message-words.ts'

/** Of a digest that still collects. */
export function openContent(alert: EventContent['alert']): EventContent {
  return { alert, transaction: { chainId: '' }, notice: { kind: 'group', text: 'collects more events', details: [] } }
}

export function isClosed({ group }: EventContent): boolean {
  return group !== undefined
}

/** The worst event, with how many there are and which one is the newest. */
export function digestContent(
  { count, firstAt, lastAt, worst, newest }: GroupedEvents,
  digestId: string,
): EventContent {
  const content = JSON.parse(worst.content) as EventContent
  const worstText = inOneLine(worst)
  return {
    ...content,
    group: { count, since: new Date(firstAt).toISOString(), until: new Date(lastAt).toISOString() },
    notice: {
      kind: 'group',
      text: `${count} more like this, worst ${worstText.headline}, newest ${timeInWords(lastAt)}`,
      details: [
        `Worst: ${worstText.whole}`,
        ...(newest.id === worst.id ? [] : [`Newest: ${inOneLine(newest).whole}`]),
        `From ${timeInWords(firstAt)} to ${timeInWords(lastAt)}`,
      ],
      command: commandFor['list-group'](digestId),
    },
  }
}

function inOneLine({ id, created_at, content }: AlertEventRow): { readonly headline: string; readonly whole: string } {
  const about = JSON.parse(content) as EventContent
  const { headline, actions, summary } = composeAlert({ id, createdAt: created_at }, about, { now: created_at })
  const parts = [headline, actions[0] ?? '', summary].filter((part) => part !== '')
  const { svcTxId, transactionId } = about.transaction
  return { headline, whole: [...parts, svcTxId ?? transactionId ?? ''].filter((part) => part !== '').join(' · ') }
}
