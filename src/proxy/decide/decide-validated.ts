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
export interface Judged {
  readonly call: RpcCall
  /** Undefined, with `error`: it cannot be read. */
  readonly asked?: SigningRequest
  /** Undefined, with `error`: it cannot be judged. */
  readonly judgement?: RequestValidation
  readonly error?: unknown
}

/** Never rejects: it may be awaited late. */
export async function judge(call: RpcCall, deps: DecideDeps, signal: AbortSignal): Promise<Judged> {
  let asked: SigningRequest | undefined
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
    asked = await readInTurns(call.method, call.params, { chainId }, turn)
    asked = await withFees(asked, chainId, deps.policy.maxFees, deps.upstream)
    if (isCancel(asked)) asked = await deps.senderCode.checked(asked)
    // Who approves it needs a verdict.
    if (feeFaultOf(asked, deps.policy.maxFees) !== undefined) asked = asNoCancel(asked)
    const judgement = decisive(await deps.judge(asked), deps.policy)
    signal.throwIfAborted()
    return { call, asked, judgement }
  } catch (error) {
    return { call, ...(asked && { asked }), error }
  }
}

/** What is known of a part refuses all of it, where there is no verdict on the rest. */
function decisive(judgement: RequestValidation, { lowestRefused }: Policy): RequestValidation {
  const known = judgement.kind === 'unavailable' ? judgement.known : undefined
  return known && isRefused(known.worst.verdict, lowestRefused) ? known : judgement
}

export async function decideValidated(
  judged: Judged,
  deps: DecideDeps,
  refusedSenders: RefusedSenders,
  signal: AbortSignal,
): Promise<Provisional> {
  const { call, asked, judgement } = judged
  const { observe } = deps.policy
  const earlier = asked && refusedSenders.refusalOf(asked)
  const decision = await decisionOn(judged, earlier, deps, signal)
    .catch(refusedByFault)
    .catch((error: unknown) => {
      if (!observe || signal.aborted) throw error
      deps.report(error)
      return refuse(refusedWithoutVerdict('there is no verdict: internal error of txwarden'))
    })
  // What it is refused for then is no verdict of its own.
  const isForEarlier = decision.kind === 'refuse' && decision.error === earlier
  const decided = { method: call.method, asked, judgement: isForEarlier ? undefined : judgement }
  if (decision.kind === 'forward' && judgement?.kind === 'unavailable')
    return { ...decided, decision, unjudged: `there is no verdict: ${judgement.why}` }
  if (decision.kind !== 'refuse') return { ...decided, decision }
  if (observe) {
    const forward = asked && judgement ? forwarded(asked, judgement, deps) : FORWARD
    return { ...decided, decision: forward, observed: decision.error }
  }
  refusedSenders.add(call, asked)
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

function forwarded(asked: SigningRequest, judgement: RequestValidation, deps: DecideDeps): Decision & { readonly kind: 'forward' } {
  return {
    kind: 'forward',
    taken: async (outcome) => {
      if (typeof outcome === 'object' && 'result' in outcome) await deps.sent(asked, judgement, outcome.result)
    },
  }
}

/**
 * Rejects with why it could not be read or judged.
 * @param earlier why it cannot be forwarded with any verdict: a refused one keeps its own
 */
async function decisionOn(
  { asked, judgement, error }: Judged,
  earlier: RpcError | undefined,
  deps: DecideDeps,
  signal: AbortSignal,
): Promise<Decision | Approved> {
  if (!asked || !judgement) throw error
  const { policy } = deps
  const forward = forwarded(asked, judgement, deps)
  if (judgement.kind === 'cancel') return forward
  const feeFault = feeFaultOf(asked, policy.maxFees)
  if (judgement.kind === 'unavailable') {
    if (feeFault !== undefined) return refuse(feeLimited(asked, feeFault))
    if (policy.whenUnavailable === 'fail')
      return refuse(refusedWithoutVerdict(`there is no verdict: ${judgement.why}`, judgement.next))
    if (earlier) return refuse(earlier)
    if (!policy.observe) await deps.recordUnvalidated(asked, judgement.why)
    return forward
  }
  const { worst, parts } = judgement
  const isByVerdict = isRefused(worst.verdict, policy.lowestRefused)
  if (!isByVerdict && feeFault === undefined) return earlier ? refuse(earlier) : forward
  const refused: Refused = { asked, worst, isByVerdict, feeFault }
  // Who approves sees all parts.
  if (!deps.hold || policy.observe || parts.includes(null)) return refuse(blocked(refused))
  const decision = await deps.hold(refused, judgement, signal)
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
