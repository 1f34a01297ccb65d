import type { Analysis } from '../analyze.ts'
import type { BalanceChange } from '../chain/simulation.ts'
import { liveFrames } from '../trace/live-frames.ts'
import { type Movement, movementsIn, nativeMovementOf } from '../trace/movements.ts'
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
  const add = (owner: string, asset: string, to: string, amount: bigint) => {
    const key = `${owner} ${asset}`
    const sums = paid.get(key) ?? new Map<string, bigint>()
    paid.set(key, sums)
    if (to !== owner) sums.set(to, (sums.get(to) ?? 0n) + amount)
  }
  if (trace) {
    for (const { frame } of liveFrames(trace.root, (address) => address === transaction.from)) {
      const native = nativeMovementOf(frame)
      for (const moved of [...(native ? [native] : []), ...movementsIn(frame)])
        add(moved.from, assetOf(moved), moved.to, moved.amount)
    }
  } else {
    const { from, to, value } = transaction
    if (to !== undefined && value > 0n) add(from, '', to, value)
    for (const action of actions)
      if (action.kind === 'transfer')
        add(action.from, action.asset.token ?? '', action.authority, action.asset.amount ?? 0n)
  }
  return ({ owner, token, tokenId }) => {
    const item = tokenId === undefined ? undefined : paid.get(`${owner} ${token} ${tokenId}`)
    const sums = item ?? paid.get(`${owner} ${token}`) ?? new Map<string, bigint>()
    return Array.from(sums)
      .sort(([, a], [, b]) => (a === b ? 0 : b > a ? 1 : -1))
      .map(([to]) => to)
  }
}

/** The id of an item as a decimal number. */
function assetOf({ asset }: Movement): string {
  const [token = '', item] = asset.split(' ')
  return item === undefined ? token : `${token} ${BigInt(item)}`
}
