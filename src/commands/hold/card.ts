import { parseQuantity } from '../../api/quantity.ts'
import type { Hold } from '../../api/schemas/hold.ts'
import { chainName } from '../../api/text/chains.ts'
import { holdPartText } from '../../api/text/hold-parts.ts'
import { actorText } from '../../api/text/key-name.ts'
import { subCategories } from '../../api/vocabulary.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { distanceText, timeText } from '../../cli/output/time.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import { cardLines } from '../../cli/output/view.ts'
import { costText, feeText } from '../steps/cost-text.ts'
import { callDataFact, digestFacts } from '../steps/hash-text.ts'

import { toneOf } from '../validate/verdict-exit-code.ts'
import { paintState } from './view.ts'

type Fact = readonly [label: string, value: string]

/** The request, why it is held, until when, and what to run next. @param width of the terminal, in characters */
export function holdCard(
  hold: Hold,
  paint: Paint,
  { now, width, zone }: { now: number; width: number; zone: TimeZone },
): string {
  const { id, state, verdict, combinedScore, chainId, parts, decidedBy, reason, transactionId, expiresAt } = hold
  const time = (iso = '') => `${timeText(iso, zone)} (${distanceText(iso, now)})`
  const facts: Fact[] = [
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
    ['requested by', `${actorText(hold.requestedBy, hold.requestedByName)}, ${hold.method}`],
    ...costFacts(hold),
    ...parts.flatMap((part): Fact[] => [
      ['what', holdPartText(part, chainId)],
      ...(part.from === undefined ? [] : [['  from', part.from] as const]),
      ...part.actions.map((text) => ['  does', text] as const),
      ...hashesOf(part).map(([label, hash]) => [`  ${label} hash`, hash.slice(2)] as const),
      ...(part.rules.length === 0 ? [] : [['  rules', part.rules.join(', ')] as const]),
      ...(part.svcTxId === undefined ? [] : [['  why', `txwarden tx explain ${part.svcTxId}`] as const]),
    ]),
    ...(decidedBy === undefined
      ? []
      : [['decided by', `${actorText(decidedBy, hold.decidedByName)}, ${time(hold.decidedAt)}`] as const]),
    ...(reason === undefined ? [] : [['reason', reason] as const]),
    ...(transactionId === undefined ? [] : [['hash', transactionId] as const]),
    ['requested', time(hold.createdAt)],
    ...(expiresAt === undefined ? [] : [[untilWords[state] ?? 'until', time(expiresAt)] as const]),
    ...nextFacts(hold),
  ]
  return cardLines(facts, paint, width)
}

const untilWords: Readonly<Partial<Record<Hold['state'], string>>> = {
  held: 'expires',
  approved: 'expires',
  expired: 'expired',
  forwarded: 'again from',
}

/** What approves it pays for: fees are no part of the verdict. */
function costFacts({ kind, chainId, maxFee, parts }: Hold): Fact[] {
  if (kind === 'signature') return []
  if (maxFee === undefined) return [['fees', 'set by the node or wallet']]
  const cost = [maxFee, ...parts.map(({ value = '0' }) => value)].reduce(
    (sum, each) => sum + (parseQuantity(each) ?? 0n),
    0n,
  )
  return [
    ['costs', `at most ${costText(String(cost), chainId)}`],
    ['  fees', `at most ${feeText(maxFee, chainId)}`],
  ]
}

/** What a device shows, to compare. Without 0x a hash fits 80 columns. */
function hashesOf({ calldataDigest, digests }: Hold['parts'][number]): Fact[] {
  if (calldataDigest !== undefined) return [callDataFact(calldataDigest)]
  return digests ? digestFacts(digests) : []
}

function kindText({ subCategory }: Hold): string {
  const found = Object.entries(subCategories).find(([name]) => name === subCategory)
  return found ? `, ${found[1].description}` : ''
}

function nextFacts({ id, state }: Hold): Fact[] {
  const reject: Fact = ['or', `txwarden hold reject ${id}`]
  if (state === 'held') return [['next', `txwarden hold approve ${id}`], reject]
  return state === 'approved' ? [['next', 'the sender sends the same again; it passes once'], reject] : []
}
