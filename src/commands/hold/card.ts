import type { Hold } from '../../api/schemas/hold.ts'
import { subCategories } from '../../api/vocabulary.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { cardLines } from '../../cli/output/view.ts'
import { chainName } from '../monitor/view.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'
import { paintState, partText } from './view.ts'

/** What is asked, why it is held, until when, and what to run next. */
export function holdCard(hold: Hold, paint: Paint): string {
  const { id, state, verdict, combinedScore, chainId, parts, decidedBy, reason, transactionId, expiresAt } = hold
  const facts: (readonly [string, string])[] = [
    ['id', id],
    ['state', paintState(state, state, paint)],
    ['verdict', `${toneOf(verdict, paint)(verdict)} ${combinedScore}/100${kindText(hold)}`],
    ...(hold.outcomeUnknownOf === undefined
      ? []
      : [
          [
            'warning',
            paint.bad(`it may be sent already: the outcome of hold ${hold.outcomeUnknownOf} is not known`),
          ] as const,
        ]),
    ['chain', `${chainName(chainId)} (${chainId})`],
    ['asked by', `${actorText(hold.requestedBy)}, ${hold.method}`],
    ...parts.flatMap((part) => [
      ['what', partText(part, chainId)] as const,
      ...(part.from === undefined ? [] : [['  from', part.from] as const]),
      ...part.actions.map((text) => ['  does', text] as const),
      ...(part.rules.length === 0 ? [] : [['  rules', part.rules.join(', ')] as const]),
    ]),
    ...(decidedBy === undefined ? [] : [['decided by', `${actorText(decidedBy)}, ${hold.decidedAt ?? ''}`] as const]),
    ...(reason === undefined ? [] : [['reason', reason] as const]),
    ...(transactionId === undefined ? [] : [['transaction', transactionId] as const]),
    ['asked', hold.createdAt],
    ...(expiresAt === undefined ? [] : [[untilWords[state] ?? 'until', expiresAt] as const]),
    ...nextCommands(hold).map((command, index) => [index === 0 ? 'next' : '', command] as const),
  ]
  return cardLines(facts, paint)
}

const untilWords: Readonly<Partial<Record<Hold['state'], string>>> = {
  held: 'expires',
  approved: 'expires',
  rejected: 'refused until',
  expired: 'expired',
  released: 'awaited until',
  forwarded: 'sent again from',
}

function kindText({ subCategory }: Hold): string {
  const found = Object.entries(subCategories).find(([name]) => name === subCategory)
  return found ? `, ${found[1].description}` : ''
}

function actorText(actor: string): string {
  return actor === 'local' ? 'local' : `key ${actor}`
}

function nextCommands({ id, state, parts }: Hold): string[] {
  const explain = parts.flatMap(({ svcTxId }) => (svcTxId === undefined ? [] : [`txwarden tx explain ${svcTxId}`]))
  const isOpen = state === 'held' || state === 'approved'
  return [
    ...explain.slice(0, 3),
    ...(state === 'held' ? [`txwarden hold approve ${id}`] : []),
    ...(isOpen ? [`txwarden hold reject ${id}`] : []),
  ]
}
