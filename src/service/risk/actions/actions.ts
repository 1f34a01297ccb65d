/** Room: Calls to actions: by effect rows, and by code where data is not enough. */

import { isUnlimited, spenderKey } from '../../evm/allowance.ts'
import { NATIVE } from '../../evm/asset.ts'
import { NATIVE_CURRENCY } from '../../evm/logs.ts'
import { isZeroAddress, ZERO_ADDRESS } from '../../evm/words.ts'
import type { Call } from '../decode/calls.ts'
import type { OtherChain } from '../effects/destinations.ts'
import type { ExchangeEffect } from '../effects/effect.ts'
import type { ControlForm, ExchangeForm, GrantForm, RightName } from './forms.ts'

/**
 * What a call does, as detectors see it. Each leaf call becomes one or more actions; `authority` is the address that
 * gains or controls something afterwards.
 */
export type Action = Transfer | Grant | Right | Exchange | Order | Control | Interaction

interface ActionBase {
  /** The call that does it. */
  readonly call: Call
}

export type Standard = 'native' | 'erc20' | 'erc721' | 'erc1155' | 'erc20-or-erc721'

/** An amount or items that an action moves or grants. */
export interface Asset {
  readonly standard: Standard
  /** Token contract in lower case, or `NATIVE`. */
  readonly token: string
  /** Base units (wei for the native currency); undefined when the call does not fix it. */
  readonly amount: bigint | undefined
  /** Items of an NFT. */
  readonly ids: readonly bigint[]
  /** The other EVM chain where it is: what is known about the token here is about another one. */
  readonly on?: string
}

/** An asset, and who gets it. */
export interface Paid {
  readonly asset: Asset
  readonly to: string
}

/** Assets leave `from` for `authority`, now. */
export interface Transfer extends ActionBase {
  readonly kind: 'transfer'
  readonly asset: Asset
  readonly from: string
  /** The recipient. */
  readonly authority: string
}

/** `authority` may move assets of `owner`; when `revokes`, no longer. */
export interface Grant extends ActionBase {
  readonly kind: 'grant'
  readonly form: GrantForm
  readonly asset: Asset
  readonly owner: string
  /** The spender or operator. */
  readonly authority: string
  /** Revokes or lowers the right: always safe. */
  readonly revokes: boolean
  /** No limit, 2^95 or more base units, or every item. */
  readonly unlimited: boolean
  /** The amount is the sum of periods of so many seconds, each with this amount. */
  readonly renews?: { readonly amount: bigint; readonly seconds: bigint }
}

/** `authority` may act for `owner` beyond a token allowance, or gets what is due to it from now on. */
export interface Right extends ActionBase {
  readonly kind: 'right'
  readonly right: RightName
  /** Account whose position, name, votes or income it is; the called contract where the call names none. */
  readonly owner: string
  readonly authority: string
  /** The right ends, or goes back to its owner: always safe. */
  readonly revokes: boolean
}

/** The called contract takes assets of `payer`, and what it pays out for them goes to `authority`. */
export interface Exchange extends ActionBase {
  readonly kind: 'exchange'
  readonly form: ExchangeForm
  readonly payer: string
  readonly gives: readonly Asset[]
  /** The amount is the least that is accepted, 0 for no protection; undefined when the call does not fix it. */
  readonly receives: readonly Asset[]
  /** The least output that is accepted, of an asset that the call does not name. */
  readonly least?: bigint
  /** Other addresses that decide over what is paid in, such as a market and its oracle. */
  readonly heldBy?: readonly string[]
  /** They decide on the chain of the receiver. */
  readonly heldThere?: true
  /** An order, or the fill of one, sets the rate: the least is what comes, and no market gives more. */
  readonly isFixedRate?: true
  /** The part of the given amount that the deliverer may keep, in its base units. */
  readonly fee?: bigint
  /** Amount that the fee is a part of; absent: the given one. */
  readonly feeOf?: bigint
  /** Who else gets that fee. */
  readonly feeTo?: string
  /** The receiver. */
  readonly authority: string
  /** The output stays in the called contract, where anyone may take it, as its code shows. */
  readonly isLeft?: true
  /** The receiver is on this chain, where no EVM address is an account. */
  readonly on?: OtherChain
  /** The EVM chain where the receiver is; `ANY_CHAIN`: the call does not say which. Absent: that of the call. */
  readonly receivedOn?: string
}

/** One side of an order: what the signer gives and receives. */
export interface Order extends ActionBase {
  readonly kind: 'order'
  readonly market:
    | 'seaport'
    | 'blur'
    | 'looksrare'
    | 'cow'
    | 'uniswapx'
    | '1inch'
    | '0x'
    | 'cryptopunks'
    | 'foundation'
    | 'superrare'
    | 'polymarket'
    | 'velora'
    | 'rarible'
    | 'flying tulip'
    // A payment of an account to the submitter of what it signed.
    | 'gas refund'
  readonly signer: string
  readonly gives: readonly Asset[]
  /** What the signer gets; `pays` is worth nothing to it. */
  readonly receives: readonly Asset[]
  /** What others get when it is filled, apart from the fees. */
  readonly pays?: readonly Paid[]
  /** At most a tenth of an asset that the signer receives. */
  readonly fees?: readonly Paid[]
  /** The part of what is given that the market keeps. */
  readonly fee?: bigint
  /** First of the beneficiaries; findings name it. */
  readonly authority: string
  readonly beneficiaries: readonly string[]
  /** Anyone may fill it; `authority` is who is paid, or the market. */
  readonly isOpen?: true
  /** Set when the amounts change with time: at the start and at the end. `gives` and `receives` are the worst of each. */
  readonly fills?: readonly Fill[]
}

/** What a signer gives and gets when its order is filled at one time. */
export interface Fill {
  readonly gives: readonly Asset[]
  readonly receives: readonly Asset[]
}

/** Control of a contract or account passes to `authority`. */
export interface Control extends ActionBase {
  readonly kind: 'control'
  readonly form: ControlForm
  /** Proxy, Safe, or the signer's own account. */
  readonly contract: string
  /** New implementation, owner, module, delegate. */
  readonly authority: string
  /** Set when an account delegation (EIP-7702) is valid on every chain. */
  readonly everyChain?: boolean
  /** Only accounts have the function that is called, and only for their owners: `contract` is an account of the caller. */
  readonly ofAccount?: true
}

/** Any other call; `authority` is the called contract. */
export interface Interaction extends ActionBase {
  readonly kind: 'interaction'
  readonly authority: string
  /** Wei. */
  readonly value: bigint
}

/** A call to a contract. */
export type DecodedCall = Call & { readonly to: string }

/** Reads the actions of a decoded call from its arguments; `signer` is the sender of the transaction. */
export type ReadActions = (call: DecodedCall, signer: string) => readonly Action[]

/** By selector of a function or name of a router command. */
export type ActionTable = Readonly<Record<string, ReadActions>>

export function native(amount: bigint | undefined): Asset {
  return { standard: 'native', token: NATIVE, amount, ids: [] }
}

export function erc20(token: string, amount: bigint | undefined): Asset {
  return { standard: 'erc20', token, amount, ids: [] }
}

export function erc721(token: string, id: bigint): Asset {
  return { standard: 'erc721', token, amount: 1n, ids: [id] }
}

/** transferFrom and approve do not distinguish an ERC-20 amount from an ERC-721 id. */
export function amountOrItem(token: string, amount: bigint | undefined): Asset {
  return { standard: 'erc20-or-erc721', token, amount, ids: [] }
}

/** All items of a contract. */
export function everyItem(token: string): Asset {
  return { standard: 'erc721', token, amount: undefined, ids: [] }
}

export function erc1155(token: string, ids: readonly bigint[], amount: bigint | undefined): Asset {
  return { standard: 'erc1155', token, amount, ids }
}

/** Routers and markets use the zero address or 0xeee… for the native currency. */
export function currency(token: string, amount: bigint | undefined): Asset {
  return isZeroAddress(token) || token === NATIVE_CURRENCY ? native(amount) : erc20(token, amount)
}

export function transfer(call: Call, asset: Asset, from: string, authority: string): Transfer {
  return { kind: 'transfer', call, asset, from, authority }
}

/** @param authority the called contract, or another that the call reaches */
export function interaction(call: Call, authority: string): Interaction {
  return { kind: 'interaction', call, authority, value: call.value }
}

export interface GrantInput extends Omit<Grant, 'kind' | 'call' | 'revokes' | 'unlimited'> {
  /** Instead of an amount: granted or revoked. */
  readonly allowed?: boolean
}

/** Contracts take an amount from here on as the whole balance. */
export const WHOLE_BALANCE = 2n ** 255n

/** The key of what it lets the authority take. */
export function grantKey({ owner, asset: { token }, authority }: Grant): string {
  return spenderKey({ owner, token, spender: authority })
}

/** An amount of zero revokes. */
export function grant(call: Call, { allowed, ...granted }: GrantInput): Grant {
  const { amount } = granted.asset
  const revokes = allowed === undefined ? amount === 0n : !allowed
  const unlimited = allowed === undefined ? isUnlimited(amount) : allowed
  return { kind: 'grant', call, ...granted, revokes, unlimited: !revokes && unlimited }
}

/**
 * Receivers that a contract replaces. payer: zero is the payer, as for most. constants: 1 is the payer and 2 the contract (Uniswap's
 * ActionConstants). contract: zero is the contract, as in Uniswap/v3-periphery and its copies. none: every receiver is meant as it is.
 */
type Placeholders = NonNullable<ExchangeEffect['zero']>

const placeholders: Readonly<Record<Placeholders, Readonly<Record<string, 'payer' | 'contract'>>>> = {
  payer: { [ZERO_ADDRESS]: 'payer' },
  constants: {
    '0x0000000000000000000000000000000000000001': 'payer',
    '0x0000000000000000000000000000000000000002': 'contract',
  },
  contract: { [ZERO_ADDRESS]: 'contract' },
  none: {},
}

export interface ExchangeInput extends Omit<Exchange, 'kind' | 'call' | 'authority' | 'isLeft'> {
  /** The receiver, or a placeholder. */
  readonly to: string
  /** Default: `payer`. */
  readonly replaces?: Placeholders
}

export function exchange(
  call: DecodedCall,
  { to, replaces = 'payer', heldBy = [], ...terms }: ExchangeInput,
): Exchange {
  const meant = placeholders[replaces][to]
  const authority = meant === undefined ? to : meant === 'payer' ? terms.payer : call.to
  // What these functions leave in the contract, others of the same contract pay to anyone.
  const isLeft = authority === call.to && (replaces === 'constants' || replaces === 'contract')
  // No hook, no oracle, or anyone may deliver it.
  const holders = heldBy.filter((address) => !isZeroAddress(address))
  return {
    kind: 'exchange',
    call,
    ...terms,
    ...(holders.length > 0 && { heldBy: holders }),
    authority,
    ...(isLeft && { isLeft }),
  }
}
