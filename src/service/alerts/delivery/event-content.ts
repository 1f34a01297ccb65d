import type { AlertType, Coverage, Enforcement, Status } from '../../../api/vocabulary.ts'

/**
 * What an alert event tells, as it was when the alert matched: stored with the event, the `data` of the webhook body, and
 * what every channel's message is made of. Client data, call data and the signed payload are not in it: they never leave.
 */
export interface EventContent {
  readonly alert: { readonly id: string; readonly name: string; readonly type: AlertType }
  readonly transaction: {
    readonly svcTxId: string
    readonly chainId: string
    /** EIP-55, like every address here. */
    readonly from: string
    /** Absent: contract creation. */
    readonly to?: string
    /** Wei, decimal. */
    readonly value: string
    /** The first four bytes of the call data, where there are any. */
    readonly selector?: string
    /** As reported: on-chain id and block. */
    readonly transactionId?: string
    readonly blockNumber?: string
  }
  readonly result: {
    readonly valid: boolean
    readonly status: Status
    readonly enforcement: Enforcement
    /** 0–100. */
    readonly combinedScore: number
    readonly category: string
    readonly subCategory: string
    readonly subCategoryDescription: string
    readonly hops: number
    readonly coverage: Coverage
    readonly error?: string
    /** The strongest first, few. */
    readonly reasons: readonly EventReason[]
    /** Whole USD the sender stands to lose; null: unknown. */
    readonly totalLossUsd: number | null
  }
  /** Of a MONITOR alert: the monitored addresses that the transaction touches. */
  readonly monitored?: readonly { readonly address: string; readonly name: string }[]
}

export interface EventReason {
  readonly text: string
  readonly subject: string
  readonly role: string
  readonly points: number
  readonly source: string
}
