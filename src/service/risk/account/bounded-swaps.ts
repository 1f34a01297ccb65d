import { NATIVE } from '../../evm/asset.ts'
import { type Asset, currency, type Exchange, native } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { Call } from '../decode/calls.ts'
import { addressesIn } from '../effects/path-values.ts'
import type { EvidenceSet } from '../evidence.ts'
import { type ComparedWorth, compared } from '../money/worth.ts'
import { isKnownAs } from '../parties/known-as.ts'

/** Base units; of an asset that the call does not name. */
export const SMALLEST_OUTPUT = 1000n

/**
 * Whether a limit bounds what is lost. By prices, the rule on limits says whether it is too little; by rough ones, it only finds what is
 * far below. Where nothing can be compared, anything may be lost.
 */
export function isLimit(worth: ComparedWorth | undefined): boolean {
  return worth !== undefined && (worth.unit !== 'usd-rough' || 2n * worth.got >= worth.given)
}

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
    return isLimit(compared(gives, receives, by))
  }
  const bounded = new Set<Call>()
  for (const action of actions)
    if (action.kind === 'exchange' && action.form === 'swap' && !action.call.inTrace && isBounded(action))
      bounded.add(action.call)
  return bounded
}

/** What comes back at least: as the call says, or the token that its row names, with a minimum that names none. */
export function outputsOf({ receives, least, call: { args, signature } }: Exchange): readonly Asset[] {
  if (receives.length > 0 || least === undefined) return receives
  const effects = signature?.row?.effects ?? []
  const paths = effects.flatMap((effect) => (effect.kind === 'relies' && effect.as === 'token' ? effect.to : []))
  const tokens = new Set(paths.flatMap((path) => addressesIn(args, path)))
  const [token] = tokens
  return token === undefined || tokens.size > 1 ? [] : [currency(token, least)]
}
