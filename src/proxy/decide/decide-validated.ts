import { isAtLeast, type Verdict } from '../../api/verdict.ts'
import { Turns } from '../../shared/turns.ts'
import type { SigningRequest } from '../params/signing-request.ts'
import { type RpcCall, type RpcError, RpcFault } from '../rpc/json-rpc.ts'
import { asNoCancel, isCancel } from './cancel.ts'
import { type Approved, type DecideDeps, type Decision, FORWARD, type Policy, type Provisional } from './decision.ts'
import { feeFaultOf } from './fees.ts'
import { blocked, feeLimited, type Refused, refusedWithoutVerdict } from './refusal.ts'
import type { RefusedSenders } from './refused-senders.ts'
import type { RequestValidation } from './verdicts.ts'

/** Recovering a sender takes milliseconds: other requests get their turn between two of a batch. */
const turns = new Turns()

/** What is known of a call when its turn comes. */
export interface ValidatedCall {
  readonly call: RpcCall
  /** Undefined, with `error`: it cannot be read. */
  readonly request?: SigningRequest
  /** Undefined, with `error`: it cannot be validated. */
  readonly validation?: RequestValidation
  readonly error?: unknown
}

/** Never rejects: it may be awaited late. */
export async function requestVerdict(call: RpcCall, deps: DecideDeps, signal: AbortSignal): Promise<ValidatedCall> {
  let request: SigningRequest | undefined
  try {
    const [{ readInTurns }, { withFees }, chainId] = await Promise.all([
      import('../params/read-params.ts'),
      import('../params/with-fees.ts'),
      deps.chainId(),
    ])
    const turn = async () => {
      await new Promise<void>((resolve) => turns.add(resolve))
      signal.throwIfAborted()
    }
    await turn()
    request = await readInTurns(call.method, call.params, { chainId }, turn)
    request = await withFees(request, chainId, deps.policy.maxFees, deps.upstream)
    if (isCancel(request)) request = await deps.senderCode.checked(request)
    // Who approves it needs a verdict.
    if (feeFaultOf(request, deps.policy.maxFees) !== undefined) request = asNoCancel(request)
    const validation = decisive(await deps.judge(request), deps.policy)
    signal.throwIfAborted()
    return { call, request, validation }
  } catch (error) {
    return { call, ...(request && { request }), error }
  }
}

/** What is known of a part refuses all of it, where there is no verdict on the rest. */
function decisive(validation: RequestValidation, { lowestRefused }: Policy): RequestValidation {
  const known = validation.kind === 'unavailable' ? validation.known : undefined
  return known && isRefused(known.worst.verdict, lowestRefused) ? known : validation
}

export async function decideValidated(
  validated: ValidatedCall,
  deps: DecideDeps,
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
      deps.report(error)
      return refuse(refusedWithoutVerdict('there is no verdict: internal error of txwarden'))
    })
  // What it is refused for then is no verdict of its own.
  const isForEarlier = decision.kind === 'refuse' && decision.error === earlier
  const decided = { method: call.method, request, validation: isForEarlier ? undefined : validation }
  if (decision.kind === 'forward' && validation?.kind === 'unavailable')
    return { ...decided, decision, unjudged: `there is no verdict: ${validation.why}` }
  if (decision.kind !== 'refuse') return { ...decided, decision }
  if (observe) {
    const forward = request && validation ? forwarded(request, validation, deps) : FORWARD
    return { ...decided, decision: forward, observed: decision.error }
  }
  refusedSenders.add(call, request)
  return { ...decided, decision }
}

export function refuse(error: RpcError): Decision {
  return { kind: 'refuse', error }
}

/** What the proxy says no to by throwing. */
export function refusedByFault(error: unknown): Decision {
  if (error instanceof RpcFault) return refuse(error.error)
  throw error
}

function forwarded(
  request: SigningRequest,
  validation: RequestValidation,
  deps: DecideDeps,
): Decision & { readonly kind: 'forward' } {
  return {
    kind: 'forward',
    taken: async (outcome) => {
      if (typeof outcome === 'object' && 'result' in outcome) await deps.sent(request, validation, outcome.result)
    },
  }
}

/**
 * Rejects with why it could not be read or validated.
 * @param earlier why it cannot be forwarded with any verdict: a refused one keeps its own
 */
async function decisionOn(
  { request, validation, error }: ValidatedCall,
  earlier: RpcError | undefined,
  deps: DecideDeps,
  signal: AbortSignal,
): Promise<Decision | Approved> {
  if (!request || !validation) throw error
  const { policy } = deps
  const forward = forwarded(request, validation, deps)
  if (validation.kind === 'cancel') return forward
  const feeFault = feeFaultOf(request, policy.maxFees)
  if (validation.kind === 'unavailable') {
    if (feeFault !== undefined) return refuse(feeLimited(request, feeFault))
    if (policy.whenUnavailable === 'fail')
      return refuse(refusedWithoutVerdict(`there is no verdict: ${validation.why}`, validation.next))
    if (earlier) return refuse(earlier)
    if (!policy.observe) await deps.recordUnvalidated(request, validation.why)
    return forward
  }
  const { worst, parts } = validation
  const isByVerdict = isRefused(worst.verdict, policy.lowestRefused)
  if (!isByVerdict && feeFault === undefined) return earlier ? refuse(earlier) : forward
  const refused: Refused = { request, worst, isByVerdict, feeFault }
  // Who approves sees all parts.
  if (!deps.hold || policy.observe || parts.includes(null)) return refuse(blocked(refused))
  const decision = await deps.hold(refused, validation, signal)
  if (earlier && decision.kind === 'approved') return refuse(earlier)
  return decision.kind === 'approved'
    ? { kind: 'approved', use: async () => both(await decision.use(), forward) }
    : decision
}

/** A decision whose outcome another one learns, too. */
function both(decision: Decision, other: Decision & { readonly kind: 'forward' }): Decision {
  if (decision.kind !== 'forward') return decision
  return {
    kind: 'forward',
    taken: async (outcome) => {
      await decision.taken?.(outcome)
      await other.taken?.(outcome)
    },
  }
}

function isRefused(verdict: Verdict, lowest: Verdict | undefined): boolean {
  return lowest !== undefined && isAtLeast(verdict, lowest)
}
