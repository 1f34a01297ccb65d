import type { FeedRecord } from './format.ts'

/** What a label or a name of Etherscan and its sister sites says of an address, without where it is. */
export type Meaning = Pick<FeedRecord, 'kind' | 'subCategory' | 'severity' | 'label' | 'symbol' | 'name' | 'imitable'>

interface Accusation extends Pick<FeedRecord, 'kind' | 'subCategory' | 'severity'> {
  readonly why: string
}

/**
 * Labels that accuse. Severity by how often the label is right and how bad it is then: from 80 on it stands against a
 * mere name tag, below it does not.
 */
const accusations: Readonly<Record<string, Accusation>> = {
  'phish-hack': {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 90,
    why: 'Etherscan looks into reports before it gives the label; Forta found few of them wrong.',
  },
  exploit: {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 90,
    why: 'Attackers of protocols, from incidents that were looked into.',
  },
  heist: {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 85,
    why: 'Where stolen funds went; now and then a contract of the victim is among them.',
  },
  compromised: {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 85,
    why: 'Somebody else holds the keys now.',
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
    why: 'Tokens that are sent around to lead people to a phishing page.',
  },
  'high-risk': {
    kind: 'malicious',
    subCategory: 'financialScamInteraction',
    severity: 60,
    why: 'Schemes that lose money by design, without a thief: a warning.',
  },
  'flagged-by-sec': {
    kind: 'malicious',
    subCategory: 'financialScamInteraction',
    severity: 60,
    why: 'Sales that a court called fraud, of tokens that still exist: a warning.',
  },
  'bancor-contract-vulnerability': {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 80,
    why: 'Whoever has granted it an allowance can be robbed by anybody.',
  },
  blocked: {
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: 45,
    why: 'Frozen by the issuer of a stablecoin. Thieves, and also token contracts that people sent coins to by mistake: CRV, YFI, GHST, FARM.',
  },
  'tornado-cash': { kind: 'mixer', severity: 80, why: 'Pools, routers and helpers of the mixer.' },
  'typhoon-cash': { kind: 'mixer', severity: 80, why: 'Pools, routers and helpers of the mixer.' },
  'typhoon-network': { kind: 'mixer', severity: 80, why: 'Pools, routers and helpers of the mixer.' },
  'ethereum-mixer': { kind: 'mixer', severity: 80, why: 'A mixer.' },
  'ofac-sanctions-lists': {
    kind: 'sanctioned',
    why: 'A copy of the OFAC list. Not heard of Tornado Cash, which OFAC took off the list on 2025-03-21.',
  },
}

const mixers = Object.keys(accusations).filter((label) => accusations[label]?.kind === 'mixer')

/**
 * Labels that name somebody without vouching for them: users, bots, deployers, wallets of funds and founders, victims
 * of a hack who should act.
 */
const silent: ReadonlySet<string> = new Set([
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

/** A name that accuses by itself: no fact is made of it, and a weak label becomes a strong one. "Hack Alert" is said of victims. */
const SUSPICIOUS_NAME = /\b(?:exploiter|hacker|attacker|drainer|scam|fake[\s_:]|phish|rug ?pull|poor_rep)/i

const NAMED = 85

/** "Curve.fi: CRV Token", "Chainlink (LINK)": the name tag of a project. */
const PROJECT_NAME = /^[^:]+: \S/
const TOKEN_NAME = /^(.*\S)\s*\(([^()]+)\)$/

/**
 * What the name tag and the labels of an address come to: at most one accusation, the strongest, and one fact.
 * Nothing when they say nothing of risk.
 */
export function meaningsOf(name: string, labels: readonly string[]): Meaning[] {
  const accusation = strongest(name, labels)
  const fact = accusation && isGrave(accusation.accusation) ? undefined : factOf(name, labels)
  return [
    ...(accusation ? [accuse(name, accusation)] : []),
    ...(fact ? [{ ...fact, label: name || labels.join(', ') }] : []),
  ]
}

/** "Tornado.Cash: 0.1 ETH": for lists that give a mixer no other label than its name. */
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

/** Tornado Cash is no sanction any more. A list of accounts has one label for all: there the name tells. */
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

function accuse(name: string, { label, accusation }: Found): Meaning {
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

function factOf(name: string, labels: readonly string[]): Omit<Meaning, 'label'> | undefined {
  if (SUSPICIOUS_NAME.test(name) || labels.some((label) => silent.has(label))) return undefined
  const telling = labels.filter((label) => !accusations[label])
  if (telling.includes('burn')) return { kind: 'burn' }
  if (telling.some((label) => exchanges.has(label)) && !TOKEN_NAME.test(name))
    return { kind: 'exchange', imitable: true }
  const [, tokenName, symbol] = TOKEN_NAME.exec(name) ?? []
  if (tokenName && symbol) return { kind: 'token', name: tokenName, symbol }
  if (telling.length > 0 || PROJECT_NAME.test(name)) return { kind: 'protocol', imitable: true }
  return undefined
}
