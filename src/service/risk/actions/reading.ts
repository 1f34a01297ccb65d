import type { Call } from '../decode/calls.ts'
import type { Action, Asset, Grant, Transfer } from './actions.ts'

/** A call that was decoded, to a contract. */
export type DecodedCall = Call & { readonly to: string }

/** What a decoded call does, read from its arguments; `signer` is the transaction's sender. */
export type ReadActions = (call: DecodedCall, signer: string) => readonly Action[]

/** Functions by selector, commands of routers by name. */
export type ActionTable = Readonly<Record<string, ReadActions>>

/** From this on an allowance has no limit in practice: more base units than any token in use has. */
const UNLIMITED = 2n ** 95n

export function native(amount: bigint | undefined): Asset {
  return { standard: 'native', token: undefined, amount, ids: [] }
}

export function erc20(token: string, amount: bigint | undefined): Asset {
  return { standard: 'erc20', token, amount, ids: [] }
}

export function erc721(token: string, id: bigint): Asset {
  return { standard: 'erc721', token, amount: 1n, ids: [id] }
}

/** What transferFrom and approve say alone: an amount of an ERC-20, or an ERC-721 item. */
export function amountOrItem(token: string, amount: bigint): Asset {
  return { standard: 'erc20-or-erc721', token, amount, ids: [] }
}

export function erc1155(token: string, ids: readonly bigint[], amount: bigint): Asset {
  return { standard: 'erc1155', token, amount, ids }
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

export function isZero(address: string): boolean {
  return address === ZERO_ADDRESS
}

/** Routers and markets say "native currency" by the zero address. */
export function currency(token: string, amount: bigint | undefined): Asset {
  return isZero(token) ? native(amount) : erc20(token, amount)
}

export function transfer(call: Call, asset: Asset, from: string, authority: string): Transfer {
  return { kind: 'transfer', call, asset, from, authority }
}

export interface Granted {
  readonly form: Grant['form']
  readonly asset: Asset
  readonly owner: string
  readonly authority: string
  /** Given instead of an amount: the right is there, or it is taken back. */
  readonly allowed?: boolean
}

/** An amount of nothing takes the right back. */
export function grant(call: Call, { allowed, ...granted }: Granted): Grant {
  const { amount } = granted.asset
  const revokes = allowed === undefined ? amount === 0n : !allowed
  const unlimited = allowed === undefined ? amount === undefined || amount >= UNLIMITED : allowed
  return { kind: 'grant', call, ...granted, revokes, unlimited: !revokes && unlimited }
}
