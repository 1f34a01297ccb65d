import { type Verdict, verdicts } from '../api/verdict.ts'
import { Turns } from '../shared/turns.ts'
import type { Asked } from './asked/asked.ts'
import { isCancel, withCodeOfSender } from './cancel.ts'
import type { Judgement } from './judge.ts'
import { isJudged, type JudgedMethod, treatmentOf } from './methods.ts'
import { blocked, refusedUnjudged } from './refusal.ts'
import {
  idKey,
  isMalformed,
  type MalformedCall,
  quoted,
  type RpcCall,
  type RpcError,
  RpcFault,
  rpcCodes,
} from './rpc/json-rpc.ts'
import type { Upstream } from './upstream.ts'

/** How the upstream took a call. unsent: it never arrived there · unknown: nothing says whether it arrived. */
export type Taken = { readonly result: unknown } | { readonly error: unknown } | 'unsent' | 'unknown'

export type Decision =
  /** `taken` is called once, with what the upstream made of it. */
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
  /** What it would have been refused with: it is forwarded, as all is only observed. */
  readonly observed?: RpcError
  /** Why it is forwarded without a verdict, though it may send or sign. */
  readonly unjudged?: string
}

export interface Policy {
  /** Undefined: every verdict is forwarded. */
  readonly lowestRefused: Verdict | undefined
  /** Forwards all, and reports what would be refused. */
  readonly observe: boolean
  readonly whenUnavailable: 'fail' | 'allow'
  readonly allowedMethods: readonly string[]
}

export interface DecideDeps {
  readonly policy: Policy
  readonly upstream: Pick<Upstream, 'ask'>
  judge(asked: Asked): Promise<Judgement>
  /** Of the upstream, decimal. @throws RpcFault where it is not known, or not that of the path */
  chainId(): Promise<string>
  /** Replaces a refusal by a hold, or by what a person decided about it; absent: without `--hold`. */
  hold?(asked: Asked, judgement: Judgement, signal: AbortSignal): Promise<Decision>
  /** Must be stored before a call is forwarded without a verdict. Rejects where that fails. */
  auditUnjudged(asked: Asked, why: string): Promise<void>
  /** Called for every call of a body, in their order. */
  decided(decided: Decided): void
  /** Called for each of them whose decision has `taken`, once that is known. */
  taken(decided: Decided, outcome: Taken): void
  /** A result of the upstream for what was forwarded. */
  sent(asked: Asked, judgement: Judgement, result: unknown): Promise<void>
  /** Takes errors of ours that change no answer. */
  report(error: unknown): void
}

/** Calls of one body that are judged at once: their verdicts share commits. */
const MAX_JUDGED_AT_ONCE = 8

/** Recovering a sender takes milliseconds: other requests get their turn between two of a batch. */
const turns = new Turns()

/**
 * Decides about all calls of a body. They are judged some at a time, and decided in their order: sends of a sender after a
 * refused one are refused, as they would wait for its nonce. Rejects with the reason of the signal once it is aborted.
 */
export async function decide(
  calls: readonly (RpcCall | MalformedCall)[],
  deps: DecideDeps,
  signal: AbortSignal,
): Promise<Decision[]> {
  const repeated = calls.length > 1 ? repeatedIds(calls) : new Set<string>()
  const refusedSenders = new Set<string>()
  const decisions: Decision[] = []
  const ahead: (Decided | Promise<Judged>)[] = []
  try {
    for (let index = 0; index < calls.length; index += 1) {
      for (const call of calls.slice(ahead.length, index + MAX_JUDGED_AT_ONCE))
        ahead.push(decideAtOnce(call, deps.policy, repeated) ?? judge(call as JudgedCall, deps, refusedSenders, signal))
      const one = ahead[index] as Decided | Promise<Judged>
      const decided = 'decision' in one ? one : await decideJudged(await one, deps, refusedSenders, signal)
      decisions.push(told(decided, deps))
      deps.decided(decided)
    }
    return decisions
  } catch (error) {
    await notForwarded(decisions)
    throw error
  }
}

/** Its decision, which also tells how the upstream took it. */
function told(decided: Decided, deps: DecideDeps): Decision {
  const { decision } = decided
  if (decision.kind !== 'forward' || !decision.taken) return decision
  return {
    kind: 'forward',
    taken: async (outcome) => {
      deps.taken(decided, outcome)
      await decision.taken?.(outcome)
    },
  }
}

/** Takes back decisions to forward: an approval that was used for one is not lost. */
export async function notForwarded(decisions: readonly Decision[]): Promise<void> {
  for (const decision of decisions) if (decision.kind === 'forward') await decision.taken?.('unsent')
}

type JudgedCall = RpcCall & { readonly method: JudgedMethod }

/** Instead of a refusal, where all is observed. */
export function refusedOrObserved(error: RpcError, { observe }: Policy): Pick<Decided, 'decision' | 'observed'> {
  return observe ? { decision: FORWARD, observed: error } : { decision: { kind: 'refuse', error } }
}

const FORWARD: Decision = { kind: 'forward' }

/** The decision about a call that is not judged; undefined: it is. */
function decideAtOnce(
  call: RpcCall | MalformedCall,
  policy: Policy,
  repeated: ReadonlySet<unknown>,
): Decided | undefined {
  if (isMalformed(call)) return { method: null, ...refusedOrObserved(call.error, policy) }
  const { method, id } = call
  const treatment = treatmentOf(method, policy.allowedMethods)
  if (treatment === 'pass') return { method, decision: FORWARD }
  if (treatment === 'allow') return { method, decision: FORWARD, unjudged: 'forwarded as --allow-method says so' }
  if (treatment === 'refuse' || !isJudged(method)) {
    const why = `${quoted(method)} is not forwarded, as what it does cannot be judged (--allow-method forwards it)`
    return { method, ...refusedOrObserved(refusedUnjudged(why), policy) }
  }
  if (id === undefined || !repeated.has(idKey(id))) return undefined
  const message = 'invalid request: another request of the batch has the same id'
  return { method, ...refusedOrObserved({ code: rpcCodes.invalidRequest, message }, policy) }
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

/** What is known of a call when its turn comes. */
interface Judged {
  readonly method: JudgedMethod
  /** Undefined, with `error`: it cannot be read. */
  readonly asked?: Asked
  /** Undefined, without `error`: its sender had a refused one before. */
  readonly judgement?: Judgement
  readonly error?: unknown
}

/** Never rejects: it may be awaited late. */
async function judge(
  { method, params }: JudgedCall,
  deps: DecideDeps,
  refusedSenders: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Judged> {
  let asked: Asked | undefined
  try {
    const [{ readAsked }, chainId] = await Promise.all([import('./asked/read-asked.ts'), deps.chainId()])
    await new Promise<void>((resolve) => turns.add(resolve))
    signal.throwIfAborted()
    asked = readAsked(method, params, { chainId })
    if (isAfterRefused(asked, refusedSenders, deps.policy)) return { method, asked }
    if (isCancel(asked)) asked = await withCodeOfSender(asked, deps.upstream)
    const judgement = await deps.judge(asked)
    signal.throwIfAborted()
    return { method, asked, judgement }
  } catch (error) {
    return { method, ...(asked && { asked }), error }
  }
}

/** A cancel frees a nonce, so it never waits for one. */
function isAfterRefused(asked: Asked, refusedSenders: ReadonlySet<string>, { observe }: Policy): boolean {
  return !observe && !isCancel(asked) && asked.senders.some((sender) => refusedSenders.has(sender))
}

async function decideJudged(
  judged: Judged,
  deps: DecideDeps,
  refusedSenders: Set<string>,
  signal: AbortSignal,
): Promise<Decided> {
  const { method, asked, judgement } = judged
  const { observe } = deps.policy
  const isFutile = asked !== undefined && isAfterRefused(asked, refusedSenders, deps.policy)
  const decision = await (isFutile ? Promise.resolve(AFTER_REFUSED) : decisionOn(judged, deps, signal)).catch(
    (error: unknown) => {
      if (error instanceof RpcFault) return refuse(error.error)
      if (!observe || signal.aborted) throw error
      deps.report(error)
      return refuse(refusedUnjudged('there is no verdict: internal error of txwarden'))
    },
  )
  const decided = { method, asked, judgement: isFutile ? undefined : judgement }
  if (decision.kind === 'forward' && judgement?.kind === 'unavailable')
    return { ...decided, decision, unjudged: `there is no verdict: ${judgement.why}` }
  if (decision.kind !== 'refuse') return { ...decided, decision }
  if (observe) {
    const forward = asked && judgement ? forwarded(asked, judgement, deps) : FORWARD
    return { ...decided, decision: forward, observed: decision.error }
  }
  for (const sender of asked?.senders ?? []) refusedSenders.add(sender)
  return { ...decided, decision }
}

const AFTER_REFUSED = refuse(refusedUnjudged('an earlier transaction of its sender in the batch was blocked'))

function refuse(error: RpcError): Decision {
  return { kind: 'refuse', error }
}

function forwarded(asked: Asked, judgement: Judgement, deps: DecideDeps): Decision & { readonly kind: 'forward' } {
  return {
    kind: 'forward',
    taken: async (outcome) => {
      if (typeof outcome === 'object' && 'result' in outcome) await deps.sent(asked, judgement, outcome.result)
    },
  }
}

/** Rejects with why it could not be read or judged. */
async function decisionOn(
  { asked, judgement, error }: Judged,
  deps: DecideDeps,
  signal: AbortSignal,
): Promise<Decision> {
  if (!asked || !judgement) throw error
  const { policy } = deps
  const forward = forwarded(asked, judgement, deps)
  if (judgement.kind === 'cancel') return forward
  if (judgement.kind === 'unavailable') {
    if (policy.whenUnavailable === 'fail')
      return refuse(refusedUnjudged(`there is no verdict: ${judgement.why}`, judgement.next))
    if (!policy.observe) await deps.auditUnjudged(asked, judgement.why)
    return forward
  }
  if (!isRefused(judgement.worst.verdict, policy.lowestRefused)) return forward
  if (!deps.hold || policy.observe) return refuse(blocked(judgement.worst))
  const decision = await deps.hold(asked, judgement, signal)
  if (decision.kind !== 'forward') return decision
  const taken = async (outcome: Taken) => {
    await decision.taken?.(outcome)
    await forward.taken?.(outcome)
  }
  return { kind: 'forward', taken }
}

export function isRefused(verdict: Verdict, lowest: Verdict | undefined): boolean {
  return lowest !== undefined && verdicts.indexOf(verdict) >= verdicts.indexOf(lowest)
}
