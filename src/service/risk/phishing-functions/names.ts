import { words } from '../function-names/names.ts'

/**
 * Vocabulary of the function names of phishing contracts: the 35 words of He et al. (SIGMETRICS 2025), the
 * payable-function and wallet-function classes of PTXPhish (NDSS 2025), and synonyms. The order of the words is the
 * order of the selector table: run `npx tsx scripts/function-selectors.ts` after every change.
 */

/** What a page promises for free. */
const promised = words(`
  airdrop airdrops airDrop drop drops reward rewards bonus bonuses gift gifts giveaway giveaways giveAway prize prizes
  voucher vouchers coupon coupons cashback rebate refund refunds compensation allocation dividend dividends profit
  profits earning earnings interest yield incentive incentives loot box lootBox mysteryBox chest jackpot lottery raffle
  promotion promo offer points grant payout payouts winnings funds share shares token tokens coin coins crypto NFT Nft
  NFTs Nfts ETH Eth Ether BNB Bnb USDT USDC BTC assets balance money cash credits whitelist allowlist mint freeMint pass
  badge ticket access spot stake staking swap unlock presale sale eligibility all now here free today
`)

/** The most common ones; also combined with other words. */
const commonPromised = words(`
  airdrop airDrop drop reward rewards bonus gift gifts giveaway prize prizes token tokens coin coins crypto NFT Nft NFTs
  ETH Eth mint claim swap stake offer box promo voucher profit money sale access spin
`)

/** Verbs before a promised thing. */
const taking = words(`
  claim get receive collect redeem unlock release harvest activate request accept obtain grab reveal open win
`)

/** Adjectives before a promised thing. */
const praises = words(`
  free my your safe secure daily official special limited exclusive extra welcome public early instant lucky double new
  vip super mega
`)

/** Sales, and verbs to take part. */
const buying = words('mint buy purchase order reserve join enter start participate apply register get')
const sold = words(`
  token tokens coin coins crypto NFT Nft NFTs now here free presale sale privateSale publicSale whitelist allowlist
  waitlist event membership access pass spot slot offer program community
`)

/** Ways to earn with own assets. */
const gaining = words(`
  earn mine farm stake restake invest boost double multiply start begin enable activate unlock trade swap exchange
  convert bridge migrate upgrade withdraw sell smart crypto auto
`)
const gained = words(`
  token tokens coin coins crypto NFT Nft NFTs assets funds now trade trading stake staking mine mining earn earning
  earnings farming swap profit profits reward rewards bonus yield income interest pool vault node bot position plan
  balance
`)

/** Alleged problems of a wallet, and their fixes. */
const wallet = words('wallet wallets security')
const securing = words(`
  secure safeguard protect verify validate confirm authorize authenticate auth connect sync synchronize update upgrade
  migrate unlock enable restore rectify
`)
const securities = words(`
  update updates upgrade patch check verify verification validate validation confirm confirmation connect sync fix scan
  security protection login auth
`)

/** The same for other things; honest contracts use these names too. */
const assuring = words(`
  secure safeguard protect verify validate confirm authorize authenticate approve check register activate enable unlock
  unfreeze unblock restore recover rectify fix resolve connect link import sync synchronize update upgrade migrate cancel
  revoke whitelist
`)
const assured = words(`
  wallet security account user identity ownership device assets funds token tokens balance transaction address network
  node holder human KYC eligibility access session
`)

/** Names of one word. Honest contracts use the assurance names too, but not capitalized. */
const single = {
  security: words('connect secure login signIn safeguard safeGuard'),
  assurance: words('verify validate confirm authorize auth enable protect activate register update upgrade'),
  claim: words(`
    claim airdrop airDrop airdrops reward rewards bonus gift gifts giveaway giveAway prize promotion promo free freebie
    drop cashback voucher
  `),
  paid: words(`
    mint presale preSale mining earn profit unlock swap exchange trade offer stake staking crypto token tokens nft
    official smart eth trading start getReward getRewards redeem harvest participate join buy buyNow invest boost lottery
    raffle spin merge migrate
  `),
}

type Group = 'security' | 'assurance' | 'claim' | 'paid'

/** The words of a name: the first in lower case, the others capitalized. */
type Name = readonly [first: string, ...others: string[]]

/** Every name with the first group that has it. */
function phishingNames(): ReadonlyMap<string, { readonly name: Name; readonly group: Group }> {
  const found = new Map<string, { readonly name: Name; readonly group: Group }>()
  const add = (group: Group, names: readonly Name[]) => {
    for (const name of names) {
      const text = name.join('')
      if (!found.has(text)) found.set(text, { name, group })
    }
  }
  add('security', [
    ...pairs(securing, wallet),
    ...pairs(wallet, securities),
    ...pairs(['network'], words('merge update upgrade sync')),
    ...single.security.map(one),
  ])
  add('paid', [...single.paid.map(one), ...pairs(['withdraw'], promised)])
  add('claim', [
    ...single.claim.map(one),
    ...pairs(taking, promised),
    ...pairs(commonPromised, words('claim drop unlock redeem collect')),
    ...pairs(praises, commonPromised),
    ...pairs(words('claim get receive'), words('my your free')).flatMap((start) =>
      commonPromised.map((promise): Name => [...start, capital(promise)]),
    ),
  ])
  add('assurance', single.assurance.map(one))
  add('paid', [
    ...pairs(buying, sold),
    ...pairs(gaining, gained),
    ...pairs(commonPromised, words('mint sale swap stake')),
    ...pairs(assuring, assured),
  ])
  return found
}

function pairs(firsts: readonly string[], seconds: readonly string[]): Name[] {
  return firsts.flatMap((first) =>
    seconds
      .filter((second) => second.toLowerCase() !== first.toLowerCase())
      .map((second): Name => [small(first), capital(second)]),
  )
}

function one(word: string): Name {
  return [word]
}

/** Lower-cases a whole acronym. */
function small(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1)
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** What the name pretends to do. */
type Pretext = 'security' | 'claim' | 'paid'

export interface PhishingFunction {
  readonly pretext: Pretext
  /** Canonical signature: `claim(address)`. */
  readonly signature: string
}

/** 4 or 36 bytes of call data, as in nearly all published cases. */
const short = ['()', '(address)', '(uint256)', '(bytes32)']
/** As in honest airdrops. */
const long = ['(bytes32[])', '(uint256,bytes32[])', '(address,uint256)']

/** claimReward, ClaimReward, claimreward, claim_reward, Claimreward, CLAIMREWARD. */
const writings: readonly (readonly [write: (name: Name) => string, shapes: readonly string[]])[] = [
  [(name) => name.join(''), [...short, ...long]],
  [(name) => capital(name.join('')), [...short, ...long]],
  [(name) => name.join('').toLowerCase(), ['()']],
  [(name) => name.join('_').toLowerCase(), ['()']],
  [(name) => capital(name.join('').toLowerCase()), ['()']],
  [(name) => name.join('').toUpperCase(), ['()']],
]

const forms = writings.flatMap(([write, shapes]) => shapes.map((shape) => (name: Name) => write(name) + shape))

/** All signatures in the order of the selector table; some repeat. */
export function phishingSignatures(): string[] {
  return Array.from(phishingNames().values(), ({ name }) => forms.map((form) => form(name))).flat()
}

let entries: readonly { readonly name: Name; readonly group: Group }[] | undefined

/** The function at an index of that order. */
export function phishingFunctionAt(index: number): PhishingFunction | undefined {
  entries ??= [...phishingNames().values()]
  const entry = entries[Math.floor(index / forms.length)]
  const form = forms[index % forms.length]
  if (!entry || !form) return undefined
  const signature = form(entry.name)
  return { pretext: pretextOf(entry.group, signature), signature }
}

/** Solidity names start in lower case: Verify() is meant to be read on a confirmation screen. */
function pretextOf(group: Group, signature: string): Pretext {
  if (group !== 'assurance') return group
  return /^[A-Z]/.test(signature) ? 'security' : 'paid'
}
