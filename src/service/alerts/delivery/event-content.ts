import type { Simulation } from '../../../api/schemas/simulation.ts'
import type { Verdict } from '../../../api/verdict.ts'
import type { AlertType, Coverage, Enforcement, Status } from '../../../api/vocabulary.ts'

/**
 * The content of an alert event when the alert matched. It is stored with the event, is the `data` of the webhook body, and
 * is the source of every channel's message. It never contains client data, call data or the signed payload.
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
    /** The first four bytes of the call data. */
    readonly selector?: string
    /** The on-chain hash and block, as reported. */
    readonly transactionId?: string
    readonly blockNumber?: string
  }
  readonly result: {
    readonly valid: boolean
    /** Band of the score: SAFE also without data. */
    readonly status: Status
    /** Absent in events of older versions. */
    readonly verdict?: Verdict
    readonly enforcement: Enforcement
    /** 0–100. */
    readonly combinedScore: number
    readonly category: string
    readonly subCategory: string
    readonly subCategoryDescription: string
    readonly hops: number
    readonly coverage: Coverage
    /** See `knownByAgeOnly` of the result; absent: no. */
    readonly knownByAgeOnly?: boolean
    readonly error?: string
    /** What the transaction does, in words (`explanation.actions`). Absent in events of older versions. */
    readonly actions?: readonly string[]
    /** What it does on a node of the chain, bounded; absent where none was asked, and in events of older versions. */
    readonly simulation?: EventSimulation
    /** At most three, the strongest first. */
    readonly reasons: readonly EventReason[]
    /** Potential loss of the sender in whole USD; null: unknown. */
    readonly totalLossUsd: number | null
  }
  /** For a MONITOR alert: the monitored addresses that the transaction touches. */
  readonly monitored?: readonly { readonly address: string; readonly name: string }[]
}

/** As in the answer to the validation, with at most 12 asset changes and 12 approvals; `more` counts the others. */
export interface EventSimulation extends Simulation {
  readonly more?: number
}

export interface EventReason {
  readonly text: string
  readonly subject: string
  readonly role: string
  readonly points: number
  readonly source: string
}
