import { isZeroAddress } from '../../../evm/words.ts'
import type { Action, Asset, DecodedCall, Order, Paid } from '../../actions/actions.ts'
import { sharesOf } from '../../actions/order-shares.ts'

/** A signed offer to exchange assets. */
export interface Trade {
  readonly market: Order['market']
  readonly signer: string
  readonly gives: readonly Asset[]
  /** The least that comes back, and its receiver. */
  readonly receives: readonly Paid[]
  /** Addresses that pass on to the signer what they receive. */
  readonly passesOn?: readonly string[]
  /** Of what is given. */
  readonly fee?: bigint
}

/** The receiver where a contract takes the zero address as the owner. */
export function receiverOf(receiver: string, owner: string): string {
  return isZeroAddress(receiver) ? owner : receiver
}

/** The signer's side of a trade. What comes back to others is nothing to the signer. */
export function tradeActions(trade: Trade): (call: DecodedCall) => Action[] {
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
