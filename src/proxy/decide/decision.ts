import type { Verdict } from '../../api/verdict.ts'
import type { Upstream } from '../http/upstream.ts'
import type { SigningRequest } from '../params/signing-request.ts'
import type { RpcCall, RpcError } from '../rpc/json-rpc.ts'
import type { SenderCode } from './cancel.ts'
import type { MaxFees } from './fees.ts'
import type { Refused } from './refusal.ts'
import type { RequestValidation, ValidatedRequest, Verdicts } from './verdicts.ts'

/** How the upstream took a call. unsent: it never arrived there · unknown: nothing says whether it arrived. */
export type UpstreamOutcome = { readonly result: unknown } | { readonly error: unknown } | 'unsent' | 'unknown'

export type ProxyDecision =
  /** `onOutcome` is called once, with what the upstream made of it. */
  | { readonly kind: 'forward'; onOutcome?(outcome: UpstreamOutcome): Promise<void> }
  | { readonly kind: 'refuse'; readonly error: RpcError }
  /** Answered without the upstream: it was sent before. */
  | { readonly kind: 'answer'; readonly result: unknown }

/** A person approved it. The approval is used up last, directly before the request to the upstream. */
export interface Approved {
  readonly kind: 'approved'
  /** A refusal where it cannot be used any more. */
  use(): Promise<ProxyDecision>
}

/** What was decided about a call, for the summary and the log. */
export interface Decided {
  /** Null: it is not known, as the request cannot be read. */
  readonly method: string | null
  /** Absent when it sends and signs nothing, or is refused before its params are read. */
  readonly request?: SigningRequest | undefined
  /** Absent when it is forwarded or refused without a validation. */
  readonly validation?: RequestValidation | undefined
  readonly decision: ProxyDecision
  /** What it would have been refused with: it is forwarded, as all is only observed. */
  readonly observed?: RpcError
  /** Why it is forwarded without a verdict, though it may send or sign. */
  readonly withoutVerdict?: string
}

/** Decided, as long as its approval can be used. */
export type Provisional = Omit<Decided, 'decision'> & { readonly decision: ProxyDecision | Approved }

export interface ProxyPolicy {
  /** When absent, every verdict is forwarded. */
  readonly lowestRefused: Verdict | undefined
  /** Forwards all, and reports what would be refused. */
  readonly observe: boolean
  readonly whenUnavailable: 'fail' | 'allow'
  readonly allowedMethods: readonly string[]
  /** What costs more is refused with any verdict; absent: the limits by native currency. */
  readonly maxFees?: MaxFees | undefined
}

/** The node behind a path, with what it says about itself. */
export interface RouteUpstream extends Pick<Upstream, 'host' | 'forward' | 'read'> {
  /** Reads the chain id, decimal. @throws RpcFault where it is not known, or is not that of the path */
  chainId(): Promise<string>
  readonly senderCode: Pick<SenderCode, 'checked'>
}

/** What is recorded about calls. None of it changes an answer, but `unvalidated`. */
export interface ProxyEvents {
  /** Every call of a body is reported in their order; of a body that ended early, those that are refused. */
  decided(decided: Decided): void
  /** Each forwarded call that was validated is reported again, with what the upstream made of it. */
  outcome(decided: Decided, outcome: UpstreamOutcome): void
  /** The upstream did not answer so many calls that only read. */
  unanswered(calls: number): void
  /** Takes the result of a call that may be a receipt of what was sent; undefined: the answer is of no interest. */
  receipt(call: RpcCall): ((result: unknown) => void) | undefined
  /** Stores that a request is forwarded without a verdict, before it is. @throws RpcFault where that fails */
  unvalidated(request: SigningRequest, why: string): Promise<void>
  /** Takes errors of the proxy itself. */
  fault(error: unknown): void
}

/** What the calls of one path are decided and answered with. */
export interface RouteDeps {
  readonly policy: ProxyPolicy
  readonly upstream: RouteUpstream
  readonly verdicts: Verdicts
  readonly holds: Holds
  readonly events: ProxyEvents
  /** Web origin of the page that asks; absent: no page does. */
  readonly site?: string | undefined
}

/** Lets a person decide about what is refused. */
export interface Holds {
  /** Whether it decides about what is refused by its verdict or fees (`--hold`); otherwise only about what a policy holds. */
  readonly isForAll: boolean
  /** Replaces a refusal by a hold, or by what a person decided about it. */
  decide(refused: Refused, validated: ValidatedRequest, signal: AbortSignal): Promise<ProxyDecision | Approved>
}

/** Whether the upstream's answer to a call is reported: it is forwarded, and was validated or could not be. */
export function hasOutcome({ decision, request, validation }: Decided): boolean {
  return decision.kind === 'forward' && request !== undefined && validation !== undefined
}

export const FORWARD: ProxyDecision = { kind: 'forward' }
