import type { Listed, Row } from '../../bench/detection/adversarial/row.ts'

/** A message that a wallet shows before it is signed (EIP-712, as `eth_signTypedData_v4` takes it). */
export interface HonestMessage {
  /** Unique within its group. */
  readonly id: string
  /** Why it is honest. */
  readonly what: string
  /** Documentation of the message. */
  readonly source: string
  readonly typedData: unknown
  /** Signer. Default: `SIGNER` of the adversarial set. */
  readonly from?: string
  readonly lists?: readonly Listed[]
}

export type HonestCase = Row | HonestMessage

/** Ordinary transactions and messages that a rule could disturb. */
export interface HonestGroup {
  readonly name: string
  readonly cases: readonly HonestCase[]
}
