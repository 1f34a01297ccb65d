import type { FeedRecord } from './format.ts'

/** What a label or a name of Etherscan and related explorers says about an address. */
export type LabelMeaning = Pick<
  FeedRecord,
  'kind' | 'subCategory' | 'severity' | 'label' | 'symbol' | 'name' | 'imitable'
>

interface Accusation extends Pick<FeedRecord, 'kind' | 'subCategory' | 'severity'> {
  readonly why: string
}

/**
 * Labels of threats. Severity combines how reliable the label is and how much harm it means: from 80 on it overrides a
 * name tag.
 */
const accusations: Readonly<Record<string, Accusation>> = {
  'phish-hack': {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 90,
    why: 'Etherscan checks reports before it assigns the label; Forta found few errors.',
  },
  exploit: {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 90,
    why: 'Attackers of protocols, from investigated incidents.',
  },
  heist: {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 85,
    why: 'Receivers of stolen funds; sometimes includes a contract of the victim.',
  },
  compromised: {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 85,
    why: 'An attacker has the keys.',
  },
  scam: { kind: 'malicious', subCategory: 'financialScamInteraction', severity: 90, why: 'As phish-hack.' },
  ponzi: {
    kind: 'malicious',
    subCategory: 'financialScamInteraction',
    severity: 80,
    why: 'Early investors are paid by later ones.',
  },
  'spam-token': {
    kind: 'malicious',
    subCategory: 'financialScamInteraction',
    severity: 80,
    why: 'Tokens sent to many accounts to advertise a phishing page.',
  },
  'high-risk': {
    kind: 'malicious',
    subCategory: 'financialScamInteraction',
    severity: 60,
    why: 'Schemes that lose money by design, not by theft: a warning.',
  },
  'flagged-by-sec': {
    kind: 'malicious',
    subCategory: 'financialScamInteraction',
    severity: 60,
    why: 'Token sales ruled fraudulent by a court; the tokens still exist: a warning.',
  },
  'bancor-contract-vulnerability': {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 80,
    why: 'Anyone can take the tokens of accounts that granted it an allowance.',
  },
  blocked: {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 45,
    why: 'Frozen by a stablecoin issuer: attackers, but for token contracts that received coins by mistake (CRV, YFI, GHST, FARM).',
  },
  'tornado-cash': { kind: 'mixer', severity: 80, why: 'Pools, routers and helpers of the mixer.' },
  'typhoon-cash': { kind: 'mixer', severity: 80, why: 'Pools, routers and helpers of the mixer.' },
  'typhoon-network': { kind: 'mixer', severity: 80, why: 'Pools, routers and helpers of the mixer.' },
  'ethereum-mixer': { kind: 'mixer', severity: 80, why: 'A mixer.' },
  'ofac-sanctions-lists': {
    kind: 'sanctioned',
    why: 'A copy of the OFAC list. Ignored for Tornado Cash, which OFAC delisted on 2025-03-21.',
  },
}

const mixers = Object.keys(accusations).filter((label) => accusations[label]?.kind === 'mixer')

/**
 * Labels that identify an address without making it trusted: users, bots, deployers, wallets of funds and founders,
 * victims of a hack.
 */
const neutralLabels: ReadonlySet<string> = new Set([
  'airdrop-hunter',
  'alameda-research',
  'backrunning-bots',
  'balancer-vested-shareholders',
  'binance-deposit',
  'bounty',
  'bugs',
  'buidlguidl-builders',
  'charity',
  'company-funds',
  'contract-deployer',
  'defiance-capital',
  'delegate',
  'donate',
  'f2pool',
  'fund',
  'gitcoin-grants',
  'ico-wallets',
  'maker-vault-owner',
  'mapper',
  'mev-bot',
  'mev-builder',
  'mining',
  'miningpoolhub',
  'multisig',
  'multisig-owner',
  'opportunist',
  'oracle-dao',
  'parity-bug',
  'proposer-fee-recipient',
  'sybil-delegate',
  'take-action',
  'token-sale',
  'validator',
  'venture-capital',
])

const exchanges: ReadonlySet<string> = new Set(
  `allbit abcc ascendex bgogo binance bitfinex bithumb bitmart bitmex bitstamp bittrex cobinhood coinbase coinbit
   coinhako coinmetro coinone coinsquare cold-wallet coss-io crex24 crypto-com deribit digifinex exchange ftx gate-io
   gemini hitbtc hoo-com hot-wallet hotbit huobi korbit kraken kryptono kucoin latoken liquid okx paribu poloniex
   quadrigacx resfinex tidex topbtc upbit yunbi`.split(/\s+/),
)

/** A name that is an accusation itself: it raises a weak label and never becomes a fact. "Hack Alert" marks victims. */
const SUSPICIOUS_NAME = /\b(?:exploiter|hacker|attacker|drainer|scam|fake[\s_:]|phish|rug ?pull|poor_rep)/i

const NAMED = 85

/** A project's name tag, such as "Curve.fi: CRV Token" and "Chainlink (LINK)". */
const PROJECT_NAME = /^[^:]+: \S/
const TOKEN_NAME = /^(.*\S)\s*\(([^()]+)\)$/

/**
 * Derives from a name tag and labels at most one accusation (the strongest) and one fact. Empty when they are neutral.
 */
export function meaningsOf(name: string, labels: readonly string[]): LabelMeaning[] {
  const accusation = strongest(name, isFrozenToken(name) ? labels.filter((label) => label !== FROZEN) : labels)
  const fact = accusation && isGrave(accusation.accusation) ? undefined : factOf(name, labels)
  return [
    ...(accusation ? [accuse(name, accusation)] : []),
    ...(fact ? [{ ...fact, label: name || labels.join(', ') }] : []),
  ]
}

/** Label of an address that a stablecoin issuer froze. */
export const FROZEN = 'blocked'

/** A token contract received coins by mistake: "Curve.fi: CRV Token", "Chainlink (LINK)". */
function isFrozenToken(name: string): boolean {
  return (/\sToken$/.test(name) || TOKEN_NAME.test(name)) && !SUSPICIOUS_NAME.test(name)
}

/** Recognises a mixer by its name, such as "Tornado.Cash: 0.1 ETH", for lists without a label for it. */
export function isMixerName(name: string): boolean {
  return /^tornado\.?cash/i.test(name)
}

interface Found {
  readonly label: string
  readonly accusation: Accusation
}

function strongest(name: string, labels: readonly string[]): Found | undefined {
  return withoutDelisted(name, labels)
    .flatMap((label) => {
      const accusation = accusations[label]
      return accusation ? [{ label, accusation }] : []
    })
    .sort((a, b) => weight(b.accusation) - weight(a.accusation))[0]
}

/** Tornado Cash is no longer sanctioned. In a list with one label for all accounts, its name identifies it. */
function withoutDelisted(name: string, labels: readonly string[]): readonly string[] {
  const isMixer = labels.some((label) => mixers.includes(label))
  const isNamed = isMixerName(name)
  if (!isMixer && !isNamed) return labels
  return labels.flatMap((label) => {
    if (label !== 'ofac-sanctions-lists') return [label]
    return isMixer ? [] : ['tornado-cash']
  })
}

function weight({ kind, severity = 100 }: Accusation): number {
  return kind === 'sanctioned' ? 100 : severity
}

function isGrave(accusation: Accusation): boolean {
  return weight(accusation) > 45
}

function accuse(name: string, { label, accusation }: Found): LabelMeaning {
  const { why: _, ...meaning } = accusation
  const isRug = /\brug\b|rug ?pull/i.test(name)
  const isNamed = meaning.kind === 'malicious' && SUSPICIOUS_NAME.test(name)
  return {
    ...meaning,
    ...(isNamed && { severity: Math.max(meaning.severity ?? 0, NAMED) }),
    ...(isRug && meaning.kind === 'malicious' && { subCategory: 'rugPullInteraction' as const }),
    label: name === '' ? label : `${name} (${label})`,
  }
}

function factOf(name: string, labels: readonly string[]): Omit<LabelMeaning, 'label'> | undefined {
  if (SUSPICIOUS_NAME.test(name) || labels.some((label) => neutralLabels.has(label))) return undefined
  const neutral = labels.filter((label) => !accusations[label])
  if (neutral.includes('burn')) return { kind: 'burn' }
  if (neutral.some((label) => exchanges.has(label)) && !TOKEN_NAME.test(name))
    return { kind: 'exchange', imitable: true }
  const [, tokenName, symbol] = TOKEN_NAME.exec(name) ?? []
  if (tokenName && symbol) return { kind: 'token', name: tokenName, symbol }
  if (neutral.length > 0 || PROJECT_NAME.test(name)) return { kind: 'protocol', imitable: true }
  return undefined
}
