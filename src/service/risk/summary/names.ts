import { type AssetShown, nativeAsset } from '../../../api/text/assets.ts'
import type { Role } from '../../../api/text/roles.ts'
import type { EvidenceSet, IntelRecord } from '../evidence.ts'
import { isKnown } from '../parties/known.ts'
import { isLifted, reputationOf } from '../parties/reputation.ts'

/** Note on an address that no list, source or history knows. */
export const UNKNOWN = 'unknown'

export interface TokenName {
  readonly symbol: string
  /** Absent when they are unknown, or the records disagree. */
  readonly decimals: number | undefined
}

/** What a summary says about addresses (lower case), beyond the addresses themselves. */
export interface Names {
  /** The native currency; undefined: amounts are in wei. */
  readonly native: AssetShown | undefined
  /** Only of canonical records: a tag feed or a fake token must not name itself USDC. */
  tokenOf(address: string): TokenName | undefined
  /** The token that a vault or market takes, by canonical records. */
  assetOf(address: string): TokenName | undefined
  /** What stands in parentheses after an address: its name, or what lists say about it. */
  noteOn(address: string, role: Role): string | undefined
  /** What people here named an address. */
  nameOf(address: string): string | undefined
  /** A node says that it answers as a token. */
  isToken(address: string): boolean
  /** Signatures that a Safe needs now; undefined: not known. */
  thresholdOf(address: string): number | undefined
  /** Flagged addresses come first in a summary, trusted ones last. */
  codeAgeOf(address: string): 'flagged' | 'trusted' | undefined
}

export function namesFrom(evidence: EvidenceSet, chainId: string): Names {
  const isFlagged = (address: string) => reputationOf(address, evidence).flagged
  return {
    native: nativeAsset(chainId),
    tokenOf: (address) => (isFlagged(address) ? undefined : tokenIn(evidence.intelOn(address))),
    assetOf: (address) => assetIn(evidence.intelOn(address)),
    noteOn: (address, role) => noteIn(address, role, evidence),
    nameOf: (address) => evidence.nameOf(address),
    isToken: (address) => evidence.accountOf(address)?.token !== undefined,
    thresholdOf: (address) => evidence.accountOf(address)?.safe?.threshold,
    codeAgeOf: (address) => {
      if (isFlagged(address)) return 'flagged'
      return nameIn(evidence.intelOn(address)) === undefined ? undefined : 'trusted'
    },
  }
}

/** Names of records alone, where nothing else was looked up. */
export function namesOfRecords(recordsOn: (address: string) => readonly IntelRecord[], chainId: string): Names {
  return {
    native: nativeAsset(chainId),
    tokenOf: (address) => tokenIn(recordsOn(address)),
    assetOf: (address) => assetIn(recordsOn(address)),
    noteOn: (address) => nameIn(recordsOn(address)),
    nameOf: () => undefined,
    isToken: () => false,
    thresholdOf: () => undefined,
    codeAgeOf: () => undefined,
  }
}

function noteIn(address: string, role: Role, evidence: EvidenceSet): string | undefined {
  const entries = evidence.entriesOn(address)
  const records = evidence.intelOn(address)
  if (entries.some(({ type }) => type === 'BLOCK')) return 'blocked'
  if (records.some((record) => record.kind === 'sanctioned' && !isLifted(record, evidence))) return 'sanctioned'
  if (reputationOf(address, evidence).flagged) return 'listed as a threat'
  const name = nameIn(records)
  if (name !== undefined) return name
  if (entries.length > 0) return 'on the allow list'
  return isKnown({ address, role, internal: true }, evidence) ? undefined : UNKNOWN
}

function tokenIn(records: readonly IntelRecord[]): TokenName | undefined {
  const canonical = records.filter(({ kind, canonical: isCanonical }) => isCanonical === true && kind === 'token')
  const [symbol] = canonical.flatMap((record) => plain(record.symbol ?? '') ?? [])
  if (symbol === undefined) return undefined
  const [decimals, ...others] = new Set(canonical.flatMap((record) => record.decimals ?? []))
  return { symbol, decimals: others.length === 0 ? decimals : undefined }
}

function assetIn(records: readonly IntelRecord[]): TokenName | undefined {
  return records.find(({ canonical, asset }) => canonical === true && asset !== undefined)?.asset
}

function nameIn(records: readonly IntelRecord[]): string | undefined {
  const record = records.find(({ kind, canonical }) => kind === 'burn' || (canonical === true && kind !== 'sanctioned'))
  return record && plain(record.label)
}

const LONGEST_NAME = 40

/** Or a hidden character as it is shown. */
const OTHER_SIGN = /\\u\{[0-9a-f]{1,6}\}|[^\p{L}\p{N} .:$&+_\-₮]/gu

/**
 * Letters, digits, spaces and a few signs: a name must not look like a part of the sentence around it. Hidden characters
 * stay as the numbers that stand for them.
 */
export function plain(name: string): string | undefined {
  const text = name
    .replace(OTHER_SIGN, (found) => (found.startsWith('\\u{') ? found : ''))
    .replace(/ +/g, ' ')
    .trim()
  if (text === '') return undefined
  return text.length > LONGEST_NAME
    ? `${text
        .slice(0, LONGEST_NAME - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text
}
