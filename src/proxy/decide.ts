import { type Verdict, verdicts } from '../api/verdict.ts'
import type { Asked } from './asked/asked.ts'
import type { Judge, Judgement } from './judge.ts'
import { isJudged, treatmentOf } from './methods.ts'
import { blocked, refusedUnjudged } from './refusal.ts'
import { isMalformed, type MalformedCall, type RpcCall, type RpcError, RpcFault, rpcCodes } from './rpc/json-rpc.ts'

/** How the upstream took a call: its result, its error, or nothing that says whether the call arrived. */
export type Taken = { readonly result: unknown } | { readonly error: unknown } | 'unknown'

export type Decision =
  /** `taken` is called with what the upstream made of it. */
  | { readonly kind: 'forward'; taken?(outcome: Taken): Promise<void> }
  | { readonly kind: 'refuse'; readonly error: RpcError }
  /** Answered without the upstream: it was sent before. */
  | { readonly kind: 'answer'; readonly result: unknown }

/** What was decided about a call, for the summary and the log. */
export interface Decided {
  /** Null: it is not known, as the request cannot be read. */
  readonly method: string | null
  /** Undefined: it sends and signs nothing, or it is refused before its params are read. */
  readonly asked?: Asked | undefined
  /** Undefined: it is forwarded or refused without one. */
  readonly judgement?: Judgement | undefined
  readonly decision: Decision
}

export interface Policy {
  /** Undefined: every verdict is forwarded. */
  readonly lowestRefused: Verdict | undefined
  /** Forwards all, and reports. */
  readonly observe: boolean
  readonly whenUnavailable: 'fail' | 'allow'
  readonly allowedMethods: readonly string[]
}

export interface DecideDeps {
  readonly policy: Policy
  readonly judge: Judge
  /** Of the upstream, decimal. @throws RpcFault where it is not known */
  chainId(): Promise<string>
  /** Replaces a refusal by a hold, or by what a person decided about it; absent: without `--hold`. */
  hold?(asked: Asked, judgement: Judgement, signal: AbortSignal): Promise<Decision>
  /** Must be stored before a call is forwarded without a verdict. Rejects where that fails. */
  auditUnjudged(asked: Asked, why: string): Promise<void>
  /** Called for every call of a body, in their order. */
  decided(decided: Decided): void
  /** A result of the upstream for what was forwarded. */
  sent(asked: Asked, judgement: Judgement, result: unknown): Promise<void>
}

/** Decides about all calls of a body. Sends of a sender after a refused one are refused: they would wait for its nonce. */
export async function decide(
  calls: readonly (RpcCall | MalformedCall)[],
  deps: DecideDeps,
  signal: AbortSignal,
): Promise<Decision[]> {
  const refusedSenders = new Set<string>()
  const decisions: Decision[] = []
  for (const call of calls) {
    const decided = await decideOne(call, deps, refusedSenders, signal)
    if (decided.decision.kind === 'refuse')
      for (const sender of decided.asked?.senders ?? []) refusedSenders.add(sender)
    deps.decided(decided)
    decisions.push(decided.decision)
  }
  return decisions
}

async function decideOne(
  call: RpcCall | MalformedCall,
  deps: DecideDeps,
  refusedSenders: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Decided> {
  if (isMalformed(call)) return { method: null, decision: { kind: 'refuse', error: call.error } }
  const { policy } = deps
  const { method } = call
  const treatment = treatmentOf(method, policy.allowedMethods)
  if (treatment === 'pass') return { method, decision: { kind: 'forward' } }
  if (treatment === 'refuse' || !isJudged(method)) {
    const why = `${JSON.stringify(method.slice(0, 80))} is not forwarded, as what it does cannot be judged`
    return { method, decision: { kind: 'refuse', error: refusedUnjudged(why, rpcCodes.methodNotAvailable) } }
  }
  let asked: Asked | undefined
  let judgement: Judgement | undefined
  try {
    const { readAsked } = await import('./asked/read-asked.ts')
    asked = readAsked(method, call.params, { chainId: await deps.chainId() })
    if (!policy.observe && asked.senders.some((sender) => refusedSenders.has(sender))) {
      const why = 'an earlier transaction of its sender in the batch was blocked'
      return { method, asked, decision: { kind: 'refuse', error: refusedUnjudged(why) } }
    }
    judgement = await deps.judge(asked, signal)
    return { method, asked, judgement, decision: await decisionOn(asked, judgement, deps, signal) }
  } catch (error) {
    if (error instanceof RpcFault) return { method, asked, judgement, decision: { kind: 'refuse', error: error.error } }
    throw error
  }
}

async function decisionOn(
  asked: Asked,
  judgement: Judgement,
  deps: DecideDeps,
  signal: AbortSignal,
): Promise<Decision> {
  const { policy } = deps
  const forward: Decision = {
    kind: 'forward',
    taken: async (outcome) => {
      if (outcome !== 'unknown' && 'result' in outcome) await deps.sent(asked, judgement, outcome.result)
    },
  }
  if (policy.observe || judgement.kind === 'cancel') return forward
  if (judgement.kind === 'unavailable') {
    if (policy.whenUnavailable === 'fail')
      return { kind: 'refuse', error: refusedUnjudged(`there is no verdict: ${judgement.why}`) }
    await deps.auditUnjudged(asked, judgement.why)
    return forward
  }
  if (!isRefused(judgement.worst.verdict, policy.lowestRefused)) return forward
  if (deps.hold) return deps.hold(asked, judgement, signal)
  return { kind: 'refuse', error: blocked(judgement.worst) }
}

export function isRefused(verdict: Verdict, lowest: Verdict | undefined): boolean {
  return lowest !== undefined && verdicts.indexOf(verdict) >= verdicts.indexOf(lowest)
}
