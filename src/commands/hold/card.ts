import type { Hold } from '../../api/schemas/hold.ts'
import { chainName } from '../../api/text/chains.ts'
import { holdPartText } from '../../api/text/hold-parts.ts'
import { actorText } from '../../api/text/key-name.ts'
import { subCategories } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { distanceText, timeText } from '../../cli/output/time.ts'
import { cardLines, type Fact } from '../../cli/output/view.ts'
import { costTexts } from '../steps/cost-text.ts'
import { callDataFact, digestFacts } from '../steps/hash-text.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'
import { holds, paintState } from './resource.ts'

/** The request, why it is held, until when, and what to run next. @param width of the terminal, in characters */
function holdCard(hold: Hold, paint: Paint, width: number, { clock, zone }: Context): string {
  const { id, state, verdict, combinedScore, chainId, parts, decidedBy, reason, transactionId, expiresAt } = hold
  const time = (iso = '') => `${timeText(iso, zone)} (${distanceText(iso, clock.now())})`
  const facts: Fact[] = [
    ['id', id],
    ['state', paintState(state, state, paint)],
    ['verdict', `${toneOf(verdict, paint)(verdict)} ${combinedScore}/100${kindText(hold)}`],
    [
      'warning',
      hold.outcomeUnknownOf &&
        paint.bad(`it may be sent already: the outcome of hold ${hold.outcomeUnknownOf} is not known`),
    ],
    ['chain', `${chainName(chainId)} (${chainId})`],
    ['requested by', `${actorText(hold.requestedBy, hold.requestedByName)}, ${hold.method}`],
    ...costFacts(hold),
    ...(hold.approvals === undefined ? [] : approvalFacts(hold, time)),
    ...parts.flatMap((part): Fact[] => [
      ['what', holdPartText(part, chainId)],
      ['  from', part.from],
      ...part.actions.map((text): Fact => ['  does', text]),
      ...hashesOf(part).map(([label, hash]): Fact => [`  ${label} hash`, hash ? hash.slice(2) : '']),
      ...(part.policies ?? []).map(({ policy, text }): Fact => ['  held by', `policy ${policy}: ${text}`]),
      ['  rules', part.rules.join(', ')],
      ['  why', part.svcTxId && `txwarden tx show ${part.svcTxId}`],
    ]),
    ['decided by', decidedBy && `${actorText(decidedBy, hold.decidedByName)}, ${time(hold.decidedAt)}`],
    ['reason', reason],
    ['hash', transactionId],
    ['requested', time(hold.createdAt)],
    [untilWords[state] ?? 'until', expiresAt && time(expiresAt)],
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

/** How many keys approve what a policy holds, and which did. */
function approvalFacts({ approvals = 1, approvedBy = [] }: Hold, time: (iso: string) => string): Fact[] {
  return [
    ['approvals', `${approvedBy.length} of ${approvals}, none by who requested it`],
    ...approvedBy.map(({ by, byName, at }): Fact => ['  by', `${actorText(by, byName)}, ${time(at)}`]),
  ]
}

/** What approves it pays for: fees are no part of the verdict. */
function costFacts({ kind, chainId, maxFee, parts }: Hold): Fact[] {
  if (kind === 'signature') return []
  if (maxFee === undefined) return [['fees', 'set by the node or wallet']]
  const { costs, fees } = costTexts(
    chainId,
    maxFee,
    parts.map(({ value }) => value),
  )
  return [
    ['costs', costs],
    ['  fees', fees],
  ]
}

/** What a device shows, to compare. Without 0x a hash fits 80 columns. */
function hashesOf({ calldataDigest, digests }: Hold['parts'][number]): Fact[] {
  return digests && calldataDigest === undefined ? digestFacts(digests) : [callDataFact(calldataDigest)]
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

/** Prints a hold; for people, as a card with ages. */
export async function printHold(context: Context, hold: Hold): Promise<void> {
  await context.out.record(hold, holds.view, (shown, paint, width) => holdCard(shown, paint, width, context))
}
