import type { AssetAmount } from '../../evm/holdings.ts'
import { ZERO_ADDRESS } from '../../evm/words.ts'
import type { ExchangeForm } from '../actions/forms.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import type { Facts } from '../facts.ts'

/** Forms that give shares for what goes in; a stake may be on the books of the contract only. */
const forShares: readonly ExchangeForm[] = ['deposit', 'mint', 'liquidity']

/** The call data says that an own account gets the shares, and the trace shows that they are made for a third party. */
export function areSharesElsewhere(contract: string, facts: Facts): boolean {
  const { changes, exchanges, own } = facts
  const isPromised = exchanges.some(({ call, form, authority }) => {
    return call.to === contract && !call.inTrace && forShares.includes(form) && own.has(authority)
  })
  if (!isPromised || !changes) return false
  const made = changes.movedTokens().filter((token) => changes.changeOf(ZERO_ADDRESS, token) < 0n)
  return made.some((token) => changes.holdersOf(token).some((holder) => isThirdParty(holder, facts)))
}

/** Per cent of a debt that a lender may keep. */
const KEPT = 2n

/**
 * A token that no source knows is made for an own account, and a third party is paid as much of a listed one: that is a loan, and the
 * token is the debt.
 */
export function isLoanElsewhere({ token, id, amount }: AssetAmount, facts: Facts): boolean {
  const { changes, reputationOf } = facts
  if (!changes?.isComplete || id !== undefined || reputationOf(token).trustedBy !== undefined) return false
  if (changes.changeOf(ZERO_ADDRESS, token) > -amount) return false
  const listed = changes.movedTokens().filter((each) => reputationOf(each).trustedBy?.canonical === true)
  const isLent = (lent: bigint) => lent <= amount && lent * 100n >= amount * (100n - KEPT)
  return listed.some((each) =>
    changes.holdersOf(each).some((holder) => isThirdParty(holder, facts) && isLent(changes.changeOf(holder, each))),
  )
}

/** No account of the sender, nothing that is known, and no contract that was there days ago, such as a pool or a treasury. */
export function isThirdParty(holder: string, { own, evidence, reputationOf }: Facts): boolean {
  return !own.has(holder) && reputationOf(holder).trustedBy === undefined && !codeAgeOf(holder, evidence).isOld
}
