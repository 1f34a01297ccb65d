import { bandFloors, type FeedFormat, threatKinds } from '../../../api/vocabulary.ts'
import type { EvidenceSet, IntelRecord } from '../evidence.ts'
import { skeletonOf } from './similarity.ts'

/** Weighed evidence about an address. */
export interface Reputation {
  /** Id of the first ALLOW entry. */
  readonly allowedBy: string | undefined
  /** Benign record that outweighs the threat sources; never for a sanctioned address. */
  readonly trustedBy: IntelRecord | undefined
  /** A BLOCK entry, a sanction or a valid threat record scores at least WARNING. */
  readonly flagged: boolean
}

/**
 * Independent threat sources that outweigh a fact. Two are too few: phishing pages name the tokens they steal, and a second
 * source repeats the error.
 */
const SOURCES_AGAINST_FACT = 3

/** Severity of a threat record without one. */
const DEFAULT_SEVERITY = bandFloors.UNSAFE

export function reputationOf(address: string, evidence: EvidenceSet): Reputation {
  const entries = evidence.entriesOn(address)
  const records = evidence.intelOn(address)
  const threats = records.filter(isThreat)
  const sanctioned = records.some((record) => record.kind === 'sanctioned' && !isLifted(record, evidence))
  const fact = sanctioned ? undefined : strongestFact(records, evidence, threats)
  const trustedBy = outweighFacts(threats) ? undefined : fact
  const holds = trustedBy === undefined && threats.some((record) => severityOf(record) >= bandFloors.WARNING)
  return {
    allowedBy: allowEntriesOn(address, evidence)[0],
    trustedBy,
    flagged: sanctioned || holds || entries.some((entry) => entry.type === 'BLOCK'),
  }
}

const tagFeeds: readonly FeedFormat[] = ['etherscan-labels', 'eth-labels']

/** A sanction that only a tag feed remembers, while a current sanctions list does not have the address. */
export function isLifted({ kind, format, address }: IntelRecord, evidence: EvidenceSet): boolean {
  if (kind !== 'sanctioned' || !evidence.hasSanctionsList) return false
  const isTag = (of: FeedFormat | undefined) => of !== undefined && tagFeeds.includes(of)
  const sanctions = evidence.intelOn(address.toLowerCase()).filter((record) => record.kind === 'sanctioned')
  return isTag(format) && sanctions.every((record) => isTag(record.format))
}

/** Ids of the ALLOW entries that name the address, in order. */
export function allowEntriesOn(address: string, evidence: EvidenceSet): string[] {
  return evidence
    .entriesOn(address)
    .filter((entry) => entry.type === 'ALLOW')
    .map((entry) => entry.id)
    .sort()
}

export function isThreat({ kind }: IntelRecord): boolean {
  return kind === 'malicious' || kind === 'mixer'
}

/** A threat or a sanction. */
export function isWarning({ kind }: Pick<IntelRecord, 'kind'>): boolean {
  return threatKinds.includes(kind)
}

export function severityOf({ kind, severity = DEFAULT_SEVERITY }: IntelRecord): number {
  return kind === 'sanctioned' ? 100 : severity
}

/** The listed token whose symbol this token's symbol imitates with confusable letters. */
export function imitatedToken(record: IntelRecord, evidence: EvidenceSet): IntelRecord | undefined {
  const { symbol } = record
  if (!symbol || record.canonical) return undefined
  return evidence
    .tokensLike(skeletonOf(symbol))
    .find((listed) => listed.address.toLowerCase() !== record.address.toLowerCase() && !hasSameSymbol(listed, symbol))
}

function hasSameSymbol(listed: IntelRecord, symbol: string): boolean {
  return listed.symbol?.trim().toLowerCase() === symbol.trim().toLowerCase()
}

/** A label says whose an address is, and nothing for it. Lists take tokens for a form and a fee: a row of theirs says nothing against a threat. */
function strongestFact(
  records: readonly IntelRecord[],
  evidence: EvidenceSet,
  threats: readonly IntelRecord[],
): IntelRecord | undefined {
  const facts = records.filter(
    (record) =>
      !isWarning(record) &&
      (isFromAuthority(record) || (record.as ?? []).length > 0) &&
      !(threats.length > 0 && record.format === 'token-list') &&
      !imitatedToken(record, evidence),
  )
  return facts.find(isFromAuthority) ?? facts[0]
}

/** Says that a listing is wrong: the baseline, the operator's own list, a list of false positives. */
function isFromAuthority({ kind, canonical, format }: IntelRecord): boolean {
  return (canonical === true && format !== 'token-list') || kind === 'benign' || kind === 'burn'
}

/** Only records at UNSAFE severity add up. */
function outweighFacts(threats: readonly IntelRecord[]): boolean {
  const serious = threats.filter((record) => severityOf(record) >= bandFloors.UNSAFE)
  return new Set(serious.map(familyOf)).size >= SOURCES_AGAINST_FACT
}

/**
 * Feeds that repeat the same reports count as one source. They copy Etherscan's labels or report to it: 99 % of
 * CryptoScamDB's and 70 % of MyEtherWallet's addresses are in Forta's lists, 2 % of ScamSniffer's (docs/risk.md).
 */
const families: Partial<Readonly<Record<FeedFormat, string>>> = {
  'etherscan-labels': 'etherscan',
  'eth-labels': 'etherscan',
  forta: 'etherscan',
  mew: 'etherscan',
  cryptoscamdb: 'etherscan',
}

function familyOf({ format, source }: IntelRecord): string {
  const family = format && families[format]
  return family === undefined ? `source ${source}` : `family ${family}`
}
