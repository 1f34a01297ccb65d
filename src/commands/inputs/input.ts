import type { SafeTransactionFile } from '../../shared/safe/read-transaction.ts'
import type { InputForm } from './forms.ts'
import type { RequestBody } from './members.ts'
import type { MessageRequest, TextRequest } from './signing-request.ts'

/** A transaction of a file. */
export interface InputTransaction {
  readonly kind: 'transaction'
  readonly body: RequestBody
}

/** What is signed and not sent: typed data, an authorization or a text. */
export interface InputMessage {
  readonly kind: 'message'
  readonly message: MessageRequest | TextRequest
}

/** A transaction that the owners of a Safe sign. */
export interface InputSafeTransaction {
  readonly kind: 'safe-transaction'
  readonly file: SafeTransactionFile
  /** As the file has them; none of them is checked. */
  readonly signatures: readonly { readonly owner: string; readonly signature: string | null }[]
}

export type Input = (InputTransaction | InputMessage | InputSafeTransaction) & {
  /** Where it stands, from 1: for one of several, `transaction 2`. */
  readonly position: number
}

/** What a file holds. */
export interface Inputs {
  readonly form: InputForm
  /** In the order of the file. */
  readonly transactions: readonly [Input, ...Input[]]
}

/** What a reader makes of one value; its position follows from the order. */
export type Read = InputTransaction | InputMessage | InputSafeTransaction

/** What is known beside the file. */
export interface GivenInputs {
  /** The file, in errors. */
  readonly name: string
  /** For what names no chain: a user operation. */
  readonly chainId?: string | undefined
  /** For a request without a sender. */
  readonly from?: string | undefined
  /** The entry point of a user operation. */
  readonly to?: string | undefined
}
