import type { Verdict } from '../../api/verdict.ts'
import type { Upstream } from '../http/upstream.ts'
import type { SigningRequest } from '../params/signing-request.ts'
import type { RpcError } from '../rpc/json-rpc.ts'
import type { SenderCode } from './cancel.ts'
import type { MaxFees } from './fees.ts'
import type { Refused } from './refusal.ts'
import type { RequestValidation } from './verdicts.ts'

/** How the upstream took a call. unsent: it never arrived there · unknown: nothing says whether it arrived. */
export type UpstreamOutcome = { readonly result: unknown } | { readonly error: unknown } | 'unsent' | 'unknown'

export type Decision =
  /** `taken` is called once, with what the upstream made of it. */
  | { readonly kind: 'forward'; taken?(outcome: UpstreamOutcome): Promise<void> }
  | { readonly kind: 'refuse'; readonly error: RpcError }
  /** Answered without the upstream: it was sent before. */
  | { readonly kind: 'answer'; readonly result: unknown }

/** A person approved it. The approval is used up last, directly before the request to the upstream. */
export interface Approved {
  readonly kind: 'approved'
  /** A refusal where it cannot be used any more. */
  use(): Promise<Decision>
}

/** What was decided about a call, for the summary and the log. */
export interface Decided {
  /** Null: it is not known, as the request cannot be read. */
  readonly method: string | null
  /** Undefined: it sends and signs nothing, or it is refused before its params are read. */
  readonly request?: SigningRequest | undefined
  /** Undefined: it is forwarded or refused without one. */
  readonly validation?: RequestValidation | undefined
  readonly decision: Decision
  /** What it would have been refused with: it is forwarded, as all is only observed. */
  readonly observed?: RpcError
  /** Why it is forwarded without a verdict, though it may send or sign. */
  readonly unjudged?: string
}

/** Decided, as long as its approval can be used. */
export type Provisional = Omit<Decided, 'decision'> & { readonly decision: Decision | Approved }

export interface Policy {
  /** Undefined: every verdict is forwarded. */
  readonly lowestRefused: Verdict | undefined
  /** Forwards all, and reports what would be refused. */
  readonly observe: boolean
  readonly whenUnavailable: 'fail' | 'allow'
  readonly allowedMethods: readonly string[]
  /** What costs more is refused with any verdict; absent: the limits by native currency. */
  readonly maxFees?: MaxFees | undefined
}

export interface DecideDeps {
  readonly policy: Policy
  readonly upstream: Pick<Upstream, 'ask'>
  readonly senderCode: Pick<SenderCode, 'checked'>
  judge(request: SigningRequest): Promise<RequestValidation>
  /** Of the upstream, decimal. @throws RpcFault where it is not known, or not that of the path */
  chainId(): Promise<string>
  /** Replaces a refusal by a hold, or by what a person decided about it; absent: without `--hold`. */
  hold?(refused: Refused, validation: RequestValidation, signal: AbortSignal): Promise<Decision | Approved>
  /** Must be stored before a call is forwarded without a verdict. Rejects where that fails. */
  recordUnvalidated(request: SigningRequest, why: string): Promise<void>
  /** Called for every call of a body, in their order; of one that is ended, for those that are refused. */
  decided(decided: Decided): void
  /** Called for each of them whose decision has `taken`, once that is known. */
  taken(decided: Decided, outcome: UpstreamOutcome): void
  /** A result of the upstream for what was forwarded. */
  sent(request: SigningRequest, validation: RequestValidation, result: unknown): Promise<void>
  /** Takes errors of ours that change no answer. */
  report(error: unknown): void
}

export const FORWARD: Decision = { kind: 'forward' }
