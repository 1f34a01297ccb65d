import { checksummed } from '../../../api/address.ts'
import { counted, decimalText } from '../../../api/text/amounts.ts'
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
import { magnitude } from '../../../shared/bigints.ts'
import { isUnlimited } from '../../evm/allowance.ts'
import { type AssetId, nativeAssetId, ownedKey } from '../../evm/asset.ts'
import type { AssetAmount, BalanceChange } from '../../evm/holdings.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { Analysis } from '../analyze.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import { callsOut } from '../chain/read-observation.ts'
import { hasEnded, type LoweredApproval, type SimulatedApproval, type SimulationEvidence } from '../chain/simulation.ts'
import type { EvidenceSet } from '../evidence.ts'
import { units, worthIn } from '../money/worth.ts'
import { liveFrames } from '../trace/live-frames.ts'
import { movementsOf } from '../trace/movements.ts'
import type { Trace } from '../trace/trace.ts'
import { plain } from './names.ts'
import { comparable } from './weight.ts'
import { firstTexts, type Words } from './words.ts'

/** Less of all that anyone gets of an asset is a fee (per cent). */
const FEE = 1n
/** What gave so much of the worth that it got is a party of a trade, such as a pool (per cent). Rough prices are off by eight at most. */
const TRADED = { usd: 90n, native: 90n, 'usd-rough': 12n } as const

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
export function simulationSentence(analysis: Analysis, evidence: EvidenceSet, words: Words): string | undefined {
  const { simulation } = evidence.chain ?? {}
  if (simulation === undefined || simulation.status === 'unavailable') return undefined
  if (simulation.status === 'reverted' && evidence.executed) return 'It failed and moved nothing'
  if (simulation.status === 'reverted')
    return `It fails at this block${simulation.reason === undefined ? '' : `: ${simulation.reason}`}; its effects are not known`
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
    ([address]) => words.codeAgeOf(address) !== 'trusted' && !said.includes(checksummed(address)),
  )
  return firstClauses(
    news,
    ([address, amounts]) =>
      `${words.beneficiary(address, 'recipient')} keeps ${firstTexts(amounts, MOST, (amount) => changeText(amount, wording))}`,
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
  return firstTexts(sorted, MOST, ({ change }) => text(change))
}

/** Verified assets, items, then what only calls itself something. */
function rankOf({ standard, token }: AssetId, { words }: Wording): number {
  if (standard === 'native' || words.tokenOf(token) !== undefined) return 0
  return standard === 'erc20' ? 2 : 1
}

/** Returns what its list says about a verified token; otherwise what the token says itself. */
function decimalsOf({ standard, token }: AssetId, { words, evidence }: Wording): number | undefined {
  if (standard === 'native') return words.native?.decimals ?? NATIVE_DECIMALS
  const own = evidence.accountOf(token)?.token?.decimals
  return words.tokenOf(token)?.decimals ?? (own !== undefined && own <= MAX_DECIMALS ? own : undefined)
}

/** "250,000 USDC", "1,000 of 0x… (calls itself USDQ)", "item 7 of 0x…". */
function changeText({ amount, ...asset }: AssetId & { readonly amount: bigint }, wording: Wording): string {
  const size = magnitude(amount)
  const { standard, id } = asset
  if (standard === 'native') return nativeText(size, wording.words.native)
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
  return more > 0 ? [...shown, `${counted(more, 'more address gets', 'more addresses get')} ${what}`] : shown
}

/** @param given of one spender and owner */
function spenderText(given: readonly (SimulatedApproval | LoweredApproval)[], wording: Wording): string {
  const { words } = wording
  const [{ spender, owner } = { spender: '', owner: '' }] = given
  const isSender = owner === words.sender
  const assets = firstTexts(given, MOST, (approval) => approvalText(approval, wording))
  const verb = given.some(({ standard }) => standard === 'erc20') ? 'spend' : 'take'
  const whose = isSender ? '' : ` of ${words.party(owner)}`
  return `${words.beneficiary(spender, 'spender')} may afterwards ${verb} ${assets}${whose}`
}

function endedText(ended: readonly LoweredApproval[], wording: Wording): string {
  const { words } = wording
  const [{ spender, owner } = { spender: '', owner: '' }] = ended
  const isSender = owner === words.sender
  const assets = firstTexts(ended, MOST, (approval) => {
    const { standard, id, kind } = approval
    const { name } = shownAs(approval, wording)
    if (standard !== 'erc20') return id === undefined ? `items of ${name}` : itemText(id, 1n, name)
    return `${isSender ? 'your ' : ''}${name}${kind === 'permit2' ? ' through Permit2' : ''}`
  })
  const verb = ended.some(({ standard }) => standard === 'erc20') ? 'spend' : 'take'
  const whose = isSender ? '' : ` of ${words.party(owner)}`
  return `${words.beneficiary(spender, 'revoked')} may no longer ${verb} ${assets}${whose}`
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
  if (words.codeAgeOf(spender) === 'flagged') return 0
  return isUnlimited(amount) || standard !== 'erc20' ? 1 : 2
}

/**
 * What addresses have more of afterwards that are neither own nor called by an own account: what a contract pays to others is no
 * change of an own balance. Of assets that count, because events of others claim anything.
 */
function keepersIn(
  analysis: Analysis,
  evidence: EvidenceSet,
  counts: (asset: AssetAmount) => boolean,
): ReadonlyMap<string, readonly AssetAmount[]> {
  const { changes, own } = analysis
  if (changes === undefined) return new Map()
  const all = changes.ofAnyone()
  const called = new Set(callsOut(analysis).flatMap(({ to, inTrace }) => (inTrace ? [] : to)))
  const total = (token: string) =>
    all.reduce((sum, each) => (each.token === token && each.amount > 0n ? sum + each.amount : sum), 0n)
  const isKept = ({ owner, token, amount }: BalanceChange) =>
    amount > 0n && !own.has(owner) && !called.has(owner) && !isZeroAddress(owner) && 100n * amount >= FEE * total(token)
  const byOwner = Map.groupBy(all, ({ owner }) => owner)
  const known = { evidence, chainId: analysis.transaction.chainId }
  return Map.groupBy(
    all.filter((change) => counts(change) && isKept(change) && !isTrade(byOwner.get(change.owner) ?? [], known)),
    ({ owner }) => owner,
  )
}

/** It gave as much. Where the worth of a side is not known, that it gave anything, and was there days ago. */
function isTrade(changes: readonly BalanceChange[], by: Parameters<typeof worthIn>[2]): boolean {
  const given = changes.filter(({ amount }) => amount < 0n)
  if (given.length === 0) return false
  for (const unit of [...units, 'usd-rough'] as const) {
    const worths = changes.map((change) => worthIn(unit, change, by))
    const sum = (isWanted: (worth: bigint) => boolean) =>
      worths.reduce<bigint>((total, worth = 0n) => (isWanted(worth) ? total + worth : total), 0n)
    if (worths.every((worth) => worth !== undefined))
      return -sum((worth) => worth < 0n) * 100n >= sum((worth) => worth > 0n) * TRADED[unit]
  }
  return changes.some(({ owner }) => codeAgeOf(owner, by.evidence).isOld)
}

/**
 * Who receives what leaves an owner, the largest amount first: by the movements of the trace; without one by the transfers of the
 * call data.
 */
function recipientsIn(
  { actions, transaction }: Analysis,
  trace: Trace | undefined,
): (change: BalanceChange) => readonly string[] {
  const paid = new Map<string, Map<string, bigint>>()
  const add = (owner: string, asset: Pick<AssetId, 'token' | 'id'>, to: string, amount: bigint) => {
    const key = ownedKey(owner, asset)
    const sums = paid.get(key) ?? new Map<string, bigint>()
    paid.set(key, sums)
    if (to !== owner) sums.set(to, (sums.get(to) ?? 0n) + amount)
  }
  if (trace) {
    for (const { frame } of liveFrames(trace.root, (address) => address === transaction.from)) {
      for (const { asset, from, to, amount } of movementsOf(frame)) add(from, asset, to, amount)
    }
  } else {
    const { from, to, value } = transaction
    if (to !== undefined && value > 0n) add(from, nativeAssetId, to, value)
    for (const action of actions)
      if (action.kind === 'transfer')
        add(action.from, { token: action.asset.token }, action.authority, action.asset.amount ?? 0n)
  }
  return ({ owner, token, id }) => {
    const sums =
      paid.get(ownedKey(owner, { token, id })) ?? paid.get(ownedKey(owner, { token })) ?? new Map<string, bigint>()
    return Array.from(sums)
      .sort(([, a], [, b]) => (a === b ? 0 : b > a ? 1 : -1))
      .map(([to]) => to)
  }
}
