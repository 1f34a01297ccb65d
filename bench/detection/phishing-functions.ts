import * as Hash from 'ox/Hash'
import type { Made } from './generate.ts'
import type { Random } from './random.ts'
import { call, list, type Part, word } from './words.ts'

/** Shows the limit of the vocabulary; has no goal. */
export const NO_GOAL_NAMES = 'names of any two words'

/**
 * Published words in names of phishing functions (He et al., SIGMETRICS 2025): alone, in meaningful pairs, and in any
 * pairs.
 */
const published = [
  'airdrop',
  'claim',
  'mint',
  'reward',
  'gift',
  'bonus',
  'unlock',
  'connect',
  'verify',
  'swap',
  'enable',
  'confirm',
  'securityUpdate',
  'giveaway',
  'promotion',
  'earn',
  'secure',
  'free',
  'stake',
] as [string, ...string[]]
const sensible = [
  'claimToken',
  'claimTokens',
  'claimReward',
  'claimRewards',
  'claimBonus',
  'claimAirdrop',
  'claimNFT',
  'claimGift',
  'mintNFT',
  'mintToken',
  'freeMint',
  'freeClaim',
  'connectWallet',
  'verifyWallet',
  'unlockWallet',
  'unlockTokens',
  'swapTokens',
  'getReward',
  'getBonus',
  'getAirdrop',
  'airdropClaim',
  'secureWallet',
  'securityCheck',
  'stakeTokens',
  'confirmWallet',
  'enableTrading',
  'earnRewards',
  'receiveGift',
] as [string, ...string[]]
const nouns = ['Token', 'Tokens', 'Reward', 'Rewards', 'Bonus', 'Airdrop', 'NFT', 'Wallet', 'Gift', 'Free'] as const

/**
 * Names for kinds of scam pages (a lottery, a lost wallet, a presale, a bridge, a loyalty program), written before the
 * vocabulary of the rule. No word was added for them.
 */
const heldOut = [
  'claimAllocation',
  'claimVoucher',
  'claimDrop',
  'claimCashback',
  'claimRebate',
  'redeemVoucher',
  'redeemPoints',
  'collectPrize',
  'drawPrize',
  'luckyDraw',
  'spinWheel',
  'openBox',
  'openMysteryBox',
  'doubleReward',
  'freeDrop',
  'joinPresale',
  'joinWaitlist',
  'buyPresale',
  'buyTokens',
  'participateNow',
  'whitelistMint',
  'getWhitelist',
  'earlyAccess',
  'vipAccess',
  'mintPass',
  'mintNow',
  'startFarming',
  'harvestRewards',
  'boostYield',
  'activateBonus',
  'activateAccount',
  'activateNode',
  'unlockVault',
  'convertTokens',
  'bridgeTokens',
  'migrateTokens',
  'upgradeTokens',
  'linkWallet',
  'registerWallet',
  'restoreWallet',
  'rectifyWallet',
  'fixWallet',
  'recoverFunds',
  'protectFunds',
  'secureAssets',
  'syncAccount',
  'confirmIdentity',
  'verifyHuman',
  'checkEligibility',
  'cancelTransaction',
  'approveSecurity',
  'validateNode',
] as [string, ...string[]]

export const phishingName = (random: Random): Made => payable(random, cased(random, random.pick(published)))
export const phishingPair = (random: Random): Made => payable(random, cased(random, random.pick(sensible)))
export const heldOutName = (random: Random): Made => payable(random, cased(random, random.pick(heldOut)))
export const anyPair = (random: Random): Made =>
  payable(random, `${cased(random, random.pick(published))}${random.pick(nouns)}`)

type Parameters = readonly [types: string, parts: readonly Part[]]

/** One in eight has a proof, as in airdrops; the others have the published parameters. */
function payable(random: Random, name: string): Made {
  const few: Parameters = random.pick<Parameters>([
    ['', []],
    ['address', [word(random.address())]],
    ['uint256', [word(1 + random.below(100))]],
  ])
  const proof: Parameters = ['bytes32[]', [list(word(random.hex(32)), word(random.hex(32)))]]
  const [types, parts] = random.below(8) === 0 ? proof : few
  const selector = Hash.keccak256(new TextEncoder().encode(`${name}(${types})`), { as: 'Hex' }).slice(0, 10)
  const value = BigInt(random.below(10_000) + 1) * 10n ** 15n
  return { to: random.address(), value, data: call(selector, ...parts) }
}

function cased(random: Random, text: string): string {
  return random.below(2) === 0 ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
