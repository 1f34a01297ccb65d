import { symbolText } from '../../../api/text/symbols.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { AssetAmount } from '../../evm/holdings.ts'
import { measuredNet } from '../chain/read-observation.ts'
import type { EvidenceSet, IntelRecord } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { nativeNames } from '../money/native-names.ts'
import { imitatedToken } from '../parties/reputation.ts'
import { skeletonOf, undecorated, withoutNumber, withoutStandard } from '../parties/similarity.ts'
import type { Detector, Observation } from './detector.ts'

const FORGED_LETTERS = 80
const SAME_SYMBOL = 45

/** Shorter names share a skeleton by chance. */
const SHORTEST_FORGED = 3

export const tokenLookalike: Detector = {
  id: 'token-lookalike',
  about: 'sender',
  summary:
    'A token in the transaction has the symbol of a listed token at another address, or of the native currency, or comes in a simulation for a token with the same symbol that leaves; by a source, or by what the contract says itself.',
  why: 'UNSAFE 80 for a symbol or name with lookalike letters, or with an addition such as -ERC20; WARNING 45 for the same symbol, unless a source knows the token, and for a copy of a token that leaves. Shares of liquidity have the symbol of every other pool.',
  origin:
    'Counterfeit tokens in address poisoning (Tsuchiya et al., USENIX Security 2025), compared by Unicode skeleton (UTS #39).',
  examples: {
    attack: 'A token writes USDT with a Cyrillic letter.',
    nearMiss: 'A token that a source knows has the same symbol.',
    evasion: 'Other letters, digits, accents or invisible characters in the symbol: its skeleton is the same.',
  },
  detect(facts: Facts): Observation[] {
    return tokensOf(facts).flatMap((address) => {
      for (const record of facts.evidence.intelOn(address)) {
        const forged = imitatedToken(record, facts.evidence)
        if (forged) return [observation(address, symbolMatch(record, forged, FORGED_LETTERS), facts)]
      }
      const { trustedBy, allowedBy } = facts.reputationOf(address)
      if (trustedBy || allowedBy !== undefined) return []
      const found = sameSymbol(facts, address) ?? ownName(facts, address) ?? copyOfLeaving(facts, address)
      return found ? [observation(address, found, facts)] : []
    })
  },
}

function tokensOf({ actions, evidence }: Facts): string[] {
  const tokens = new Set<string>()
  for (const action of actions)
    if (action.kind === 'order' || action.kind === 'exchange')
      for (const { token } of [...action.gives, ...action.receives]) tokens.add(token)
    else if (action.kind === 'transfer' || action.kind === 'grant') tokens.add(action.asset.token)
    else if (action.kind === 'interaction') tokens.add(action.authority)
  const { changes = [], claims = [], approvals = [] } = evidence.chain?.simulation ?? {}
  for (const { token } of [...changes, ...claims, ...approvals]) tokens.add(token)
  tokens.delete(NATIVE)
  // Without a node only records say what a token calls itself.
  return evidence.chain ? [...tokens] : [...tokens].filter((token) => evidence.intelOn(token).length > 0)
}

/** Symbols of shares of liquidity: every pool of a protocol has the same. */
const SHARES = /^UNI-V|(?<![A-Z])[A-Za-z]?LP/

/** A token that comes for one that leaves, whose symbol looks the same. */
function copyOfLeaving(facts: Facts, address: string): Match | undefined {
  const { evidence } = facts
  const net = measuredNet(evidence)
  if (!net) return undefined
  const shown = evidence.accountOf(address)?.token?.symbol ?? ''
  const skeleton = skeletonOf(shown)
  if (skeleton === '' || SHARES.test(shown) || !net.some(({ token, amount }) => token === address && amount > 0n))
    return undefined
  const isCopied = ({ token, amount }: AssetAmount) =>
    amount < 0n && token !== address && symbolsOf(token, facts).some((symbol) => skeletonOf(symbol) === skeleton)
  const leaving = net.find(isCopied)?.token
  return leaving === undefined
    ? undefined
    : { leaving, points: SAME_SYMBOL, text: `calls itself ${symbolText(shown)}, which is also the symbol` }
}

function symbolsOf(token: string, { evidence }: Facts): string[] {
  const listed = evidence.intelOn(token).map(({ symbol }) => symbol)
  return [...listed, evidence.accountOf(token)?.token?.symbol].filter((symbol) => symbol !== undefined)
}

interface Match {
  /** A token that leaves, which no list has. */
  readonly leaving?: string
  /** The native currency has no record. */
  readonly listed?: IntelRecord
  readonly points: number
  /** "has the symbol USDT, which is also the symbol". */
  readonly text: string
}

function symbolMatch({ symbol }: IntelRecord, listed: IntelRecord, points: number): Match {
  const text = `has the symbol ${symbol}, which ${points === FORGED_LETTERS ? 'looks like' : 'is also'} the symbol`
  return { listed, points, text }
}

function sameSymbol({ evidence }: Facts, address: string): Match | undefined {
  for (const record of evidence.intelOn(address)) {
    if (!record.symbol) continue
    const listed = othersLike(record.symbol, address, evidence)[0]
    if (listed) return symbolMatch(record, listed, SAME_SYMBOL)
  }
  return undefined
}

/** By what the contract says of itself, which a node read. */
function ownName(facts: Facts, address: string): Match | undefined {
  const { evidence } = facts
  const { symbol = '', name = '' } = evidence.accountOf(address)?.token ?? {}
  if (symbol === '' && name === '') return undefined
  const bare = undecorated(symbol)
  const forged =
    forgedIn(symbol, address, evidence) ??
    (bare === '' || bare.length === symbol.length ? undefined : imitated(bare, symbol, address, evidence)) ??
    forgedIn(name, address, evidence) ??
    (withoutStandard(name) === name ? undefined : imitated(withoutStandard(name), name, address, evidence)) ??
    numbered(symbol, name, address, evidence)
  if (forged) return forged
  const native = likeNative(symbol, facts) ?? likeNative(name, facts)
  if (native) return native
  const [same] = symbol === '' ? [] : othersLike(symbol, address, evidence).filter((each) => isSame(each, symbol))
  return (
    same && { listed: same, points: SAME_SYMBOL, text: `calls itself ${symbolText(symbol)}, which is also the symbol` }
  )
}

/** The same skeleton, but not the same letters. */
function forgedIn(text: string, address: string, evidence: EvidenceSet): Match | undefined {
  if (skeletonOf(text).length < SHORTEST_FORGED) return undefined
  const others = othersLike(text, address, evidence)
  return others.some((each) => isSame(each, text)) ? undefined : matched(others[0], text)
}

function imitated(text: string, shown: string, address: string, evidence: EvidenceSet): Match | undefined {
  if (skeletonOf(text).length < SHORTEST_FORGED) return undefined
  return matched(othersLike(text, address, evidence)[0], shown)
}

/** A number behind the symbol of a token, whose name it has as well: "USDT2" of "Tether USD Official". */
function numbered(symbol: string, name: string, address: string, evidence: EvidenceSet): Match | undefined {
  const shown = undecorated(symbol)
  const bare = withoutNumber(shown)
  if (bare === shown || skeletonOf(bare).length < SHORTEST_FORGED) return undefined
  const whole = skeletonOf(name)
  const listed = othersLike(bare, address, evidence).find(({ label }) => whole.startsWith(skeletonOf(label)))
  return matched(listed, symbol)
}

/** Named like the native currency, which no token is. */
function likeNative(text: string, { transaction }: Facts): Match | undefined {
  const skeleton = skeletonOf(text)
  const native = nativeNames(transaction.chainId).find((each) => skeletonOf(each) === skeleton)
  if (native === undefined) return undefined
  const isSameText = plain(native) === plain(text)
  return {
    points: isSameText ? SAME_SYMBOL : FORGED_LETTERS,
    text: `calls itself ${symbolText(text)}, which ${isSameText ? 'is' : 'looks like'} the name`,
  }
}

function matched(listed: IntelRecord | undefined, shown: string): Match | undefined {
  const text = `calls itself ${symbolText(shown)}, which looks like the name`
  return listed && { listed, points: FORGED_LETTERS, text }
}

function othersLike(text: string, address: string, { tokensLike }: EvidenceSet): IntelRecord[] {
  if (text === '') return []
  return tokensLike(skeletonOf(text)).filter((listed) => listed.address.toLowerCase() !== address)
}

/** Case and blanks are no forgery. */
function isSame({ symbol = '', label }: IntelRecord, text: string): boolean {
  return plain(symbol) === plain(text) || plain(label) === plain(text)
}

function plain(text: string): string {
  return text.replace(/\s/g, '').toLowerCase()
}

function observation(address: string, { listed, leaving, points, text }: Match, { addressText }: Facts): Observation {
  const place = addressText(listed?.address.toLowerCase() ?? leaving ?? '')
  const original = listed ? `${listed.label} at ${place}` : leaving ? `${place}, which leaves` : 'the native currency'
  return {
    subCategory: 'impersonationScamInteraction',
    points,
    subject: address,
    text: `${text} of ${original}`,
    source: listed?.source ?? (leaving ? 'simulation' : 'chain'),
    flip: `use ${listed || leaving ? `the token at ${place}` : 'the native currency'}, or add an ALLOW entry for this one`,
  }
}
