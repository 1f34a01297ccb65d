import { type AssetId, nativeAsset, ownedKey } from '../../evm/asset.ts'
import type { BalanceChange } from '../../evm/holdings.ts'
import type { Analysis } from '../analyze.ts'
import { liveFrames } from '../trace/live-frames.ts'
import { movementsOf } from '../trace/movements.ts'
import type { Trace } from '../trace/trace.ts'

/**
 * Who receives what leaves an owner, the largest amount first: by the movements of the trace; without one by the transfers of the
 * call data.
 */
export function recipientsIn(
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
    if (to !== undefined && value > 0n) add(from, nativeAsset, to, value)
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
