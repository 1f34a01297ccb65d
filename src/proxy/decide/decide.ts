/** Room: The table of methods; verdict, fees, cancels; forward, refuse or hold, call by call, in the order of a batch. */

import { carriedIn, carriesAnything, carriesSigned } from '../params/carried.ts'
import {
  idKey,
  isMalformed,
  type MalformedCall,
  quoted,
  type RpcCall,
  type RpcError,
  rpcCodes,
} from '../rpc/json-rpc.ts'
import { decideValidated, refuse, refusedByFault, type ValidatedCall, validateCall } from './decide-validated.ts'
import {
  type Decided,
  FORWARD,
  hasOutcome,
  type Provisional,
  type ProxyDecision,
  type ProxyPolicy,
  type RouteDeps,
} from './decision.ts'
import { refusedRowOf, treatmentOf, validatedNameOf } from './methods.ts'
import { refusedWithoutVerdict } from './refusal.ts'
import { RefusedSenders } from './refused-senders.ts'

/** The most calls of one body that are validated at once: their verdicts share commits. */
const MOST_VALIDATED_AT_ONCE = 8

/**
 * Decides about all calls of a body. They are validated some at a time, and decided in their order: sends of a sender after a
 * refused one are refused, as they would wait for its nonce. Rejects with the reason of the signal once it is aborted.
 */
export async function decide(
  calls: readonly (RpcCall | MalformedCall)[],
  deps: RouteDeps,
  signal: AbortSignal,
): Promise<ProxyDecision[]> {
  const provisional: Provisional[] = []
  const decisions: ProxyDecision[] = []
  try {
    for await (const each of decidedInOrder(calls, deps, signal)) provisional.push(each)
    const refusedSenders = new RefusedSenders()
    for (const [index, each] of provisional.entries()) {
      const decided = await withApprovalUsed(calls[index] as RpcCall, each, refusedSenders, signal)
      decisions.push(withOutcomeReport(decided, deps))
      deps.events.decided(decided)
    }
    return decisions
  } catch (error) {
    await reportUnsent(decisions)
    // What was refused is reported, also when the rest failed.
    for (const { decision, ...rest } of provisional.slice(decisions.length))
      if (decision.kind === 'refuse') deps.events.decided({ ...rest, decision })
    throw error
  }
}

/** All calls, before an approval is used: a process that is killed while the others are validated uses none up. */
async function* decidedInOrder(
  calls: readonly (RpcCall | MalformedCall)[],
  deps: RouteDeps,
  signal: AbortSignal,
): AsyncGenerator<Provisional> {
  const repeated = repeatedIds(calls)
  const refusedSenders = new RefusedSenders()
  const ahead: (Decided | Promise<ValidatedCall>)[] = []
  for (let index = 0; index < calls.length; index += 1) {
    for (const call of calls.slice(ahead.length, index + MOST_VALIDATED_AT_ONCE))
      ahead.push(decideAtOnce(call, deps.policy, repeated) ?? validateCall(call as RpcCall, deps, signal))
    const one = ahead[index] as Decided | Promise<ValidatedCall>
    if (!('decision' in one)) yield await decideValidated(await one, deps, refusedSenders, signal)
    else {
      if (one.decision.kind === 'refuse') refusedSenders.add(calls[index] as RpcCall | MalformedCall, undefined)
      yield one
    }
  }
}

/** @param refusedSenders whose approval turned out to be used, to which it adds */
async function withApprovalUsed(
  call: RpcCall,
  { decision, ...rest }: Provisional,
  refusedSenders: RefusedSenders,
  signal: AbortSignal,
): Promise<Decided> {
  const { request } = rest
  if (decision.kind === 'refuse' || decision.kind === 'answer') return { ...rest, decision }
  const earlier = request && refusedSenders.refusalOf(request)
  if (earlier) return { ...rest, validation: undefined, decision: refuse(earlier) }
  if (decision.kind === 'forward') return { ...rest, decision }
  signal.throwIfAborted()
  const used = await decision.use().catch(refusedByFault)
  if (used.kind === 'refuse') refusedSenders.add(call, request)
  return { ...rest, decision: used }
}

/** The decision, which also reports what the upstream made of the call. */
function withOutcomeReport(decided: Decided, { events }: RouteDeps): ProxyDecision {
  const { decision } = decided
  if (decision.kind !== 'forward' || !hasOutcome(decided)) return decision
  return {
    kind: 'forward',
    onOutcome: async (outcome) => {
      events.outcome(decided, outcome)
      await decision.onOutcome?.(outcome)
    },
  }
}

/** Reports that nothing was forwarded: an approval that was used for it is given back, and not lost. */
export async function reportUnsent(decisions: readonly ProxyDecision[]): Promise<void> {
  for (const decision of decisions) if (decision.kind === 'forward') await decision.onOutcome?.('unsent')
}

/** Gives a refusal, or forwards where all is observed. */
export function refusedOrObserved(error: RpcError, { observe }: ProxyPolicy): Pick<Decided, 'decision' | 'observed'> {
  return observe ? { decision: FORWARD, observed: error } : { decision: { kind: 'refuse', error } }
}

/** The decision about a call without a verdict; undefined: it is validated. */
function decideAtOnce(
  call: RpcCall | MalformedCall,
  policy: ProxyPolicy,
  repeated: ReadonlySet<unknown>,
): Decided | undefined {
  if (isMalformed(call)) return { method: null, ...refusedOrObserved(call.error, policy) }
  const { method, id } = call
  const treatment = treatmentOf(method, policy.allowedMethods)
  if (treatment === 'pass') return { method, decision: FORWARD }
  if (treatment === 'refuse') return { method, ...refusedOrObserved(refusedWithoutVerdict(whyRefused(method)), policy) }
  // A relay may take signed transactions under any name.
  if (treatment === 'search' && !carriesSigned(carriedIn(call.params))) return { method, decision: FORWARD }
  if (treatment === 'allow' && !carriesAnything(carriedIn(call.params)))
    return { method, decision: FORWARD, withoutVerdict: 'forwarded as --allow-method says so' }
  if (id === undefined || !repeated.has(idKey(id))) return undefined
  const message = 'invalid request: another request of the batch has the same id'
  return { method, ...refusedOrObserved({ code: rpcCodes.invalidRequest, message }, policy) }
}

function whyRefused(method: string): string {
  const exact = validatedNameOf(method)
  if (exact !== undefined) return `${quoted(method)} is not forwarded, as its name is ${exact}`
  const does = refusedRowOf(method)?.does ?? 'is not known'
  const hint = treatmentOf(method, [method]) === 'allow' ? ` (--allow-method ${method} forwards it)` : ''
  return `${quoted(method)} is not forwarded: it ${does}${hint}`
}

/** Which answer would be that of a send? */
function repeatedIds(calls: readonly (RpcCall | MalformedCall)[]): ReadonlySet<unknown> {
  const seen = new Set<unknown>()
  const repeated = new Set<unknown>()
  for (const call of calls) {
    if (isMalformed(call) || call.id === undefined) continue
    const key = idKey(call.id)
    if (seen.has(key)) repeated.add(key)
    seen.add(key)
  }
  return repeated
}
