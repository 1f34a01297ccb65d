import type { Call } from '../decode/calls.ts'

/**
 * What a transaction does, in the words detectors think in: every leaf call becomes one or more actions, and each names
 * its authority, the one who gains or controls something afterwards.
 */
export type Action = Transfer | Grant | Order | Control | Interaction

interface Done {
  /** The call that does it. */
  readonly call: Call
}

export type Standard = 'native' | 'erc20' | 'erc721' | 'erc1155' | 'erc20-or-erc721'

/** Something that is moved or promised. */
export interface Asset {
  readonly standard: Standard
  /** Token contract, lower case; undefined for the native currency. */
  readonly token: string | undefined
  /** Base units (wei for the native currency); undefined when the amount is not fixed by the call. */
  readonly amount: bigint | undefined
  /** Of NFTs. */
  readonly ids: readonly bigint[]
}

/** Assets leave `from` for `authority`, now. */
export interface Transfer extends Done {
  readonly kind: 'transfer'
  readonly asset: Asset
  readonly from: string
  /** The recipient. */
  readonly authority: string
}

/** `authority` may move assets of `owner` from now on; or, when `revokes`, no longer. */
export interface Grant extends Done {
  readonly kind: 'grant'
  readonly form:
    | 'approve'
    | 'increase-allowance'
    | 'permit'
    | 'permit2-approve'
    | 'permit2-permit'
    | 'permit2-transfer'
    | 'approval-for-all'
  readonly asset: Asset
  readonly owner: string
  /** The spender or operator. */
  readonly authority: string
  /** Takes the right back, or makes it smaller: always safe. */
  readonly revokes: boolean
  /** No limit, or an amount so large that it is none (2^95 and more base units, or every item). */
  readonly unlimited: boolean
}

/** A marketplace order the signer fulfils or matches: what the signer gives, what reaches the signer, who gets the rest. */
export interface Order extends Done {
  readonly kind: 'order'
  readonly market: 'seaport' | 'blur'
  readonly signer: string
  readonly gives: readonly Asset[]
  readonly receives: readonly Asset[]
  /** Who receives what the signer gives; the first is the one findings name. */
  readonly authority: string
  readonly beneficiaries: readonly string[]
}

/** Control over a contract or account moves to `authority`. */
export interface Control extends Done {
  readonly kind: 'control'
  readonly form:
    | 'upgrade'
    | 'ownership'
    | 'role'
    | 'module'
    | 'guard'
    | 'fallback-handler'
    | 'signer'
    | 'delegatecall'
    | 'account-delegation'
  /** What is controlled: proxy, Safe, the signer's own account. */
  readonly contract: string
  /** New implementation, owner, module, delegate. */
  readonly authority: string
  /** Of an account delegation (EIP-7702): holds on every chain. */
  readonly everyChain?: boolean
}

/** Any other call: the contract that is called is the authority. */
export interface Interaction extends Done {
  readonly kind: 'interaction'
  readonly authority: string
  /** Wei that goes along. */
  readonly value: bigint
}
