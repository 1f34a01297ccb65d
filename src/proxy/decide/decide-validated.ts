import { blockingPolicy, decidingOutcome } from '../../api/text/policies.ts'
import { isAtLeast, type Verdict, verdictStatusOf } from '../../api/verdict.ts'
import type { SigningRequest } from '../params/signing-request.ts'
import { type RpcCall, type RpcError, RpcFault } from '../rpc/json-rpc.ts'
import { asNoCancel, isCancel } from './cancel.ts'
import {
  type Approved,
  FORWARD,
  type Provisional,
  type ProxyDecision,
  type ProxyPolicy,
  type RouteDeps,
} from './decision.ts'
import { feeFaultOf } from './fees.ts'
import { isSearched } from './methods.ts'
import { blocked, feeLimited, type Refused, refusedWithoutVerdict } from './refusal.ts'
import type { RefusedSenders } from './refused-senders.ts'
import type { PartVerdict, RequestValidation } from './verdicts.ts'

/** What is known of a call when its turn comes. */
export interface ValidatedCall {
  readonly call: RpcCall
  /** Undefined, with `error`: it cannot be read. */
  readonly request?: SigningRequest
  /** Undefined, with `error`: it cannot be validated. */
  readonly validation?: RequestValidation
  readonly error?: unknown
}

/** Requests the verdict. It never rejects, because it may be awaited late. */
export async function validateCall(
  call: RpcCall,
  { policy, upstream, verdicts, site }: RouteDeps,
  signal: AbortSignal,
): Promise<ValidatedCall> {
  let request: SigningRequest | undefined
  try {
    const [{ readInTurns }, { withFees }, chainId] = await Promise.all([
      import('../params/read-params.ts'),
      import('../params/with-fees.ts'),
      upstream.chainId(),
    ])
    const turn = async () => {
      await new Promise<void>((resolve) => verdicts.turns.add(resolve))
      signal.throwIfAborted()
    }
    await turn()
    request = {
      ...(await readInTurns(call.method, call.params, { chainId }, turn)),
      ...(site !== undefined && { site }),
    }
    // Who asks what it would do or cost pays no fee, and takes no nonce.
    if (isSearched(call.method)) request = { ...request, senders: [] }
    else request = await withFees(request, chainId, policy.maxFees, upstream)
    if (isCancel(request)) request = await upstream.senderCode.checked(request)
    // Who approves it needs a verdict.
    if (feeFaultOf(request, policy.maxFees) !== undefined) request = asNoCancel(request)
    const validation = decisive(await verdicts.on(request), policy)
    signal.throwIfAborted()
    return { call, request, validation }
  } catch (error) {
    return { call, ...(request && { request }), error }
  }
}

/** What is known of a part refuses all of it, where there is no verdict on the rest. */
function decisive(validation: RequestValidation, { lowestRefused }: ProxyPolicy): RequestValidation {
  const known = validation.kind === 'unavailable' ? validation.known : undefined
  if (!known) return validation
  const isBlocked = isRefused(known.worst.verdict, lowestRefused) || policyOn(known.parts) !== undefined
  return isBlocked ? known : validation
}

export async function decideValidated(
  validated: ValidatedCall,
  deps: RouteDeps,
  refusedSenders: RefusedSenders,
  signal: AbortSignal,
): Promise<Provisional> {
  const { call, request, validation } = validated
  const { observe } = deps.policy
  const earlier = request && refusedSenders.refusalOf(request)
  const decision = await decisionOn(validated, earlier, deps, signal)
    .catch(refusedByFault)
    .catch((error: unknown) => {
      if (!observe || signal.aborted) throw error
      deps.events.fault(error)
      return refuse(refusedWithoutVerdict('there is no verdict: internal error of txwarden'))
    })
  // What it is refused for then is no verdict of its own.
  const isForEarlier = decision.kind === 'refuse' && decision.error === earlier
  const known = { method: call.method, validation: isForEarlier ? undefined : validation }
  // Nothing is sent: the upstream's answer is that to a question.
  const isAnswer = isSearched(call.method) && decision.kind === 'forward'
  const decided = isAnswer ? { method: call.method } : { ...known, request }
  if (decision.kind === 'forward' && validation?.kind === 'unavailable')
    return { ...decided, decision, withoutVerdict: `there is no verdict: ${validation.why}` }
  if (decision.kind !== 'refuse') return { ...decided, decision }
  if (observe) return { ...decided, decision: FORWARD, observed: decision.error }
  refusedSenders.add(call, request)
  return { ...decided, decision }
}

export function refuse(error: RpcError): ProxyDecision {
  return { kind: 'refuse', error }
}

/** Turns a fault that is thrown into a refusal. */
export function refusedByFault(error: unknown): ProxyDecision {
  if (error instanceof RpcFault) return refuse(error.error)
  throw error
}

/**
 * Rejects with why it could not be read or validated.
 * @param earlier why it cannot be forwarded with any verdict: a refused one keeps its own
 */
async function decisionOn(
  { request, validation, error }: ValidatedCall,
  earlier: RpcError | undefined,
  deps: RouteDeps,
  signal: AbortSignal,
): Promise<ProxyDecision | Approved> {
  if (!request || !validation) throw error
  const { policy } = deps
  if (validation.kind === 'cancel') return FORWARD
  const feeFault = feeFaultOf(request, policy.maxFees)
  if (validation.kind === 'unavailable') {
    if (feeFault !== undefined) return refuse(feeLimited(request, feeFault))
    if (policy.whenUnavailable === 'fail')
      return refuse(refusedWithoutVerdict(`there is no verdict: ${validation.why}`, validation.next))
    if (earlier) return refuse(earlier)
    if (!policy.observe) await deps.events.unvalidated(request, validation.why)
    return FORWARD
  }
  const { worst, parts } = validation
  const isByVerdict = parts.some((part) => part && isRefused(withoutPolicies(part), policy.lowestRefused))
  const byPolicy = policyOn(parts)
  if (!isByVerdict && byPolicy === undefined && feeFault === undefined) return earlier ? refuse(earlier) : FORWARD
  const refused: Refused = { request, worst, isByVerdict, byPolicy, feeFault }
  const isHeld = byPolicy === undefined ? deps.holds.isForAll : mayHold(refused, deps)
  // Who approves sees all parts, and approves a send or typed data.
  const isText = request.parts.some(({ kind }) => kind === 'text')
  if (!isHeld || isText || policy.observe || parts.includes(null) || isSearched(request.method))
    return refuse(blocked(refused))
  const decision = await deps.holds.decide(refused, validation, signal)
  return earlier && decision.kind === 'approved' ? refuse(earlier) : decision
}

/** What a policy denies is never held; without `--hold`, only what nothing but a policy refuses. */
function mayHold({ byPolicy, isByVerdict, feeFault }: Refused, { holds }: RouteDeps): boolean {
  if (byPolicy?.result !== 'hold') return false
  return holds.isForAll || (!isByVerdict && feeFault === undefined)
}

/** What the policies of the service say of all parts. */
function policyOn(parts: readonly (PartVerdict | null)[]): Refused['byPolicy'] {
  return decidingOutcome(parts.flatMap((part) => part?.result.explanation?.policies ?? []))
}

function withoutPolicies({ verdict, result }: PartVerdict): Verdict {
  return blockingPolicy(result) ? verdictStatusOf(result) : verdict
}

function isRefused(verdict: Verdict, lowest: Verdict | undefined): boolean {
  return lowest !== undefined && isAtLeast(verdict, lowest)
}
