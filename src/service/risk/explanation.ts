import { chainById } from '../../api/chains.ts'
import type { ExplainedOrder, Reason, UnaccountedItem } from '../../api/schemas/transaction.ts'
import { nativeAsset, nativeText } from '../../api/text/assets.ts'
import type { MissingData } from '../../api/text/missing.ts'
import { type IntelKind, isFinal } from '../../api/vocabulary.ts'
import { isoDate } from '../../shared/text/iso-date.ts'
import type { Accounting } from './account/account.ts'
import type { Unaccounted } from './account/items.ts'
import type { Action } from './actions/actions.ts'
import type { Analysis } from './analyze.ts'
import { missingOf } from './coverage.ts'
import { listingText } from './detectors/listed-address.ts'
import type { EvidenceSet, IntelRecord } from './evidence.ts'
import { assetOf, paymentKey } from './money/history.ts'
import { explainedOrder } from './money/order-terms.ts'
import { payerOf } from './parties/controlled-accounts.ts'
import { allowEntriesOn, isLifted, isThreat, reputationOf } from './parties/reputation.ts'
import { hasPrecedent } from './parties/trust.ts'
import { CAPPED_POINTS, type Score } from './score.ts'
import type { Words } from './summary/words.ts'
import type { AddressText, ScoredFinding, Subject } from './types.ts'

/** How reasons name addresses and amounts. */
export type RiskWords = Pick<Words, 'addressText' | 'asset'>

/** A batch may name thousands of addresses. */
const MAX_REASONS = 200

export interface Explained {
  readonly reasons: readonly Reason[]
  readonly missing: readonly MissingData[]
  /** What is signed and nothing accounts for. */
  readonly unaccounted: readonly UnaccountedItem[]
  readonly order?: ExplainedOrder
}

/**
 * Findings, strongest first, then remarks on a signed message, ALLOW entries, precedents and known labels; and missing data. Addresses
 * are lower case, but in texts.
 */
export function explain(
  analysis: Analysis,
  evidence: EvidenceSet,
  score: Score,
  account: Accounting,
  words: RiskWords,
): Explained {
  const { subjects } = analysis
  const uncapped = new Set(
    score.findings.filter((finding) => isFinal(finding.subCategory)).map(({ subject }) => subject),
  )
  const all = [
    ...score.findings.map(findingReason),
    ...remarkReasons(analysis),
    ...subjects.flatMap((subject) => allowReasons(subject, evidence, uncapped)),
    ...precedentReasons(analysis, evidence, words),
    ...subjects.flatMap((subject) => factReasons(subject, evidence)),
  ]
  const reasons = joinSources(all.map((reason) => withOwner(reason, analysis.own)))
  const hidden = reasons.length - MAX_REASONS
  const missing = missingOf(analysis, evidence)
  const order = explainedOrder(account.orders, analysis)
  return {
    reasons: reasons.slice(0, MAX_REASONS),
    missing: hidden > 0 ? [...missing, { code: 'reasons-hidden', count: hidden }] : missing,
    unaccounted: account.unaccounted.slice(0, MAX_REASONS).map((item) => itemText(item, analysis, words.addressText)),
    ...(order && { order }),
  }
}

function itemText(
  { kind, address, value, path }: Unaccounted,
  { transaction: { chainId } }: Analysis,
  addressText: AddressText,
): UnaccountedItem {
  const [called = '', ...argument] = path.split('.')
  const place = `${argument.join('.')} of ${called === 'message' ? 'the message' : called}`
  const texts: Readonly<Record<Unaccounted['kind'], () => string>> = {
    address: () => `${addressText(address ?? '')}, ${place}, is neither yours nor known for this`,
    position: () => `position ${value}, ${place}: its owner is not known`,
    chain: () => `${value}, ${place}, is the number of no chain that is known`,
    value: () =>
      value === undefined
        ? `what ${address === undefined ? (chainById(chainId)?.currency ?? 'the native currency') : addressText(address)} is worth, in the ${argument[0] === 'pool' ? 'new pool' : 'order'}${called === 'message' ? '' : ` of ${called}`}, is not known`
        : `${nativeText(value ?? 0n, nativeAsset(chainId))} sent with ${called}: nothing says what it is for`,
    call: () =>
      argument.length > 0
        ? `data for ${addressText(address ?? '')}, ${place}, is not read`
        : `${addressText(address ?? '')} is not known to have the function ${called}`,
  }
  return {
    kind: kind === 'chain' ? 'value' : kind,
    ...(address !== undefined && { address }),
    ...(value !== undefined && { value: String(value) }),
    text: texts[kind](),
    path,
  }
}

/** An account that the transaction acts for is called by its owner, who must recognise it. */
function withOwner(reason: Reason, own: ReadonlySet<string>): Reason {
  return reason.role === 'target' && own.has(reason.subject) ? { ...reason, role: 'owner' } : reason
}

/** The same fact from several sources is one reason. */
function joinSources(reasons: readonly Reason[]): readonly Reason[] {
  const same = Map.groupBy(reasons, ({ rule, subject, text }) => `${rule} ${subject} ${text}`)
  if (same.size === reasons.length) return reasons
  return Array.from(same.values(), ([first, ...more]) => {
    if (first === undefined || more.length === 0) return first ?? []
    const all = [first, ...more]
    const flips = [...new Set(all.flatMap(({ flip }) => flip ?? []))]
    const source = [...new Set(all.map((each) => each.source))].join(', ')
    return { ...first, source, ...(flips.length > 0 && { flip: flips.join('; ') }) }
  }).flat()
}

function findingReason(finding: ScoredFinding): Reason {
  const { rule, subject, role, points, category, subCategory, hops, path, text, source, flip } = finding
  const about = { rule, subject, role, points, category, subCategory, hops }
  const fact = path ? { ...about, path: [...path], text, source } : { ...about, text, source }
  // At SAFE there is nothing to remedy, and an ALLOW entry changes nothing.
  const reason: Reason =
    points > CAPPED_POINTS || finding.isKnownByAge || finding.isUnvouched ? { ...fact, flip } : fact
  const { cappedBy, trustedBy } = finding
  if (cappedBy !== undefined)
    return {
      ...reason,
      text: `${text}; capped at ${points} by ALLOW entry ${cappedBy}`,
      flip: `remove ALLOW entry ${cappedBy}, if you do not trust the address`,
    }
  if (trustedBy !== undefined)
    return {
      ...reason,
      text: `${text}; capped at ${points} because it ${knownAs(trustedBy)} (${trustedBy.source})`,
      flip: 'add a BLOCK entry for the address, if you do not trust it',
    }
  return reason
}

function remarkReasons({ message }: Analysis): Reason[] {
  const about = { address: '', role: '' } as const
  const reason = (rule: string) => (text: string) => withoutPoints(rule, about, text, 'typed data')
  const { remarks = [], fields = [] } = message ?? {}
  return [...remarks.map(reason('signed-message')), ...fields.map(reason('message-fields'))]
}

function allowReasons(subject: Subject, evidence: EvidenceSet, uncapped: ReadonlySet<string>): Reason[] {
  const { address } = subject
  return allowEntriesOn(address, evidence).map((id) => {
    const text = uncapped.has(address)
      ? `has ALLOW entry ${id}, which does not lift a sanction or a BLOCK entry`
      : `has ALLOW entry ${id}`
    return withoutPoints('allowed-address', subject, text, 'control list')
  })
}

/**
 * Earlier transactions of who gains now: without them the basis of a SAFE would not be visible, and neither would be why
 * an earlier payment does not count.
 */
function precedentReasons(analysis: Analysis, evidence: EvidenceSet, words: RiskWords): Reason[] {
  if (!evidence.hasCounterparties && !evidence.hasAllowances) return []
  const { actions, subjects, transaction } = analysis
  const byAddress = Map.groupBy(actions, ({ authority }) => authority)
  return subjects
    .filter(({ address }) => address !== transaction.from && !reputationOf(address, evidence).flagged)
    .flatMap((subject) =>
      (byAddress.get(subject.address) ?? []).flatMap((action) => {
        const text = precedentText(action, evidence, words)
        return text === undefined ? [] : [withoutPoints('known-payee', subject, text, 'history')]
      }),
    )
}

function precedentText(action: Action, evidence: EvidenceSet, { addressText, asset }: RiskWords): string | undefined {
  if (action.kind !== 'grant' && action.kind !== 'transfer') return undefined
  const vouches = hasPrecedent(action, action.authority, evidence)
  if (action.kind === 'grant')
    return vouches
      ? `got at least this allowance of ${addressText(action.asset.token)} before, in a reported transaction`
      : undefined
  const payer = payerOf(action)
  const seen = evidence
    .counterpartiesAt(action.authority)
    .filter(({ hadValue, owner }) => hadValue && (owner === undefined || owner === payer))
  const payments = seen
    .flatMap(({ payments = [] }) => payments)
    .filter((payment) => payment.asset === paymentKey(action.asset))
  const counting = payments.filter(({ counts }) => counts)
  const [largest] = (counting.length > 0 ? counting : payments).toSorted((a, b) => (a.amount < b.amount ? 1 : -1))
  const amount = largest && `${asset(assetOf(action.asset, largest.amount))} on ${isoDate(largest.at)}`
  const doubt = largest?.isConfirmed === false ? '; reported, not confirmed' : ''
  if (vouches) {
    const counted = seen.filter((each) => each.vouches)
    const count = Math.max(...counted.map((each) => each.count))
    const since = isoDate(Math.min(...counted.map(({ firstSeen }) => firstSeen)))
    if (count > 1)
      return `was paid before: it is in ${count} reported transactions since ${since}${amount === undefined ? '' : `, at most ${amount}`}${doubt}`
    return `was paid before, ${amount === undefined ? '' : `${amount}, `}in a reported transaction${amount === undefined ? ` of ${since}` : ''}${doubt}`
  }
  if (amount === undefined) return undefined
  return counting.length === 0
    ? `was paid before, ${amount}, but that is reported, not confirmed: it vouches for nothing`
    : `was paid before, but at most ${amount}${doubt}: that vouches for no such amount`
}

function factReasons(subject: Subject, evidence: EvidenceSet): Reason[] {
  return evidence.intelOn(subject.address).flatMap((record) => {
    const text = isLifted(record, evidence) ? `${LIFTED}: ${record.label}` : factText(record, subject)
    return text === undefined ? [] : [withoutPoints('known-address', subject, text, record.source)]
  })
}

const LIFTED = 'was sanctioned and is not on the current sanctions list'

function factText(record: IntelRecord, { role }: Subject): string | undefined {
  if (isThreat(record)) return role === 'revoked' ? `loses its rights here and ${listingText(record)}` : undefined
  return record.kind === 'sanctioned' ? undefined : knownAs(record)
}

const knownAsKind: Readonly<Partial<Record<IntelKind, string>>> = {
  benign: 'is known as',
  token: 'is known as the token',
  protocol: 'is known as the protocol',
  exchange: 'is known as the exchange',
  burn: 'is a known burn address:',
}

function knownAs(record: IntelRecord): string {
  return `${knownAsKind[record.kind] ?? 'is known as'} ${record.label}`
}

interface Named {
  readonly address: string
  readonly role: Subject['role'] | ''
}

function withoutPoints(rule: string, { address, role }: Named, text: string, source: string): Reason {
  return { rule, subject: address, role, points: 0, category: '', subCategory: '', hops: 0, text, source }
}
