import { bandFloors } from '../../api/vocabulary.ts'
import type { EvidenceSet, IntelRecord } from './evidence.ts'
import { skeletonOf } from './similarity/skeleton.ts'
import { sourceFamilies } from './source-families.ts'

/** What is known about an address, weighed. */
export interface Standing {
  /** First ALLOW entry that names it. */
  readonly allowedBy: string | undefined
  /** The fact about it that outweighs what threat sources say; never there for a sanctioned address. */
  readonly vouch: IntelRecord | undefined
  /** A BLOCK entry, a sanction or a threat listing that holds says at least WARNING by itself. */
  readonly accused: boolean
  /** The sender has given it something of worth before. */
  readonly familiar: boolean
}

/**
 * Independent threat sources that it takes against a fact from an authority (a token list, a list of false positives,
 * the baseline). Not two: pages of phishers name the tokens that they steal, and one more source errs easily.
 */
const SOURCES_AGAINST_AUTHORITY = 3
/** The same against a mere name tag. One is enough when it is this sure, or knows the address as a mixer. */
const SOURCES_AGAINST_NAME = 2
const SEVERITY_AGAINST_NAME = 80

/** Severity of a threat record that carries none: the floor of UNSAFE. */
const DEFAULT_SEVERITY = bandFloors.UNSAFE

const NOBODY = '0x0000000000000000000000000000000000000000'

export function reputationOf(address: string, evidence: EvidenceSet): Standing {
  const entries = evidence.entriesOn(address)
  const records = evidence.intelOn(address)
  const threats = records.filter(isThreat)
  const sanctioned = records.some((record) => record.kind === 'sanctioned')
  const fact = sanctioned ? undefined : strongestFact(records, evidence)
  const vouch = fact && !outweighs(threats, fact) ? fact : undefined
  const holds = vouch === undefined && threats.some((record) => severityOf(record) >= bandFloors.WARNING)
  return {
    allowedBy: allowEntriesOn(address, evidence)[0],
    vouch,
    accused: sanctioned || holds || entries.some((entry) => entry.type === 'BLOCK'),
    familiar: isFamiliar(address, evidence),
  }
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

export function severityOf(record: IntelRecord): number {
  return record.severity ?? DEFAULT_SEVERITY
}

/** The zero address: what is granted or handed to it, nobody has. */
export function isNobody(address: string): boolean {
  return address === NOBODY
}

/**
 * Whether the sender has given the address something of worth in a transaction that was reported.
 * @param account asked about in the place of the sender
 */
export function isFamiliar(address: string, evidence: EvidenceSet, account?: string): boolean {
  return evidence
    .counterpartiesLike(address)
    .some((each) => each.owner === account && each.hadValue && each.address.toLowerCase() === address)
}

/** A token whose symbol is written to be taken for that of a listed one, with other letters. */
export function imitatedToken(record: IntelRecord, evidence: EvidenceSet): IntelRecord | undefined {
  const { symbol } = record
  if (!symbol || record.canonical) return undefined
  return evidence
    .tokensLike(skeletonOf(symbol))
    .find((listed) => listed.address.toLowerCase() !== record.address.toLowerCase() && !isPlainlySame(listed, symbol))
}

function isPlainlySame(listed: IntelRecord, symbol: string): boolean {
  return listed.symbol?.trim().toLowerCase() === symbol.trim().toLowerCase()
}

function strongestFact(records: readonly IntelRecord[], evidence: EvidenceSet): IntelRecord | undefined {
  const facts = records.filter(
    (record) => !isThreat(record) && record.kind !== 'sanctioned' && !imitatedToken(record, evidence),
  )
  return facts.find(isFromAuthority) ?? facts[0]
}

function isFromAuthority({ kind, canonical }: IntelRecord): boolean {
  return canonical === true || kind === 'benign' || kind === 'burn'
}

/** Hints below UNSAFE do not add up. */
function outweighs(threats: readonly IntelRecord[], fact: IntelRecord): boolean {
  if (threats.length === 0) return false
  const serious = threats.filter((record) => severityOf(record) >= bandFloors.UNSAFE)
  const sources = sourceFamilies(serious)
  if (isFromAuthority(fact)) return sources >= SOURCES_AGAINST_AUTHORITY
  return sources >= SOURCES_AGAINST_NAME || threats.some(standsAgainstName)
}

function standsAgainstName(threat: IntelRecord): boolean {
  return threat.kind === 'mixer' || severityOf(threat) >= SEVERITY_AGAINST_NAME
}
