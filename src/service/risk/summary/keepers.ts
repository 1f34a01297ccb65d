import type { AssetAmount, BalanceChange } from '../../evm/holdings.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { Analysis } from '../analyze.ts'
import { callsOut } from '../chain/observed.ts'
import { standingOf } from '../chain/standing.ts'
import { units, worthIn } from '../chain/worth.ts'
import type { EvidenceSet } from '../evidence.ts'

/** Less of all that anyone gets of an asset is a fee (per cent). */
const FEE = 1n
/** What gave so much of the worth that it got is a party of a trade, such as a pool (per cent). Rough prices are off by eight at most. */
const TRADED = { usd: 90n, native: 90n, 'usd-rough': 12n } as const

/**
 * What addresses have more of afterwards that are neither own nor called by an own account: what a contract pays to others is no
 * change of an own balance. Of assets that count, because events of others claim anything.
 */
export function keepersIn(
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
  return changes.some(({ owner }) => standingOf(owner, by.evidence).isOld)
}
