import { NATIVE } from '../../evm/asset.ts'
import { type Exchange, native } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { compared } from '../chain/worth.ts'
import type { Call } from '../decode/calls.ts'
import type { EvidenceSet } from '../evidence.ts'
import { outputsOf } from '../money/swap-outputs.ts'
import { isKnownAs } from '../parties/known-as.ts'

/** Base units; of an asset that the call does not name. */
export const SMALLEST_OUTPUT = 1000n

/**
 * Calls that swap for an own account, for at least an amount whose worth can be compared with that of what is given: the rule on limits
 * says whether it is too little, and with any pools, hops and executors they cannot take more than the rest.
 */
export function boundedSwaps({ actions, own, transaction }: Analysis, evidence: EvidenceSet): ReadonlySet<Call> {
  const by = { evidence, chainId: transaction.chainId }
  const isKnownAsset = (token: string) =>
    token === NATIVE || isKnownAs(token, ['token'], evidence) || evidence.entriesOn(token).length > 0
  const isBounded = (swap: Exchange) => {
    const { authority, call } = swap
    const receives = outputsOf(swap)
    if (!own.has(authority) || receives.length === 0 || !receives.every(({ token }) => isKnownAsset(token)))
      return false
    const gives = swap.gives.length > 0 ? swap.gives : call.value > 0n ? [native(call.value)] : []
    // The rule on limits says whether it is too little: where it cannot, anything may be.
    return compared(gives, receives, by) !== undefined
  }
  const bounded = new Set<Call>()
  for (const action of actions)
    if (action.kind === 'exchange' && action.form === 'swap' && !action.call.inTrace && isBounded(action))
      bounded.add(action.call)
  return bounded
}
