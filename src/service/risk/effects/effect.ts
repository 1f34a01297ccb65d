/** Room: Who gains by a function, as data: parser, checker and look-up of the rows in `data/effects`. */

import type { ControlForm, ExchangeForm, GrantForm, RightName, TermForm } from '../actions/forms.ts'
import type { KnownAs } from '../parties/uses.ts'
import type { ChainNumbers } from './destinations.ts'

/**
 * What a function does, as data: who gains which right over what, and where money goes from now on. `data/effects` has a row
 * for each, with the documentation that it was read from.
 */
export interface EffectRow {
  /** Signature with parameter names; after `packed ` one whose arguments are not padded. */
  readonly call: string
  /** Empty: the function was read and gives no address anything, or code computes what it does. */
  readonly effects: readonly Effect[]
  readonly standard?: Standard
  readonly hides?: Hidden
  /**
   * Names in the labels of the contracts that a row without effects comes from: elsewhere it is only a name. Absent: it comes from a
   * standard, or the baseline knows no contract of the protocol.
   */
  readonly of?: readonly string[]
  /** Address arguments, and numbers that choose a position, with which nothing can be lost at any value. */
  readonly harmless?: readonly Path[]
  /** The function destroys what it takes, and nothing comes for it. */
  readonly destroys?: true
  /** What comes for it comes in another transaction: a request, a queue, an order that others fill. */
  readonly later?: true
  /** Seconds for which it holds what it takes, after its owner asks for it. */
  readonly locks?: Path
  /** price, fee: the value of the call is one; false: the function takes none. Absent: not known. */
  readonly payable?: Payable
  readonly says?: Says
  /** The calls that it makes, in its arguments. */
  readonly calls?: readonly InnerCallData[]
}

export type Payable = false | 'price' | 'fee'

/**
 * Any contract may have the function, and it does the same everywhere: what an operator says of a contract adds to it, and an address in
 * its arguments that is no party of its effects must be known. token: one that tokens have
 */
export const standards = ['token', 'contract'] as const
export type Standard = (typeof standards)[number]

/**
 * Arguments that are a call, or a list of calls. Besides the words of a path, `@value` is what the outer call carries, and `@called` the
 * contract whose code runs, also in a delegatecall.
 */
export interface InnerCallData {
  readonly data: Path
  /** Absent: the called contract is not known, or with `inherits` the same. */
  readonly to?: Path
  /** Default: none. */
  readonly value?: Path
  /** Default: the called contract. `@alias`: the caller, by the address of a contract that it has on Arbitrum. */
  readonly actor?: Path
  /** 0x and eight digits, where the data has only the arguments. */
  readonly selector?: string
  /** Caller, value and kind are those of the outer call: the contract delegatecalls itself, or passes its caller on. */
  readonly inherits?: true
  /** A delegatecall. */
  readonly delegates?: true
  /** The number or flag that says what kind of call it is, of `operations`. */
  readonly operation?: Path
  /** By that number, from 0. Default: call, delegatecall. */
  readonly operations?: readonly Operation[]
  /** Signature of the called function, where it is written apart from its arguments; empty: the data starts with the selector. */
  readonly signature?: Path
  /** The zero address as target is the account itself, or says that there is no call. */
  readonly zero?: 'self' | 'none'
  /** Its caller makes the calls of the contract itself, and those for the zero address. */
  readonly keepsCaller?: true
  /** False there: a call that fails undoes nothing else. */
  readonly mustSucceed?: Path
  /** Empty data: there is no call. */
  readonly optional?: true
}

/** create: its data is the code of a new contract. */
export const operations = ['call', 'delegatecall', 'create'] as const
export type Operation = (typeof operations)[number]

/** What the call does beyond its arguments: it names content that is stored elsewhere, or that no table reads. */
export interface Hidden {
  /** Completes "Not in the call data:". */
  readonly content: string
  /** It takes effect after the transaction, so that no trace of it shows the content. */
  readonly isLater: boolean
}

/**
 * Amounts and terms of a function, for its sentence alone: no rule reads them, so that they change no verdict. Paths are as in effects;
 * besides, a token may be `@asset`, the asset of the called vault or market.
 */
export interface Says {
  readonly form: TermForm
  readonly gives?: readonly AssetAt[]
  readonly receives?: readonly AssetAt[]
  /** Whose debt or position it is. */
  readonly of?: Path
  /** The chain on which the receiver is. */
  readonly on?: readonly [numbers: ChainNumbers, at: Path]
  /** The most that the deliverer keeps, of what is given. */
  readonly fee?: Path
  /** Seconds after which the amount is available again. */
  readonly each?: Path
  /** A name or number that the sentence repeats. */
  readonly what?: Path
  /** 0 against, 1 for, 2 neither; or whether it is for. */
  readonly support?: Path
  /** For `act`: what it does, with `{at}` for the called contract, `{of}` and `{what}`. */
  readonly text?: string
}

/**
 * A place in a call: the name of a parameter, with members behind dots; a list stands for each of its items. `@actor` is
 * the caller, `@contract` the called contract; `.@first` and `.@last` are the ends of a list, `.@route` a route of
 * Curve up to its end, `.@start` and `.@end` the
 * addresses at the start and end of bytes or of a number, `.@amount` the 32 bytes behind that at the start, `.@drops` those that options
 * of a LayerZero message pay, `.@payees` those that instructions to a handler of Across pay, `.@pools` those of a call of the Balancer V2
 * vault. A bytes32, an integer, bytes or a text may hold an address.
 * Where an address is meant, it may also be written out: 0x and 40 digits, in lower case; files may write its checksum.
 */
export type Path = string

export type Effect = RightEffect | ControlEffect | ExchangeEffect | TransferEffect | GrantEffect | ReliesEffect

/** Where the number of a chain is, and who gave it; elsewhere: the chain that the called bridge leads to. */
export type ChainAt = readonly [numbers: ChainNumbers, at: Path] | 'elsewhere'

interface RightEffect {
  readonly kind: 'right'
  readonly right: RightName
  readonly to: Path
  /** Default `@actor`. */
  readonly of?: Path
  /** Zero or false there: the right ends. */
  readonly unless?: Path
}

interface ControlEffect {
  readonly kind: 'control'
  readonly form: ControlForm
  readonly to: Path
  /** Default `@contract`. */
  readonly of?: Path
  /** Zero or false there: the control ends. */
  readonly unless?: Path
  readonly ofAccount?: true
}

/** Ten thousand, a million or 10^18 is all: a fee or slippage in basis points, in pips, or as a fraction. */
export const wholes = ['e4', 'e6', 'e18'] as const
export type Whole = (typeof wholes)[number]

export interface ExchangeEffect {
  readonly kind: 'exchange'
  readonly form: ExchangeForm
  readonly to: Path
  /**
   * What a receiver of zero means. Default: the payer; no account, where a bridge sends what is given. constants: 1 is the payer and 2
   * the contract.
   */
  readonly zero?: 'contract' | 'payer' | 'none' | 'constants'
  /** Default `@actor`. */
  readonly payer?: Path
  readonly gives?: readonly AssetAt[]
  /** The amount is the least that is accepted. */
  readonly receives?: readonly AssetAt[]
  /** The least output, where the call does not name the asset. Of several limits the largest counts: one side may be worth little. */
  readonly least?: Path | readonly Path[]
  /**
   * Who else decides over what is paid in, where anyone may bring such a contract: the market, its tokens, oracle and rate model, the
   * pool, the hook; and who alone may deliver what is sent to another chain.
   */
  readonly heldBy?: Path | readonly Path[]
  /** They do so on the chain of the receiver. Default: on this one. */
  readonly heldThere?: true
  /** An order sets the rate, not a market: `receives` is what comes. */
  readonly isFixedRate?: true
  /** The part of the amount that the deliverer may keep. */
  readonly fee?: Path
  /** What the fee is a part of, where the call does not name the asset; or what is all of a share. Default: what is given. */
  readonly feeOf?: Path | Whole
  /** Who else gets that fee. */
  readonly feeTo?: Path
  /** Chain of the receiver. Default: an EVM chain, or this one. */
  readonly on?: ChainAt
  /** Zero there: the receiver gets nothing. */
  readonly unless?: Path
}

interface TransferEffect {
  readonly kind: 'transfer'
  readonly asset: AssetAt
  /** Default `@actor`. */
  readonly from?: Path
  readonly to: Path
}

interface GrantEffect {
  readonly kind: 'grant'
  readonly form: GrantForm
  readonly asset: AssetAt
  /** Default `@actor`. */
  readonly of?: Path
  readonly to: Path
  /** Zero or false there: the allowance ends. Default: an amount of zero. */
  readonly unless?: Path
  /** The allowance ends, or becomes less. */
  readonly revokes?: true
}

/**
 * The call gives the address nothing and still depends on it: a market, a token, a contract that it calls; or a position, by its number,
 * gains. It must be own, or known as what it is here.
 */
export interface ReliesEffect {
  readonly kind: 'relies'
  readonly to: Path
  /** nothing: bytes that must be empty, because others act on them and no table reads them. */
  readonly as: KnownAs | 'position' | 'nothing'
  /** The contract that says who owns a position. Default: the called contract. */
  readonly of?: Path
  /** Zero there: the position is a new one, of the caller. */
  readonly unless?: Path
  /** Default: this chain. */
  readonly on?: ChainAt
  /** The contract trusts it for the output, so that no minimum bounds what it can take. */
  readonly unbounded?: true
}

/** What a function says that it moves. currency: a token, or the native currency by one of its signs */
export const assetStandards = ['currency', 'erc20', 'erc721', 'erc1155', 'erc20-or-erc721'] as const

/** `token` 'native', or where the token is; with `id` an ERC-721 item. */
export interface AssetAt {
  readonly token: Path | 'native'
  /** `@value` is what the call is sent with. */
  readonly amount?: Path
  /** Then each amount is what it says. Default: a currency, and an amount of 2^255 or more is all that there is. */
  readonly standard?: (typeof assetStandards)[number]
  /** So many 10^18ths of the amount. */
  readonly share?: Path
  readonly id?: Path
}

export function right(name: RightName, to: Path, more: Partial<RightEffect> = {}): Effect {
  return { kind: 'right', right: name, to, ...more }
}

export function control(form: ControlForm, to: Path, more: Partial<ControlEffect> = {}): Effect {
  return { kind: 'control', form, to, ...more }
}

/** What the contract pays out goes to `to`. */
export function output(form: ExchangeForm, to: Path, more: Partial<ExchangeEffect> = {}): Effect {
  return { kind: 'exchange', form, to, ...more }
}
