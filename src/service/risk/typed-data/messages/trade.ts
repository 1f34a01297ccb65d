import { isZeroAddress } from '../../../evm/words.ts'
import { type Action, type Asset, type DecodedCall, erc20, type Order, type Paid } from '../../actions/actions.ts'
import { sharesOf } from '../../actions/order-shares.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { ReadMeaning } from '../known-message.ts'

/** A signed offer to exchange assets. */
export interface SignedTrade {
  readonly market: Order['market']
  readonly signer: string
  readonly gives: readonly Asset[]
  /** The least that comes back, and its receiver. */
  readonly receives: readonly Paid[]
  /** Addresses that pass on to the signer what they receive. */
  readonly passesOn?: readonly string[]
  /** Base units of what is given that are a fee. */
  readonly fee?: bigint
}

/** The receiver where a contract takes the zero address as the owner. */
export function receiverOf(receiver: string, owner: string): string {
  return isZeroAddress(receiver) ? owner : receiver
}

/** The signer's side of a trade. What comes back to others is nothing to the signer. */
export function tradeActions(trade: SignedTrade): (call: DecodedCall) => Action[] {
  const { market, signer, gives, receives, passesOn = [], fee } = trade
  const isOwn = ({ to }: Paid) => to === signer || passesOn.includes(to)
  const shares = sharesOf(receives, isOwn)
  return (call) => {
    const beneficiaries = [...new Set(shares.pays.map(({ to }) => to))]
    const [authority = call.to] = beneficiaries
    return [
      {
        kind: 'order',
        call,
        market,
        signer,
        gives,
        ...shares,
        ...(fee !== undefined && { fee }),
        authority,
        beneficiaries: beneficiaries.length > 0 ? beneficiaries : [authority],
        isOpen: true,
      },
    ]
  }
}

/** Names of the members that have a token and its amount, which may be in parts. */
type TokenAt = readonly [token: string, ...amounts: readonly string[]]

/** An order for one token for another, which comes to the signer. */
export function tokenOrder(market: Order['market'], given: TokenAt, received: TokenAt): ReadMeaning {
  return ({ message, signer }) => {
    const at = ([token, ...amounts]: TokenAt) => {
      const values = argumentsAs<Readonly<Record<string, bigint>>>(message)
      return erc20(
        String(message[token]),
        amounts.reduce((sum, name) => sum + (values[name] ?? 0n), 0n),
      )
    }
    const receives = [{ asset: at(received), to: signer }]
    return { actions: tradeActions({ market, signer, gives: [at(given)], receives }) }
  }
}
