import * as Hash from 'ox/Hash'
import type { Made } from './generate.ts'
import type { Random } from './random.ts'
import { call, list, type Part, word } from './words.ts'

/** Only to show where the vocabulary ends: no goal holds for them. */
export const UNREAL_LURES = 'lures of any pair of words'

/**
 * Words in names of phishing functions, as published (He et al., SIGMETRICS 2025), that promise or demand something;
 * alone, in the pairs that make sense, and in any pairs, as nobody but a machine would name a function.
 */
const published = [
  ...['airdrop', 'claim', 'mint', 'reward', 'gift', 'bonus', 'unlock', 'connect', 'verify', 'swap', 'enable'],
  ...['confirm', 'securityUpdate', 'giveaway', 'promotion', 'earn', 'secure', 'free', 'stake'],
] as [string, ...string[]]
const sensible = [
  ...['claimToken', 'claimTokens', 'claimReward', 'claimRewards', 'claimBonus', 'claimAirdrop', 'claimNFT'],
  ...['claimGift', 'mintNFT', 'mintToken', 'freeMint', 'freeClaim', 'connectWallet', 'verifyWallet', 'unlockWallet'],
  ...['unlockTokens', 'swapTokens', 'getReward', 'getBonus', 'getAirdrop', 'airdropClaim', 'secureWallet'],
  ...['securityCheck', 'stakeTokens', 'confirmWallet', 'enableTrading', 'earnRewards', 'receiveGift'],
] as [string, ...string[]]
const nouns = ['Token', 'Tokens', 'Reward', 'Rewards', 'Bonus', 'Airdrop', 'NFT', 'Wallet', 'Gift', 'Free'] as const

/**
 * What a page may have its visitors sign, thought of page by page (a lottery, a lost wallet, a presale, a bridge, a loyalty
 * programme) and written before the vocabulary of the rule, to which no word was added for them.
 */
const heldOut = [
  ...['claimAllocation', 'claimVoucher', 'claimDrop', 'claimCashback', 'claimRebate', 'redeemVoucher', 'redeemPoints'],
  ...['collectPrize', 'drawPrize', 'luckyDraw', 'spinWheel', 'openBox', 'openMysteryBox', 'doubleReward', 'freeDrop'],
  ...['joinPresale', 'joinWaitlist', 'buyPresale', 'buyTokens', 'participateNow', 'whitelistMint', 'getWhitelist'],
  ...['earlyAccess', 'vipAccess', 'mintPass', 'mintNow', 'startFarming', 'harvestRewards', 'boostYield'],
  ...['activateBonus', 'activateAccount', 'activateNode', 'unlockVault', 'convertTokens', 'bridgeTokens'],
  ...['migrateTokens', 'upgradeTokens', 'linkWallet', 'registerWallet', 'restoreWallet', 'rectifyWallet', 'fixWallet'],
  ...['recoverFunds', 'protectFunds', 'secureAssets', 'syncAccount', 'confirmIdentity', 'verifyHuman'],
  ...['checkEligibility', 'cancelTransaction', 'approveSecurity', 'validateNode'],
] as [string, ...string[]]

export const lure = (random: Random): Made => payable(random, cased(random, random.pick(published)))
export const lureOfSensiblePair = (random: Random): Made => payable(random, cased(random, random.pick(sensible)))
export const lureOfHeldOutPair = (random: Random): Made => payable(random, cased(random, random.pick(heldOut)))
export const lureOfAnyPair = (random: Random): Made =>
  payable(random, `${cased(random, random.pick(published))}${random.pick(nouns)}`)

type Parameters = readonly [types: string, parts: readonly Part[]]

/** Of the parameters one in eight is a proof, as drops have it; the others are what was published. */
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
