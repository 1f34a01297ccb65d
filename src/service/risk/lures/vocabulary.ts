/**
 * The words that names of lures are made of, by what they are there for. Beside the 35 words published by He et al.
 * (SIGMETRICS 2025) and the payable-function and wallet-function classes of PTXPhish (NDSS 2025), they are the ways in
 * which a page can say the same: whatever may be given, done to get it, or put in order for a wallet. The order of the
 * words is that of the table of selectors: `scripts/lure-selectors.ts` writes it anew after every change.
 */
function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** What is promised for nothing. */
const presents = words(`
  airdrop airdrops airDrop drop drops reward rewards bonus bonuses gift gifts giveaway giveaways giveAway prize prizes
  voucher vouchers coupon coupons cashback rebate refund refunds compensation allocation dividend dividends profit
  profits earning earnings interest yield incentive incentives loot box lootBox mysteryBox chest jackpot lottery raffle
  promotion promo offer points grant payout payouts winnings funds share shares token tokens coin coins crypto NFT Nft
  NFTs Nfts ETH Eth Ether BNB Bnb USDT USDC BTC assets balance money cash credits whitelist allowlist mint freeMint pass
  badge ticket access spot stake staking swap unlock presale sale eligibility all now here free today
`)

/** The commonest of them, which stand with other words, too. */
const commonPresents = words(`
  airdrop airDrop drop reward rewards bonus gift gifts giveaway prize prizes token tokens coin coins crypto NFT Nft NFTs
  ETH Eth mint claim swap stake offer box promo voucher profit money sale access spin
`)

/** How one comes to a present. */
const taking = words(`
  claim get receive collect redeem unlock release harvest activate request accept obtain grab reveal open win
`)

/** What makes a present better. */
const praises = words(`
  free my your safe secure daily official special limited exclusive extra welcome public early instant lucky double new
  vip super mega
`)

/** What is sold to many at once, and how one takes part. */
const buying = words('mint buy purchase order reserve join enter start participate apply register get')
const sold = words(`
  token tokens coin coins crypto NFT Nft NFTs now here free presale sale privateSale publicSale whitelist allowlist
  waitlist event membership access pass spot slot offer program community
`)

/** What is said to make more out of what one has. */
const gaining = words(`
  earn mine farm stake restake invest boost double multiply start begin enable activate unlock trade swap exchange
  convert bridge migrate upgrade withdraw sell smart crypto auto
`)
const gained = words(`
  token tokens coin coins crypto NFT Nft NFTs assets funds now trade trading stake staking mine mining earn earning
  earnings farming swap profit profits reward rewards bonus yield income interest pool vault node bot position plan
  balance
`)

/** What is said to be wrong with a wallet, and how that is put right. */
const wallet = words('wallet wallets security')
const securing = words(`
  secure safeguard protect verify validate confirm authorize authenticate auth connect sync synchronize update upgrade
  migrate unlock enable restore rectify
`)
const securities = words(`
  update updates upgrade patch check verify verification validate validation confirm confirmation connect sync fix scan
  security protection login auth
`)

/** The same said of other things, which honest contracts do as well. */
const assuring = words(`
  secure safeguard protect verify validate confirm authorize authenticate approve check register activate enable unlock
  unfreeze unblock restore recover rectify fix resolve connect link import sync synchronize update upgrade migrate cancel
  revoke whitelist
`)
const assured = words(`
  wallet security account user identity ownership device assets funds token tokens balance transaction address network
  node holder human KYC eligibility access session
`)

/** Names of one word. Those of assurance are of honest contracts, too, unless they begin with a capital letter. */
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

export type Group = 'security' | 'assurance' | 'claim' | 'paid'

/** A name as its words, the first in lower case; the others begin with a capital letter. */
export type Name = readonly [first: string, ...others: string[]]

/** Every name with its group; of the groups that have it, the first. */
export function vocabulary(): ReadonlyMap<string, { readonly name: Name; readonly group: Group }> {
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
  add('paid', [...single.paid.map(one), ...pairs(['withdraw'], presents)])
  add('claim', [
    ...single.claim.map(one),
    ...pairs(taking, presents),
    ...pairs(commonPresents, words('claim drop unlock redeem collect')),
    ...pairs(praises, commonPresents),
    ...pairs(words('claim get receive'), words('my your free')).flatMap((start) =>
      commonPresents.map((present): Name => [...start, capital(present)]),
    ),
  ])
  add('assurance', single.assurance.map(one))
  add('paid', [
    ...pairs(buying, sold),
    ...pairs(gaining, gained),
    ...pairs(commonPresents, words('mint sale swap stake')),
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

/** An acronym becomes small as a whole. */
function small(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1)
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
