import { isZeroAddress } from '../../../evm/words.ts'
import { isDust } from '../../../evm/worth.ts'
import type { Action, Asset, DecodedCall, Order } from '../../actions/actions.ts'

/** A signed offer to exchange assets. */
export interface Trade {
  readonly market: Order['market']
  readonly signer: string
  readonly gives: readonly Asset[]
  /** The least that comes back, and its receiver; the zero address means the signer. */
  readonly receives: readonly { readonly asset: Asset; readonly to: string }[]
  /** Addresses that pass on to the signer what they receive. */
  readonly passesOn?: readonly string[]
}

/** The signer's side of a trade. What comes back to others is nothing to the signer. */
export function tradeActions(trade: Trade): (call: DecodedCall) => Action[] {
  const { market, signer, gives, receives, passesOn = [] } = trade
  const isOwn = (to: string) => to === signer || isZeroAddress(to) || passesOn.includes(to)
  const others = receives.filter(({ to, asset }) => !isOwn(to) && !isDust(asset)).map(({ to }) => to)
  return (call) => {
    const [authority = call.to] = others
    return [
      {
        kind: 'order',
        call,
        market,
        signer,
        gives,
        receives: receives.filter(({ to }) => isOwn(to)).map(({ asset }) => asset),
        authority,
        beneficiaries: Array.from(new Set([authority, ...others])),
        isOpen: true,
      },
    ]
  }
}
