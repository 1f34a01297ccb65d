import type { ChainEvent } from '../../../../api/schemas/chain-event.ts'
import type { Simulation } from '../../../../api/schemas/simulation.ts'
import type { Explanation, Reason, ScoreDetail, ValidationResult } from '../../../../api/schemas/transaction.ts'
import type { VerdictChange } from '../../../../api/schemas/verdict-change.ts'
import type { ActivityNote } from '../../../../api/text/notes.ts'
import type { Verdict } from '../../../../api/verdict.ts'
import type {
  AlertType,
  ChainEventKind,
  Coverage,
  Enforcement,
  EventStep,
  MonitorEventKind,
  NoticeKind,
  NoticeStep,
  Status,
} from '../../../../api/vocabulary.ts'
import type { AllowanceKind } from '../../../evm/allowance.ts'

/**
 * The content of an alert event when the alert matched. It is stored with the event, is the `data` of the webhook body, and
 * is the source of every channel's message. It never contains client data, call data or the signed payload.
 *
 * A verdict has `transaction` and `result`; with `safe` it is about what waits in the queue of a Safe. What a block brought to a
 * monitored address has the members of `ChainEventContent`, and no `result` for what belongs to no transaction. A notice has
 * `notice`.
 */
export interface EventContent extends Partial<Omit<ChainEventContent, 'kind' | 'kinds'>> {
  /** What it is about, of `kinds`. */
  readonly kind?: MonitorEventKind
  readonly kinds?: readonly MonitorEventKind[]
  readonly alert: { readonly id: string; readonly name: string; readonly type: AlertType }
  readonly transaction: EventTransaction
  /** Absent: nothing was validated. */
  readonly result?: EventResult
  /** For a MONITOR alert: the monitored addresses that are touched. */
  readonly monitored?: readonly { readonly address: string; readonly name: string }[]
  readonly notice?: EventNotice
  /** The Safe, where it is about what happens in its queue. */
  readonly safe?: EventSafe
  /** Hash of the transaction or message of the Safe, as recomputed; absent: it is about none. */
  readonly safeTxHash?: string
  /** How many events a digest stands for, exactly. The other members are those of the worst one. */
  readonly group?: EventGroup
  /** The verdicts that got worse, where it is a notice about these. */
  readonly rescreen?: EventRescreen
}

/** The queue of a Safe. Addresses are EIP-55. */
export interface EventSafe {
  readonly address: string
  readonly name: string
  /** Decimal; absent: of a message, or about no transaction. */
  readonly nonce?: string
  /** Owners whose signatures are valid, of those that are needed. */
  readonly signed?: number
  readonly threshold?: number
  readonly proposer?: string
  /** The contract whose code acts as the Safe; absent: it makes a call. */
  readonly delegatecall?: string
  /** As hardware wallets show them. */
  readonly domainHash?: string
  readonly messageHash?: string
  /** It never proposed here before and is no owner. */
  readonly isNewProposer?: true
  /** The verdict or what it does is another one than at the last message about it. */
  readonly isChanged?: true
  /** What changed, one line each: configuration, delegates. */
  readonly changes?: readonly string[]
}

/** Content about a verdict. */
export interface VerdictContent extends EventContent {
  readonly transaction: EventTransactionWithVerdict
  readonly result: EventResult
}

export type EventTransactionWithVerdict = EventTransaction &
  Required<Pick<EventTransaction, 'svcTxId' | 'from' | 'value'>>

export interface EventTransaction {
  /** The stored transaction; absent, like `from` and `value`: it is about none. */
  readonly svcTxId?: string
  readonly chainId: string
  /** EIP-55, like every address here. */
  readonly from?: string
  /** Absent: contract creation. */
  readonly to?: string
  /** Wei, decimal. */
  readonly value?: string
  /** The first four bytes of the call data. */
  readonly selector?: string
  /** The on-chain hash and block, as reported or seen. */
  readonly transactionId?: string
  readonly blockNumber?: string
}

/** What happens to monitored addresses on chain. */
export interface ChainEventContent {
  readonly step: EventStep
  /** A message about the same block came before, and does not say this: a further address, or a graver kind. */
  readonly more?: true
  /** The gravest of `kinds`. */
  readonly kind: ChainEventKind
  readonly kinds: readonly ChainEventKind[]
  /** Null: it was reported, not seen. */
  readonly blockHash: string | null
  /** ISO 8601; absent: it was reported. */
  readonly blockTime?: string
  /** Blocks on top of it when the alert was sent; null: it was reported. */
  readonly confirmations: number | null
  /** Id of the validation of this transaction here; null: it was not validated here. */
  readonly validatedAs: string | null
  /** What that validation said; absent: it was not validated here, or the validation is deleted. */
  readonly validation?: ChainEvent['validation']
  /** What happens, the gravest first; at most 12, `moreActivities` counts the others. Absent: it was reported. */
  readonly activities?: readonly EventActivity[]
  readonly moreActivities?: number
}

export interface EventActivity
  extends Readonly<Pick<ChainEvent, 'address' | 'name' | 'usd' | 'other' | 'note' | 'failed'>> {
  readonly kind: ChainEventKind
  readonly moves: readonly EventMove[]
  /** Token of an allowance, and what holds afterwards; without amount: all. */
  readonly allowance?: EventAmount
  /** Rights that others got or used and that the owner can revoke. */
  readonly rights?: readonly EventRight[]
  /** What `note` says, as codes with parameters. */
  readonly notes?: readonly ActivityNote[]
}

export interface EventRight {
  readonly kind: AllowanceKind
  readonly token: string
  readonly spender: string
  /** The item, where the right is over one. */
  readonly tokenId?: string
}

/** An amount in base units, decimal; without a token of the native currency. */
export type EventAmount = Readonly<NonNullable<ChainEvent['allowance']>>

export type EventMove = Readonly<ChainEvent['moves'][number]>

/** A notice about the following of a chain, a digest, or a hold. */
export interface EventNotice {
  readonly kind: NoticeKind
  /** Absent: it has no end. */
  readonly step?: NoticeStep
  /** One sentence without a period; about a chain after its name: "the follower is 7 min behind the head". */
  readonly text: string
  readonly details: readonly string[]
  /** The command that shows more, or goes on. */
  readonly command?: string
  /** What waits for a person. */
  readonly holdId?: string
}

/** Events of one alert that a destination gets as one message. */
export interface EventGroup {
  readonly count: number
  /** ISO 8601: of the first and the last one. */
  readonly since: string
  readonly until: string
}

/** Verdicts that got worse because of a listing. */
export interface EventRescreen {
  /** Id of the run that found them. */
  readonly id: string
  /** ISO 8601: transactions from then on. */
  readonly since: string
  /** Exact counts, with those that are not in `worst`. */
  readonly transactions: number
  readonly counterparties: number
  /** At most 10, the worst first; without `svcTxId` and `from`: a counterparty that was paid. */
  readonly worst: readonly EventVerdictChange[]
}

export type EventVerdictChange = Readonly<
  Partial<Pick<VerdictChange, 'svcTxId' | 'from'>> &
    Pick<VerdictChange, 'to' | 'chainId' | 'owner' | 'address' | 'source' | 'reason'>
>

/** What the answer to the validation said. */
export interface EventResult
  extends Readonly<Pick<ValidationResult, 'valid' | 'combinedScore' | 'knownByAgeOnly' | 'error'>>,
    Readonly<Pick<ScoreDetail, 'category' | 'subCategory' | 'subCategoryDescription'>>,
    Readonly<Pick<Explanation, 'actions' | 'moreActions' | 'names'>> {
  readonly verdict: Verdict
  /** Band of the score: SAFE also without data. */
  readonly status: Status
  readonly enforcement: Enforcement
  readonly hops: number
  readonly coverage: Coverage
  /** What it does on a node of the chain, bounded; absent where none was queried. */
  readonly simulation?: EventSimulation
  /** At most three, the strongest first. */
  readonly reasons: readonly EventReason[]
  /** Enforced policies that refuse or hold it, the strictest first; absent: none. */
  readonly policies?: readonly EventPolicy[]
  /** Potential loss of the sender in whole USD; null: unknown. */
  readonly totalLossUsd: number | null
}

/** One line a policy. */
export interface EventPolicy {
  readonly policy: string
  readonly result: 'deny' | 'hold'
  /** Why, as the end of a sentence: `620 of 500 USD in 24 h`. */
  readonly text: string
}

/** As in the answer to the validation, with at most 12 asset changes and 12 approvals; `more` counts the others. */
export interface EventSimulation extends Simulation {
  readonly more?: number
}

export type EventReason = Readonly<Pick<Reason, 'text' | 'subject' | 'role' | 'points' | 'source'>>
