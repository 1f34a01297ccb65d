import { isAtLeast, type Verdict } from '../api/verdict.ts'
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
  hold?(asked: Asked, judgement: Judgement, signal: AbortSignal): Promise<Decision | Approved>
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

/** Decided, as long as its approval can be used. */
type Provisional = Omit<Decided, 'decision'> & { readonly decision: Decision | Approved }

/**
 * Decides about all calls of a body. They are judged some at a time, and decided in their order: sends of a sender after a
 * refused one are refused, as they would wait for its nonce. Rejects with the reason of the signal once it is aborted.
 */
export async function decide(
  calls: readonly (RpcCall | MalformedCall)[],
  deps: DecideDeps,
  signal: AbortSignal,
): Promise<Decision[]> {
  const provisional: Provisional[] = []
  const decisions: Decision[] = []
  try {
    for await (const each of decidedInOrder(calls, deps, signal)) provisional.push(each)
    const refusedSenders = new Set<string>()
    for (const each of provisional) {
      const decided = await withApprovalUsed(each, refusedSenders, signal)
      decisions.push(told(decided, deps))
      deps.decided(decided)
    }
    return decisions
  } catch (error) {
    await notForwarded(decisions)
    // What was refused is told, whatever ended the rest.
    for (const { decision, ...rest } of provisional.slice(decisions.length))
      if (decision.kind === 'refuse') deps.decided({ ...rest, decision })
    throw error
  }
}

/** All calls, before an approval is used: a process that is killed while the others are judged uses none up. */
async function* decidedInOrder(
  calls: readonly (RpcCall | MalformedCall)[],
  deps: DecideDeps,
  signal: AbortSignal,
): AsyncGenerator<Provisional> {
  const repeated = calls.length > 1 ? repeatedIds(calls) : new Set<string>()
  const refusedSenders = new Set<string>()
  const ahead: (Decided | Promise<Judged>)[] = []
  for (let index = 0; index < calls.length; index += 1) {
    for (const call of calls.slice(ahead.length, index + MAX_JUDGED_AT_ONCE))
      ahead.push(decideAtOnce(call, deps.policy, repeated) ?? judge(call as JudgedCall, deps, refusedSenders, signal))
    const one = ahead[index] as Decided | Promise<Judged>
    yield 'decision' in one ? one : await decideJudged(await one, deps, refusedSenders, signal)
  }
}

/** @param refusedSenders whose approval turned out to be used, to which it adds */
async function withApprovalUsed(
  { decision, ...rest }: Provisional,
  refusedSenders: Set<string>,
  signal: AbortSignal,
): Promise<Decided> {
  const { asked } = rest
  if (decision.kind === 'refuse' || decision.kind === 'answer') return { ...rest, decision }
  if (asked && isAfterRefused(asked, refusedSenders)) return { ...rest, judgement: undefined, decision: AFTER_REFUSED }
  if (decision.kind === 'forward') return { ...rest, decision }
  signal.throwIfAborted()
  const used = await decision.use().catch(refusedByFault)
  if (used.kind === 'refuse') for (const sender of asked?.senders ?? []) refusedSenders.add(sender)
  return { ...rest, decision: used }
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
    if (isAfterRefused(asked, refusedSenders)) return { method, asked }
    if (isCancel(asked)) asked = await withCodeOfSender(asked, deps.upstream)
    const judgement = await deps.judge(asked)
    signal.throwIfAborted()
    return { method, asked, judgement }
  } catch (error) {
    return { method, ...(asked && { asked }), error }
  }
}

/** A cancel frees a nonce, so it never waits for one. */
function isAfterRefused(asked: Asked, refusedSenders: ReadonlySet<string>): boolean {
  return !isCancel(asked) && asked.senders.some((sender) => refusedSenders.has(sender))
}

async function decideJudged(
  judged: Judged,
  deps: DecideDeps,
  refusedSenders: Set<string>,
  signal: AbortSignal,
): Promise<Provisional> {
  const { method, asked, judgement } = judged
  const { observe } = deps.policy
  if (asked && isAfterRefused(asked, refusedSenders))
    return { method, asked, judgement: undefined, decision: AFTER_REFUSED }
  const decision = await decisionOn(judged, deps, signal)
    .catch(refusedByFault)
    .catch((error: unknown) => {
      if (!observe || signal.aborted) throw error
      deps.report(error)
      return refuse(refusedUnjudged('there is no verdict: internal error of txwarden'))
    })
  const decided = { method, asked, judgement }
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

/** What the proxy says no to by throwing. */
function refusedByFault(error: unknown): Decision {
  if (error instanceof RpcFault) return refuse(error.error)
  throw error
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
): Promise<Decision | Approved> {
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

export function isRefused(verdict: Verdict, lowest: Verdict | undefined): boolean {
  return lowest !== undefined && isAtLeast(verdict, lowest)
}
