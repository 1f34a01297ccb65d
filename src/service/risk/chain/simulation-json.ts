import { checksummed, HEX_ADDRESS } from '../../../api/address.ts'
import type {
  AssetChange,
  StandingApproval as ShownApproval,
  ShownInvariant,
  Simulation,
} from '../../../api/schemas/simulation.ts'
import { isUnlimited } from '../../evm/allowance.ts'
import type { AssetId } from '../../evm/asset.ts'
import type { BalanceChange } from '../../evm/holdings.ts'
import { type Price, type PriceOf, unitsAt, worthOf } from '../../evm/worth.ts'
import type { Analysis } from '../analyze.ts'
import type { EvidenceSet } from '../evidence.ts'
import { simulationSentence } from '../summary/simulation-sentence.ts'
import type { Words } from '../summary/words.ts'
import { type Invariant, invariantsIn } from './invariants.ts'
import { hasEnded, type LoweredApproval, type SimulatedApproval } from './simulation.ts'

/** The member `simulation` of a result; undefined when no node was to be queried. @param priceOf for `usd` */
export function toSimulationJson(
  analysis: Analysis,
  evidence: EvidenceSet,
  words: Words,
  priceOf: PriceOf = () => undefined,
): Simulation | undefined {
  const { chain } = evidence
  if (!chain) return undefined
  const { status, method, reason, changes, approvals, lowered } = chain.simulation
  const standing = [...approvals, ...lowered.filter((approval) => !hasEnded(approval))]
  const summary = simulationSentence(analysis, evidence, words)
  const { from } = analysis.transaction
  const wording = { evidence, words }
  const signersFirst = <T extends { readonly owner: string }>(rows: readonly T[]): T[] =>
    rows.toSorted((a, b) => Number(b.owner === from) - Number(a.owner === from))
  return {
    status,
    method,
    ...(chain.simulation.isExecuted && { executed: true as const }),
    ...(chain.block && { blockNumber: Number(chain.block.number), blockHash: chain.block.hash }),
    ...(reason !== undefined && { reason }),
    ...(summary !== undefined && { summary }),
    assetChanges: signersFirst(changes).map((change) => toAssetChange(change, wording, priceOf)),
    approvals: signersFirst(standing).flatMap((approval) => toApproval(approval, wording)),
    ...(chain.simulation.safes.length > 0 && { invariants: invariantsIn(analysis, evidence).map(toInvariant) }),
  }
}

function toInvariant({ safe, part, before, after, announced }: Invariant): ShownInvariant {
  const values = {
    ...(before !== undefined && { before: toValue(before) }),
    ...(after !== undefined && { after: toValue(after) }),
  }
  return { safe: checksummed(safe), part, ...values, announced }
}

function toValue(value: NonNullable<Invariant['before']>): ShownInvariant['before'] {
  if (typeof value === 'bigint') return String(value)
  const text = (each: string) => (HEX_ADDRESS.test(each) ? checksummed(each) : each)
  return typeof value === 'string' ? text(value) : value.map(text)
}

interface Wording {
  readonly evidence: EvidenceSet
  readonly words: Words
}

function toAssetChange(change: BalanceChange, wording: Wording, priceOf: PriceOf): AssetChange {
  const { owner, standard, token, amount } = change
  const price = standard === 'native' || standard === 'erc20' ? priceOf(token) : undefined
  return {
    owner: checksummed(owner),
    standard,
    ...(standard !== 'native' && { token: checksummed(token) }),
    ...describedBy(change, wording),
    amount: String(amount),
    ...(price && { usd: dollars(amount, price) }),
  }
}

function toApproval(approval: SimulatedApproval & Partial<LoweredApproval>, wording: Wording): ShownApproval[] {
  const { owner, spender, standard, token, amount, before, takes } = approval
  if (standard === 'native') return []
  return [
    {
      owner: checksummed(owner),
      spender: checksummed(spender),
      standard,
      token: checksummed(token),
      ...describedBy(approval, wording),
      ...(standard === 'erc20' ? { amount: isUnlimited(amount) ? 'unlimited' : String(amount) } : { approved: true }),
      ...(before !== undefined && { before: isUnlimited(before) ? 'unlimited' : String(before) }),
      ...(takes !== undefined && { takes: String(takes) }),
    },
  ]
}

/** What a list of known tokens says; otherwise what the contract says about itself. */
function describedBy({ token, id }: AssetId, { evidence, words }: Wording) {
  const listed = words.tokenOf(token)
  const own = evidence.accountOf(token)?.token
  const symbol = listed?.symbol ?? own?.symbol
  const decimals = listed?.decimals ?? own?.decimals
  return {
    ...(listed && { verified: true as const }),
    ...(id !== undefined && { tokenId: String(id) }),
    ...(symbol !== undefined && { symbol }),
    ...(decimals !== undefined && { decimals }),
  }
}

/** Signed, in whole cents, rounded towards 0. */
function dollars(amount: bigint, price: Price): number {
  return Number(unitsAt(worthOf(amount, price), 2)) / 100
}
