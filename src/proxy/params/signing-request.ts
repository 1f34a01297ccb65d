import * as Hash from 'ox/Hash'
import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import type { TypedDataRequest } from '../../api/schemas/typed-data.ts'

export type Hex = `0x${string}`

/** What the fees of a transaction or user operation come from. Undefined: the node or wallet chooses it. */
export interface FeeTerms {
  readonly gas: bigint | undefined
  /** The most for a unit of gas (wei). */
  readonly gasPrice: bigint | undefined
  /** For blobs (wei). */
  readonly blobFee?: bigint
  /** For the lists of a transaction, which an estimate of its call does not have. */
  readonly listGas?: bigint
}

/** A transaction that a request wants sent or signed. */
export interface RequestedTransaction {
  readonly kind: 'transaction'
  /** As `validate` takes it: addresses with checksum or in lower case, quantities as 0x-hex. */
  readonly transaction: ValidationRequest['transaction']
  /** Hash of a signed transaction, which is known before it is sent. */
  readonly hash?: Hex
  readonly feeTerms: FeeTerms
  /** The most that its fees can cost (wei), as far as known; undefined: the node or wallet chooses them. */
  readonly maxFee?: bigint
  /** To the sender, without value, data and authorizations: only replaces what the sender sent before, unless it runs code. */
  readonly isCancel: boolean
}

/** A message that a request wants signed. */
export interface RequestedMessage {
  readonly kind: 'message'
  readonly request: TypedDataRequest
}

/** A text that a request wants signed: no list knows texts, so that it is assessed here. */
export interface RequestedText {
  readonly kind: 'text'
  readonly text: string
  readonly from: Hex
  /** Chain id of the upstream, decimal. */
  readonly chainId: string
}

export type RequestedPart = RequestedTransaction | RequestedMessage | RequestedText

/** What one request wants sent or signed: all of it is forwarded, or nothing. */
export interface SigningRequest {
  readonly method: string
  readonly parts: readonly [RequestedPart, ...RequestedPart[]]
  /**
   * The keccak-256 of the request, equal for the same request sent again. Of a signed transaction: its hash. Of one without a
   * signature: of chain, from, to, value, data, nonce and authorizations, and of its fees rounded up to a tenth of their limit.
   */
  readonly digest: Hex
  /**
   * Whose nonces it takes, lower case: a later send of the same sender in a batch would wait for that of a refused one. None
   * for what is only signed.
   */
  readonly senders: readonly string[]
  /** Web origin of the page that asks; absent: no page does. */
  readonly site?: string | undefined
}

/** Its transactions, which are the first parts. */
export function transactionsIn({ parts }: Pick<SigningRequest, 'parts'>): readonly RequestedTransaction[] {
  return parts.filter((part) => part.kind === 'transaction')
}

/** Reads the params of one method. @throws RpcFault */
export type ReadRequest = (method: string, params: readonly unknown[], context: ReadingContext) => SigningRequest

/** Reads what has several signed transactions: a step ends with each, as recovering a sender takes milliseconds. */
export type ReadInSteps = (...given: Parameters<ReadRequest>) => Generator<void, SigningRequest>

/** Whether all that it sends is signed: it happens once, however often it is sent. */
export function isSigned(request: SigningRequest): boolean {
  const transactions = transactionsIn(request)
  return transactions.length > 0 && transactions.every(({ hash }) => hash !== undefined)
}

/** What reading needs besides the params. */
export interface ReadingContext {
  /** Chain id of the upstream, decimal. */
  readonly chainId: string
}

/** Computes Keccak-256 of a value that is given as JSON: members in a fixed order, hex in lower case. */
export function digestOf(value: unknown): Hex {
  return Hash.keccak256(new TextEncoder().encode(JSON.stringify(value)), { as: 'Hex' })
}
