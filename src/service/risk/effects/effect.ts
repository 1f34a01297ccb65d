import type { ControlForm, ExchangeForm, GrantForm, RightName } from '../actions/forms.ts'
import type { KnownAs } from '../parties/uses.ts'
import type { ChainNumbers } from './destinations.ts'

/**
 * What a function does, as data: who gains which right over what, and where money goes from now on. `data/effects` has a row
 * for each, with the documentation that it was read from.
 */
export interface EffectRow {
  /** Signature with parameter names; after `packed ` one whose arguments are not padded. */
  readonly call: string
  /** Empty: the function was read and gives no address anything. */
  readonly effects: readonly Effect[]
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
}

export type Payable = false | 'price' | 'fee'

/** What the call does beyond its arguments: it names content that is stored elsewhere, or that no table reads. */
export interface Hidden {
  /** Completes "Not in the call data:". */
  readonly content: string
  /** It takes effect after the transaction, so that no trace of it shows the content. */
  readonly isLater: boolean
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
  /** What a receiver of zero means. Default: the payer; no account, where a bridge sends what is given. */
  readonly zero?: 'contract' | 'payer' | 'none'
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
  /** An order sets the rate, not a market: `receives` is what comes. */
  readonly isFixedRate?: true
  /** The part of the amount that the deliverer may keep. */
  readonly fee?: Path
  /** Of what the fee is a part, where the call does not name the asset; or what is all of a share. Default: what is given. */
  readonly feeOf?: Path | Whole
  /** Who else gets that fee. */
  readonly feeTo?: Path
  /** Of the receiver. Default: an EVM chain, or this one. */
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

/** `token` 'native', or where the token is; with `id` an ERC-721 item. */
export interface AssetAt {
  readonly token: Path | 'native'
  readonly amount?: Path
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

export function moves(asset: AssetAt, to: Path, more: Partial<TransferEffect> = {}): Effect {
  return { kind: 'transfer', asset, to, ...more }
}

export function allows(form: GrantForm, asset: AssetAt, to: Path, more: Partial<GrantEffect> = {}): Effect {
  return { kind: 'grant', form, asset, to, ...more }
}
