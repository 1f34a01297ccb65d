/** What a node says about an address at the block of the verdict. Addresses and hex in lower case. */
export interface ChainAccount {
  readonly address: string
  /**
   * empty: never used · eoa: no code · delegated: an EOA that runs the code of a delegate (EIP-7702) · contract.
   * Without code, only the holder of a key acts, and code may still be created there.
   */
  readonly kind: AccountKind
  /** Wei. */
  readonly balance: bigint
  /** Undefined when it was not requested, or not answered. */
  readonly nonce: number | undefined
  /** Bytes; 23 for a delegated account. */
  readonly codeSize: number
  /** Absent without code. */
  readonly codeHash: string | undefined
  /** Set for a delegated account. */
  readonly delegate: string | undefined
  readonly proxy: AccountProxy | undefined
  readonly safe: AccountSafe | undefined
  readonly token: TokenMetadata | undefined
  /** What `owner()` answers. */
  readonly owner: string | undefined
  /** It says that it is a pool of two tokens (Uniswap V2 and V3). */
  readonly isPool?: true
  /** A contract that has more than a forwarder, and no part of which names other code that it runs. Absent: not known, or no. */
  readonly runsOwnCode?: true
  /**
   * Whether it ran the same code three days before the block, as far as a proxy shows what it runs; false: it had none, or
   * other code. Undefined: no node could say.
   */
  readonly hadCodeBefore: boolean | undefined
}

export type AccountKind = 'empty' | 'eoa' | 'delegated' | 'contract'

export interface AccountProxy {
  /** eip1167 and eip7511: clones of these and other forms of fixed code, whose implementation never changes. */
  readonly form: 'eip1967' | 'beacon' | 'zeppelinos' | 'eip1822' | 'eip1167' | 'eip7511' | 'safe'
  readonly implementation: string | undefined
  readonly admin: string | undefined
  readonly beacon: string | undefined
}

export interface AccountSafe {
  readonly owners: readonly string[]
  readonly threshold: number
}

/** What a contract says about itself: a third party's text, cleaned and shortened. It proves nothing. */
export interface TokenMetadata {
  readonly symbol: string | undefined
  readonly name: string | undefined
  /** 0–255; undefined: it has none. */
  readonly decimals: number | undefined
  readonly standard: 'erc20' | 'erc721' | 'erc1155' | undefined
}

/** Days after which a contract is no longer young: `hadCodeBefore`. */
export const YOUNG_DAYS = 3

/** Only the holder of a key acts for it; a delegated account is an EOA. */
export function hasNoCode({ kind }: ChainAccount): boolean {
  return kind !== 'contract'
}
