import type { Log } from '../../evm/logs.ts'

/** The header identifies a block. Addresses, hashes and data are in lower case; numbers of blocks are safe integers. */
export interface BlockHeader {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** Types that other chains add to those of Ethereum. Arbitrum's own are those from its first to its last. */
export const transactionTypes = {
  /** Of the OP stack: paid on L1. */
  optimismDeposit: 0x7e,
  /** From the parent chain: creates its value. */
  arbitrumDeposit: 0x64,
  /** Creates a retryable ticket; its gas is paid from the deposit. */
  arbitrumSubmitRetryable: 0x69,
  arbitrumFirst: 0x64,
  arbitrumLast: 0x6a,
} as const

export interface ChainTransaction {
  readonly hash: string
  /** Position in the block. */
  readonly index: number
  readonly from: string
  /** Absent when it creates a contract. */
  readonly to: string | undefined
  /** Wei. */
  readonly value: bigint
  /** Call data. */
  readonly data: string
  readonly nonce: number
  /** 0 to 4, or one of another chain: `transactionTypes`. */
  readonly type: number
  /** Wei that a deposit of the OP stack creates for the sender; 0 of other types. */
  readonly mint: bigint
  /** EIP-7702: the accounts whose code it sets, as their signatures say. */
  readonly authorizations: readonly SetCode[]
}

export interface SetCode {
  readonly authority: string
  /** The zero address removes the delegation. */
  readonly delegate: string
  /** It has an effect only while the authority has this nonce. */
  readonly nonce: bigint
}

export interface TransactionReceipt {
  /** Absent when the node gives no receipts, or the receipt does not say. */
  readonly succeeded: boolean | undefined
  /** Wei that the sender paid for gas, with L1 fees where the receipt names them; undefined: not said. */
  readonly fee: bigint | undefined
  /** Contract that it created. */
  readonly created: string | undefined
  readonly logs: readonly Log[]
  /** By its gas it is a payment that runs no code. Absent: it may run some. */
  readonly isPayment?: true
}

/** A transaction that a block has. */
export interface MinedTransaction {
  readonly chainId: string
  readonly header: BlockHeader
  readonly transaction: ChainTransaction
  readonly receipt: TransactionReceipt
}

/** A transaction that may touch watched addresses. */
export interface MatchedTransaction {
  readonly transaction: ChainTransaction
  readonly receipt: TransactionReceipt
  /** Possible matches of the filter: false positives occur. Empty for a transaction that is requested by hash. */
  readonly candidates: readonly string[]
}

export function minedIn(
  chainId: string,
  header: BlockHeader,
  { transaction, receipt }: MatchedTransaction,
): MinedTransaction {
  return { chainId, header, transaction, receipt }
}

/** A credit is native currency that a block creates for a watched address, outside of every transaction. */
export interface BlockCredit {
  readonly address: string
  /** Wei; undefined: fees of the block, which it does not say. */
  readonly amount: bigint | undefined
  readonly of: 'withdrawal' | 'fees'
}

/** A block whose parts fit together, with what may touch watched addresses. */
export interface CheckedBlock {
  readonly header: BlockHeader
  /** Number of its transactions. */
  readonly transactions: number
  readonly matched: readonly MatchedTransaction[]
  readonly credits: readonly BlockCredit[]
}
