import { checksummed } from '../../../api/address.ts'
import { decimalText } from '../../../api/text/amounts.ts'
import {
  type AssetShown,
  amountText,
  itemText,
  MAX_DECIMALS,
  NATIVE_DECIMALS,
  nativeText,
  tokenShown,
  unlimitedText,
} from '../../../api/text/assets.ts'
import { symbolText } from '../../../api/text/symbols.ts'
import { magnitude } from '../../../shared/magnitude.ts'
import { isUnlimited } from '../../evm/allowance.ts'
import type { AssetId } from '../../evm/asset.ts'
import type { BalanceChange } from '../../evm/holdings.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { Analysis } from '../analyze.ts'
import { hasEnded, type LoweredApproval, type SimulatedApproval, type SimulationEvidence } from '../chain/simulation.ts'
import type { EvidenceSet } from '../evidence.ts'
import { keepersIn } from './keepers.ts'
import { namesFrom, plain } from './names.ts'
import { recipientsIn } from './recipients.ts'
import { comparable } from './weight.ts'
import { listText, type Words, wordsFor } from './words.ts'

/** Assets of one owner that a sentence names in one direction, and spenders; more are counted. */
const MOST = 3

interface Wording {
  readonly words: Words
  readonly evidence: EvidenceSet
  /** Lower case, the largest first. */
  recipientsOf(change: BalanceChange): readonly string[]
}

/**
 * What a simulated transaction does, in one sentence without a period; undefined when it was not simulated. Addresses are
 * whole, with an EIP-55 checksum. What a token calls itself stands beside its address only.
 */
export function simulationSentence(analysis: Analysis, evidence: EvidenceSet): string | undefined {
  const { simulation } = evidence.chain ?? {}
  if (simulation === undefined || simulation.status === 'unavailable') return undefined
  if (simulation.status === 'reverted' && evidence.executed) return 'It failed and moved nothing'
  if (simulation.status === 'reverted')
    return `It fails at this block${simulation.reason === undefined ? '' : `: ${simulation.reason}`}; its effects are not known`
  const words = wordsFor(analysis, namesFrom(evidence, analysis.transaction.chainId))
  const wording = { words, evidence, recipientsOf: recipientsIn(analysis, simulation.trace ?? evidence.trace) }
  const balances = balanceClauses(simulation, wording)
  const rights = [...approvalClauses(simulation.approvals, wording), ...loweredClauses(simulation.lowered, wording)]
  const text = [
    ...(balances.length + rights.length === 0 ? ['no balance of yours changes'] : balances),
    ...keeperClauses(analysis, balances.join(), wording),
    ...rights,
  ].join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${simulation.isMeasured ? '' : ', by its events'}`
}

/** "you send 5 ETH to 0x…; you receive nothing", the sender first. */
function balanceClauses({ changes }: SimulationEvidence, wording: Wording): string[] {
  const { words } = wording
  const isSender = (owner: string) => owner === words.sender
  const owners = Array.from(Map.groupBy(changes, ({ owner }) => owner))
  return owners
    .sort(([a], [b]) => Number(isSender(b)) - Number(isSender(a)))
    .flatMap(([owner, own]) => {
      const [who, sends, receives] = isSender(owner)
        ? ['you', 'send', 'receive']
        : [words.party(owner), 'sends', 'receives']
      const out = own.filter(({ amount }) => amount < 0n)
      const incoming = own.filter(({ amount }) => amount > 0n)
      return [
        ...(out.length > 0 ? [`${who} ${sends} ${firstOf(out, wording, (change) => sentText(change, wording))}`] : []),
        `${who} ${receives} ${incoming.length > 0 ? firstOf(incoming, wording, (change) => changeText(change, wording)) : 'nothing'}`,
      ]
    })
}

/** "0x… (unknown) keeps 5 ETH": what nothing vouches for gets from others, unless it is said before. */
function keeperClauses(analysis: Analysis, said: string, wording: Wording): string[] {
  const { words, evidence } = wording
  const kept = keepersIn(analysis, evidence, (asset) => rankOf(asset, wording) === 0)
  const news = Array.from(kept).filter(
    ([address]) => words.standingOf(address) !== 'trusted' && !said.includes(checksummed(address)),
  )
  return firstClauses(
    news,
    ([address, amounts]) =>
      `${words.beneficiary(address, 'recipient')} keeps ${firstTexts(amounts, (amount) => changeText(amount, wording))}`,
    'something',
  )
}

function sentText(change: BalanceChange, wording: Wording): string {
  const [first, ...more] = wording.recipientsOf(change).filter((address) => !isZeroAddress(address))
  if (first === undefined) return changeText(change, wording)
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `${changeText(change, wording)} to ${wording.words.beneficiary(first, 'recipient')}${others}`
}

function firstOf(changes: readonly BalanceChange[], wording: Wording, text: (change: BalanceChange) => string): string {
  const sorted = changes
    .map((change) => ({
      change,
      rank: rankOf(change, wording),
      units: comparable(magnitude(change.amount), decimalsOf(change, wording)),
    }))
    .sort((a, b) => a.rank - b.rank || (a.units === b.units ? 0 : b.units > a.units ? 1 : -1))
  const shown = sorted.slice(0, MOST).map(({ change }) => text(change))
  const more = sorted.length - shown.length
  return listText(more > 0 ? [...shown, `${more} more`] : shown)
}

/** Verified assets, items, then what only calls itself something. */
function rankOf({ standard, token }: AssetId, { words }: Wording): number {
  if (standard === 'native' || words.tokenOf(token) !== undefined) return 0
  return standard === 'erc20' ? 2 : 1
}

/** Of a verified token what its list says; otherwise what it says itself. */
function decimalsOf({ standard, token }: AssetId, { words, evidence }: Wording): number | undefined {
  if (standard === 'native') return NATIVE_DECIMALS
  const own = evidence.accountOf(token)?.token?.decimals
  return words.tokenOf(token)?.decimals ?? (own !== undefined && own <= MAX_DECIMALS ? own : undefined)
}

/** "250,000 USDC", "1,000 of 0x… (calls itself USDQ)", "item 7 of 0x…". */
function changeText({ amount, ...asset }: AssetId & { readonly amount: bigint }, wording: Wording): string {
  const size = magnitude(amount)
  const { standard, id } = asset
  if (standard === 'native') return nativeText(size, wording.words.currency)
  const shown = shownAs(asset, wording)
  return standard !== 'erc20' && id !== undefined ? itemText(id, size, shown.name) : amountText(size, shown)
}

function shownAs(asset: AssetId, wording: Wording): AssetShown {
  const { words, evidence } = wording
  const { token } = asset
  const verified = words.tokenOf(token)
  const { symbol, name } = evidence.accountOf(token)?.token ?? {}
  const own = plain(symbol ?? name ?? '')
  return tokenShown(checksummed(token), {
    symbol: verified?.symbol ?? (own && symbolText(own)),
    verified: verified !== undefined,
    decimals: decimalsOf(asset, wording),
  })
}

/** "0x… may afterwards spend unlimited WETH", by spender and owner. */
function approvalClauses(approvals: readonly SimulatedApproval[], wording: Wording): string[] {
  const groups = bySpender(approvals)
    .map((given) => ({ given, rank: Math.min(...given.map((approval) => dangerRank(approval, wording))) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ given }) => given)
  return firstClauses(groups, (given) => spenderText(given, wording), 'an allowance')
}

/** "0x… may afterwards spend up to 100 USDC (unlimited before)", "0x… may no longer spend your USDC". */
function loweredClauses(lowered: readonly LoweredApproval[], wording: Wording): string[] {
  const standing = bySpender(lowered.filter((approval) => !hasEnded(approval)))
  const ended = bySpender(lowered.filter(hasEnded))
  return [
    ...firstClauses(standing, (given) => spenderText(given, wording), 'a lower allowance'),
    ...firstClauses(ended, (given) => endedText(given, wording), 'no allowance any more'),
  ]
}

function bySpender<T extends SimulatedApproval>(approvals: readonly T[]): T[][] {
  return Array.from(Map.groupBy(approvals, ({ spender, owner }) => `${spender} ${owner}`).values())
}

/** @param what the addresses that are only counted get */
function firstClauses<T>(groups: readonly T[], text: (group: T) => string, what: string): string[] {
  const more = groups.length - MOST
  const shown = groups.slice(0, MOST).map(text)
  return more > 0 ? [...shown, `${more} more ${more === 1 ? 'address gets' : 'addresses get'} ${what}`] : shown
}

/** @param given of one spender and owner */
function spenderText(given: readonly (SimulatedApproval | LoweredApproval)[], wording: Wording): string {
  const { words } = wording
  const [{ spender, owner } = { spender: '', owner: '' }] = given
  const isSender = owner === words.sender
  const assets = firstTexts(given, (approval) => approvalText(approval, wording))
  const verb = given.some(({ standard }) => standard === 'erc20') ? 'spend' : 'take'
  const whose = isSender ? '' : ` of ${words.party(owner)}`
  return `${words.beneficiary(spender, 'spender')} may afterwards ${verb} ${assets}${whose}`
}

function endedText(ended: readonly LoweredApproval[], wording: Wording): string {
  const { words } = wording
  const [{ spender, owner } = { spender: '', owner: '' }] = ended
  const isSender = owner === words.sender
  const assets = firstTexts(ended, (approval) => {
    const { standard, id, kind } = approval
    const { name } = shownAs(approval, wording)
    if (standard !== 'erc20') return id === undefined ? `items of ${name}` : itemText(id, 1n, name)
    return `${isSender ? 'your ' : ''}${name}${kind === 'permit2' ? ' through Permit2' : ''}`
  })
  const verb = ended.some(({ standard }) => standard === 'erc20') ? 'spend' : 'take'
  const whose = isSender ? '' : ` of ${words.party(owner)}`
  return `${words.beneficiary(spender, 'revoked')} may no longer ${verb} ${assets}${whose}`
}

function firstTexts<T>(items: readonly T[], text: (item: T) => string): string {
  const texts = items.slice(0, MOST).map(text)
  const more = items.length - texts.length
  return listText(more > 0 ? [...texts, `${more} more`] : texts)
}

function approvalText(approval: SimulatedApproval | LoweredApproval, wording: Wording): string {
  const { standard, id, amount, kind, takes } = approval
  const shown = shownAs(approval, wording)
  const { name } = shown
  if (standard !== 'erc20') return id === undefined ? `every item of ${name}` : itemText(id, 1n, name)
  const isAll = amount === undefined || isUnlimited(amount)
  const what = isAll ? unlimitedText(shown) : `up to ${changeText({ ...approval, amount }, wording)}`
  const now = takes && takes > 0n ? ` (could take ${changeText({ ...approval, amount: takes }, wording)} now)` : ''
  const was =
    'before' in approval && approval.before !== undefined
      ? ` (${sizeText(approval.before, approval, wording)} before)`
      : ''
  return `${what}${kind === 'permit2' ? ' through Permit2' : ''}${now}${was}`
}

/** "unlimited", "1,000": without the name of the token. */
function sizeText(size: bigint, asset: AssetId, wording: Wording): string {
  if (isUnlimited(size)) return 'unlimited'
  return decimalText(size, decimalsOf(asset, wording) ?? 0)
}

function dangerRank({ spender, amount, standard }: SimulatedApproval, { words }: Wording): number {
  if (words.standingOf(spender) === 'flagged') return 0
  return isUnlimited(amount) || standard !== 'erc20' ? 1 : 2
}
