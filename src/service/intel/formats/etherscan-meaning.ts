import type { FeedRecord } from './format.ts'

/** What a label or a name of Etherscan and related explorers says about an address. */
export type LabelMeaning = Pick<
  FeedRecord,
  'kind' | 'subCategory' | 'severity' | 'label' | 'symbol' | 'name' | 'imitable'
>

type Accusation = Pick<FeedRecord, 'kind' | 'subCategory' | 'severity'>

/**
 * Labels of threats. Severity combines how reliable the label is and how much harm it means: from 80 on it overrides a
 * name tag.
 */
const accusations: Readonly<Record<string, Accusation>> = {
  // Etherscan checks reports before it assigns the label; Forta found few errors.
  'phish-hack': malicious(90),
  // Attackers of protocols, from investigated incidents.
  exploit: malicious(90),
  // Receivers of stolen funds; sometimes includes a contract of the victim.
  heist: malicious(85),
  // An attacker has the keys.
  compromised: malicious(85),
  // As phish-hack.
  scam: scam(90),
  // Early investors are paid by later ones.
  ponzi: scam(80),
  // Tokens sent to many accounts to advertise a phishing page.
  'spam-token': scam(80),
  // Schemes that lose money by design, not by theft: a warning.
  'high-risk': scam(60),
  // Token sales ruled fraudulent by a court; the tokens still exist: a warning.
  'flagged-by-sec': scam(60),
  // Anyone can take the tokens of accounts that granted it an allowance.
  'bancor-contract-vulnerability': malicious(80),
  // Frozen by a stablecoin issuer: attackers, but for token contracts that received coins by mistake (CRV, YFI, GHST, FARM).
  blocked: malicious(45),
  // Pools, routers and helpers of the mixer.
  'tornado-cash': { kind: 'mixer', severity: 80 },
  'typhoon-cash': { kind: 'mixer', severity: 80 },
  'typhoon-network': { kind: 'mixer', severity: 80 },
  // A mixer.
  'ethereum-mixer': { kind: 'mixer', severity: 80 },
  // A copy of the OFAC list. Ignored for Tornado Cash, which OFAC delisted on 2025-03-21.
  'ofac-sanctions-lists': { kind: 'sanctioned' },
}

function malicious(severity: number): Accusation {
  return { kind: 'malicious', subCategory: 'maliciousInteraction', severity }
}

function scam(severity: number): Accusation {
  return { kind: 'malicious', subCategory: 'financialScamInteraction', severity }
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

function accuse(name: string, { label, accusation: meaning }: Found): LabelMeaning {
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
