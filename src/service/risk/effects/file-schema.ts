import * as z from 'zod'
import { addressFault } from '../../../api/address.ts'
import { controlForms, exchangeForms, grantForms, type RightName, rights, termForms } from '../actions/forms.ts'
import { knownAs } from '../evidence.ts'
import { chainNumbers } from './destinations.ts'

/** Longer than any struct. */
const MAX_STRUCT = 2000

/**
 * A place in a call: the name of a parameter, with members behind dots; a list stands for each of its items. `@actor` is the caller,
 * `@contract` the called contract; `.@first` and `.@last` are the ends of a list, `.@route` a route of Curve up to its end, `.@start` and
 * `.@end` the addresses at the start and end of bytes or of a number, `.@amount` the 32 bytes behind that at the start, `.@drops` those
 * that options of a LayerZero message pay, `.@payees` those that instructions to a handler of Across pay, `.@pools` those of a call of the
 * Balancer V2 vault. A bytes32, an integer, bytes or a text may hold an address. Where an address is meant, it may also be written out: 0x
 * and 40 digits, with its checksum or in lower case, in which it is compared.
 */
const path = z
  .string()
  .min(1)
  .transform((text) => (addressFault(text) === undefined ? text.toLowerCase() : text))
const paths = z.union([z.array(path), path])
const yes = z.literal(['true', true]).transform(() => true as const)
const no = z.literal(['false', false]).transform(() => false as const)

/** `token` 'native', or where the token is; with `id` an ERC-721 item. */
const asset = z.strictObject({
  token: path,
  /** `@value` is what the call is sent with. */
  amount: path.optional(),
  /**
   * What a function says that it moves; then each amount is what it says. currency: a token, or the native currency by one of its signs.
   * Default: a currency, and an amount of 2^255 or more is all that there is.
   */
  standard: z.enum(['currency', 'erc20', 'erc721', 'erc1155', 'erc20-or-erc721']).optional(),
  /** So many 10^18ths of the amount. */
  share: path.optional(),
  id: path.optional(),
})
const rightNames = Object.keys(rights) as RightName[]
const receiver = { to: path }
const numberedChain = z.tuple([z.enum(chainNumbers), path])
/** Where the number of a chain is, and who gave it; elsewhere: the chain that the called bridge leads to. */
const chainAt = z.union([z.literal('elsewhere'), numberedChain])

/** Whose it is, and where a zero or false ends it. Default: the caller's; of control and what is relied on, the called contract's. */
const owned = { of: path.optional(), unless: path.optional() }

/** Ten thousand, a million or 10^18 is all: a fee or slippage in basis points, in pips, or as a fraction. */
export const wholes = ['e4', 'e6', 'e18'] as const

const effects = [
  z.strictObject({ kind: z.literal('right'), right: z.enum(rightNames), ...receiver, ...owned }),
  z.strictObject({
    kind: z.literal('control'),
    form: z.enum(controlForms),
    ...receiver,
    ...owned,
    ofAccount: yes.optional(),
  }),
  z.strictObject({
    kind: z.literal('exchange'),
    form: z.enum(exchangeForms),
    ...receiver,
    /**
     * What a receiver of zero means. Default: the payer; no account, where a bridge sends what is given. constants: 1 is the payer and 2
     * the contract.
     */
    zero: z.enum(['contract', 'payer', 'none', 'constants']).optional(),
    /** Default `@actor`. */
    payer: path.optional(),
    gives: z.array(asset).optional(),
    /** The amount is the least that is accepted. */
    receives: z.array(asset).optional(),
    /** The least output, where the call does not name the asset. Of several limits the largest counts: one side may be worth little. */
    least: paths.optional(),
    /**
     * Who else decides over what is paid in, where anyone may bring such a contract: the market, its tokens, oracle and rate model, the
     * pool, the hook; and who alone may deliver what is sent to another chain.
     */
    heldBy: paths.optional(),
    /** They do so on the chain of the receiver. Default: on this one. */
    heldThere: yes.optional(),
    /** An order sets the rate, not a market: `receives` is what comes. */
    isFixedRate: yes.optional(),
    /** The part of the amount that the deliverer may keep. */
    fee: path.optional(),
    /** What the fee is a part of, where the call does not name the asset; or what is all of a share. Default: what is given. */
    feeOf: z.union([z.enum(wholes), path]).optional(),
    /** Who else gets that fee. */
    feeTo: path.optional(),
    /** Chain of the receiver. Default: an EVM chain, or this one. */
    on: chainAt.optional(),
    /** Zero there: the receiver gets nothing. */
    unless: path.optional(),
  }),
  /** `from`: default `@actor`. */
  z.strictObject({ kind: z.literal('transfer'), asset, from: path.optional(), ...receiver }),
  z.strictObject({
    kind: z.literal('grant'),
    form: z.enum(grantForms),
    asset,
    ...receiver,
    /** Without a path for what ends it, an amount of zero does. */
    ...owned,
    /** The allowance ends, or becomes less. */
    revokes: yes.optional(),
  }),
  /**
   * The call gives the address nothing and still depends on it: a market, a token, a contract that it calls; or a position, by its number,
   * gains. It must be own, or known as what it is here.
   */
  z.strictObject({
    kind: z.literal('relies'),
    ...receiver,
    /** nothing: bytes that must be empty, because others act on them and no table reads them. */
    as: z.enum([...knownAs, 'position', 'nothing']),
    /** Of a position: the contract that says who owns it, and where zero says that it is a new one, of the caller. */
    ...owned,
    /** Default: this chain. */
    on: chainAt.optional(),
    /** The contract trusts it for the output, so that no minimum bounds what it can take. */
    unbounded: yes.optional(),
  }),
] as const

export const effect = z.discriminatedUnion('kind', effects, {
  error: `is not one of ${effects.map(({ shape }) => shape.kind.value).join(', ')}`,
})

/** What the call does beyond its arguments: it names content that is stored elsewhere, or that no table reads. */
const hides = z.strictObject({
  /** Completes "Not in the call data:". */
  content: z.string().min(1),
  /** It takes effect after the transaction, so that no trace of it shows the content. */
  isLater: z.union([yes, no]).default(false),
})

const row = z.strictObject({
  /** Signature with parameter names; after `packed ` one whose arguments are not padded. */
  call: z.string(),
  /** Empty: the function was read and gives no address anything, or code computes what it does. */
  effects: z.array(effect),
  hides: hides.optional(),
  /** Address arguments, and numbers that choose a position, with which nothing can be lost at any value. */
  harmless: z.array(path).min(1).optional(),
  /** The function destroys what it takes, and nothing comes for it. */
  destroys: yes.optional(),
  /** What comes for it comes in another transaction: a request, a queue, an order that others fill. */
  later: yes.optional(),
  /** Seconds for which it holds what it takes, after its owner asks for it. */
  locks: path.optional(),
  /** price, fee: the value of the call is one; false: the function takes none. Absent: not known. */
  payable: z.union([z.enum(['price', 'fee']), no]).optional(),
  source: z.string().min(1).optional(),
})

/** A file of an operator. */
export const fileSchema = z.strictObject({
  /** Source of rows that name none. */
  source: z.string().min(1).optional(),
  /** Names for sources, which rows may write instead. */
  sources: z.record(z.string(), z.string().min(1)).default({}),
  /** Tuples by name, which signatures may write instead. */
  structs: z.record(z.string(), z.string().max(MAX_STRUCT)).default({}),
  functions: z.array(row),
})

/**
 * Amounts and terms of a function, for its sentence alone: no rule reads them, so that they change no verdict. Paths are as in effects;
 * besides, a token may be `@asset`, the asset of the called vault or market.
 */
const says = z.strictObject({
  form: z.enum([...exchangeForms, ...termForms]),
  gives: z.array(asset).min(1).optional(),
  receives: z.array(asset).min(1).optional(),
  /** Whose debt or position it is. */
  of: path.optional(),
  /** The chain on which the receiver is. */
  on: numberedChain.optional(),
  /** The most that the deliverer keeps, of what is given. */
  fee: path.optional(),
  /** Seconds after which the amount is available again. */
  each: path.optional(),
  /** A name or number that the sentence repeats. */
  what: path.optional(),
  /** 0 against, 1 for, 2 neither; or whether it is for. */
  support: path.optional(),
  /** For `act`: what it does, with `{at}` for the called contract, `{of}` and `{what}`. */
  text: z.string().min(1).optional(),
})

/** create: its data is the code of a new contract. */
const operation = z.enum(['call', 'delegatecall', 'create'])

/**
 * Arguments that are a call, or a list of calls. Besides the words of a path, `@value` is what the outer call carries, and `@called` the
 * contract whose code runs, also in a delegatecall.
 */
export const calls = z.strictObject({
  data: path,
  /** Absent: the called contract is not known, or with `inherits` the same. */
  to: path.optional(),
  /** Default: none. */
  value: path.optional(),
  /** Default: the called contract. `@alias`: the caller, by the address of a contract that it has on Arbitrum. */
  actor: path.optional(),
  /** Caller, value and kind are those of the outer call: the contract delegatecalls itself, or passes its caller on. */
  inherits: yes.optional(),
  /** A delegatecall. */
  delegates: yes.optional(),
  /** The number or flag that says what kind of call it is, of `operations`. */
  operation: path.optional(),
  /** By that number, from 0. Default: call, delegatecall. */
  operations: z.array(operation).min(1).optional(),
  /** Signature of the called function, where it is written apart from its arguments; empty: the data starts with the selector. */
  signature: path.optional(),
  /** The zero address as target is the account itself, or says that there is no call. */
  zero: z.enum(['self', 'none']).optional(),
  /** The largest number as value stands for all that the contract holds: what the outer call carries. */
  largestIsAll: yes.optional(),
  /** Its caller makes the calls of the contract itself, and those for the zero address. */
  keepsCaller: yes.optional(),
  /** False there: a call that fails undoes nothing else. */
  mustSucceed: path.optional(),
  /** Empty data: there is no call. */
  optional: yes.optional(),
})

/**
 * Any contract may have the function, and it does the same everywhere: what an operator says of a contract adds to it, and an address in
 * its arguments that is no party of its effects must be known. token: one that tokens have
 */
const standard = z.enum(['token', 'contract'])

const ownRow = row.extend({
  effects: row.shape.effects.default([]),
  /** `actions` or `decode/unwrap` computes what it does. */
  code: yes.optional(),
  /** Of a command: the byte or selector that names it. Versions of its contract may have different meanings for one. */
  id: z
    .string()
    .regex(/^0x[0-9a-f]{2,8}$/)
    .optional(),
  says: says.optional(),
  /** The calls that it makes, in its arguments. */
  calls: z.array(calls).min(1).optional(),
})

/** A file of `data/effects` or `data/commands`. */
export const ownFile = fileSchema.extend({ standard: standard.optional(), functions: z.array(ownRow) })

/** What a file of these says, as it is read. */
export interface Written {
  readonly row: z.infer<typeof ownRow>
  readonly effect: z.infer<typeof effect>
  readonly asset: z.infer<typeof asset>
  readonly chainAt: z.infer<typeof chainAt>
  readonly says: z.infer<typeof says>
  readonly calls: z.infer<typeof calls>
  readonly operation: z.infer<typeof operation>
  readonly standard: z.infer<typeof standard>
}
