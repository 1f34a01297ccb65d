import { NATIVE } from '../../evm/asset.ts'
import { isDust } from '../../evm/worth.ts'
import type { Exchange } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { Call } from '../decode/calls.ts'
import { addressIn, valuesAt } from '../effects/path-values.ts'
import type { EvidenceSet } from '../evidence.ts'
import { isKnownAs } from '../parties/known-as.ts'

/** Base units; of an asset that the call does not name. */
export const SMALLEST_OUTPUT = 1000n

/**
 * Calls that swap for at least so much of a known asset for an own account: with any pools, hops and executors, they
 * cannot take more than what is given beyond that.
 */
export function boundedSwaps({ actions, own }: Analysis, evidence: EvidenceSet): ReadonlySet<Call> {
  const isKnownAsset = (token: string) =>
    token === NATIVE || isKnownAs(token, ['token'], evidence) || evidence.entriesOn(token).length > 0
  const isBounded = ({ authority, call, receives, least = 0n }: Exchange) => {
    const tokens = receives.length > 0 ? receives.map(({ token }) => token) : outputsOf(call)
    if (!own.has(authority) || tokens.length === 0 || !tokens.every(isKnownAsset)) return false
    const isFixed = receives.length > 0 && receives.every((asset) => asset.amount !== undefined && !isDust(asset))
    return isFixed || least >= SMALLEST_OUTPUT
  }
  const bounded = new Set<Call>()
  for (const action of actions)
    if (action.kind === 'exchange' && action.form === 'swap' && !action.call.inTrace && isBounded(action))
      bounded.add(action.call)
  return bounded
}

/** Tokens that a row says come back, beside a minimum that names none. */
function outputsOf({ args, signature }: Call): string[] {
  const effects = signature?.row?.effects ?? []
  const paths = effects.flatMap((effect) => (effect.kind === 'relies' && effect.as === 'token' ? effect.to : []))
  return paths.flatMap((path) => valuesAt(args, path).flatMap((value) => addressIn(value) ?? []))
}
