/** Room: Receipts and outcomes reported to the service; counts for summary, metrics and exit code; calls without a verdict. */

import { checksummed } from '../../api/address.ts'
import { HEX_HASH } from '../../api/hash.ts'
import { isAtLeast, type Verdict } from '../../api/verdict.ts'
import { isRecord } from '../../shared/json/json.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Decided, ProxyDecision, UpstreamOutcome } from '../decide/decision.ts'
import type { RefusalData } from '../decide/refusal.ts'
import type { PartVerdict } from '../decide/verdicts.ts'
import { rpcCodes, shownMethod } from '../rpc/json-rpc.ts'

/**
 * The outcome of a call is counted. passed: sends and signs nothing · sent: sent or signed by the node, or its outcome is not
 * known · unjudged: forwarded without a verdict, though it may send or sign · failed: forwarded, but the node did not take it ·
 * held: waits for a person · repeated: answered with what the first send gave.
 */
export type CallOutcome = 'passed' | 'sent' | 'unjudged' | 'failed' | 'blocked' | 'held' | 'repeated'

/** A call. */
export interface TallyLine {
  /** As it can be shown. Null: the request could not be read. */
  readonly method: string | null
  readonly outcome: CallOutcome
  /** Chain of its first transaction, decimal; null: it has none. */
  readonly chainId: string | null
  /** Receiver of its first transaction, with checksum; null: it has none, or creates a contract. */
  readonly to: string | null
  /** Native value of its first transaction in wei, decimal; null: it has none. */
  readonly value: string | null
  /** Null: there is none. */
  readonly verdict: Verdict | null
  /** 0–100. */
  readonly score: number | null
  readonly svcTxId: string | null
  /** Hash of the transaction or user operation, as the node answered, or of the first send; null: it is not known. */
  readonly hash: string | null
  /** Id of the hold that a person decides, or decided; null: it is not held. */
  readonly holdId: string | null
  /** It was forwarded although it would have been refused. */
  readonly isObserved: boolean
  /** Why it was not forwarded, or would not have been; one line without a period. */
  readonly reason: string | null
  /** A command that says more. */
  readonly next: string | null
}

/** Why calls without a verdict were refused: the request · there was no verdict, or no node. */
export type RefusalWithoutVerdict = 'refused' | 'unavailable'

/** What refused a call, by the flag that decides about it. request: it cannot be read, or not be forwarded at all. */
export type RefusalPolicy = 'fail-on' | 'policy' | 'max-fee' | 'when-unavailable' | 'request'

/** What a proxy did. */
export class ProxyTally {
  /** Calls by their outcome. */
  readonly counts: Record<CallOutcome, number> = {
    passed: 0,
    sent: 0,
    unjudged: 0,
    failed: 0,
    blocked: 0,
    held: 0,
    repeated: 0,
  }
  /** What was not sent, or without a verdict, or observed; the newest when there are very many. */
  readonly lines: TallyLine[] = []
  readonly refusedWithoutVerdict = new Set<RefusalWithoutVerdict>()
  /** The worst verdict that was refused; undefined: none was. */
  worstRefused: Verdict | undefined
  /** Calls that passed, and got no answer of the node. */
  withoutAnswer = 0
  readonly #added: (line: TallyLine, refusedBy: RefusalPolicy | undefined) => void
  /** What still waits for a person, by digest. */
  readonly #held = new BoundedMap<string, Waiting>(MAX_HELD)

  /** @param added gets each line, and for a blocked call what refused it */
  constructor(added: (line: TallyLine, refusedBy: RefusalPolicy | undefined) => void = () => undefined) {
    this.#added = added
  }

  /** Number of calls in all bodies. */
  get calls(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  /** Transactions and messages that still wait for a person. */
  get held(): number {
    return this.#held.size
  }

  /** @param taken how the node took it; undefined: that is not looked at, or it was not forwarded */
  add(decided: Decided, taken?: UpstreamOutcome): void {
    const outcome = outcomeOf(decided, taken)
    const worst = decided.validation?.kind === 'validated' ? decided.validation.worst : undefined
    this.counts[outcome] += 1
    this.#hold(decided, outcome, worst)
    const refusedBy = outcome === 'blocked' ? policyOf(decided, worst) : undefined
    if (refusedBy !== undefined)
      this.#refuse(worst?.verdict, refusedBy === 'when-unavailable' ? 'unavailable' : 'refused')
    const line = lineOf(decided, outcome, worst, taken)
    if (LISTED.has(outcome) || line.isObserved) this.lines.push(line)
    if (this.lines.length > MAX_LINES) this.lines.shift()
    this.#added(line, refusedBy)
  }

  /**
   * Reads what became of what waits. What a person rejected counts as blocked by its verdict.
   * @param stateOf the state of a hold by id; undefined: it is not known
   */
  async learnHolds(stateOf: (holdId: string) => Promise<string | undefined>): Promise<void> {
    for (const [digest, { holdId, verdict }] of [...this.#held.entries()].slice(-MOST_READ)) {
      if (holdId === null || (await stateOf(holdId)) !== 'rejected') continue
      this.#held.delete(digest)
      this.#refuse(verdict, 'refused')
    }
  }

  #hold({ request, decision }: Decided, outcome: CallOutcome, worst: PartVerdict | undefined): void {
    if (!request) return
    if (outcome !== 'held') this.#held.delete(request.digest)
    else this.#held.set(request.digest, { holdId: holdIdOf(decision), verdict: worst?.verdict })
  }

  /** @param why where it has no verdict */
  #refuse(verdict: Verdict | undefined, why: RefusalWithoutVerdict): void {
    if (verdict === undefined) this.refusedWithoutVerdict.add(why)
    else if (this.worstRefused === undefined || !isAtLeast(this.worstRefused, verdict)) this.worstRefused = verdict
  }
}

function policyOf({ validation, decision }: Decided, worst: PartVerdict | undefined): RefusalPolicy {
  const { code } = refusalData(decision)
  if (code === 'fee-limit') return 'max-fee'
  if (code === 'policy') return 'policy'
  if (worst) return 'fail-on'
  const isWithoutNode = decision.kind === 'refuse' && decision.error.code === rpcCodes.resourceUnavailable
  const isUnavailable = validation?.kind === 'unavailable' || isWithoutNode
  return isUnavailable ? 'when-unavailable' : 'request'
}

function lineOf(
  decided: Decided,
  outcome: CallOutcome,
  worst: PartVerdict | undefined,
  taken: UpstreamOutcome | undefined,
): TallyLine {
  const { method, request, decision, observed } = decided
  const refusal = decision.kind === 'refuse' ? decision.error : observed
  const transaction = request?.parts.find((part) => part.kind === 'transaction')?.transaction
  return {
    verdict: worst?.verdict ?? null,
    method: method === null ? null : shownMethod(method),
    outcome,
    chainId: transaction?.chainId ?? null,
    to: transaction?.to ? checksummed(transaction.to) : null,
    value: transaction ? String(BigInt(transaction.value ?? '0')) : null,
    score: worst?.result.combinedScore ?? null,
    svcTxId: worst?.svcTxId ?? null,
    hash: request ? hashOf(decision.kind === 'answer' ? decision : taken) : null,
    holdId: holdIdOf(decision),
    isObserved: observed !== undefined,
    ...(refusal === undefined
      ? whyWithoutVerdict(decided, taken)
      : (refusal.refusalText ?? { reason: refusal.message, next: null })),
  }
}

/** Why what was forwarded was not taken, or has no verdict. */
function whyWithoutVerdict(
  { validation, withoutVerdict }: Decided,
  taken: UpstreamOutcome | undefined,
): Pick<TallyLine, 'reason' | 'next'> {
  const reason = failureOf(taken) ?? withoutVerdict ?? null
  return { reason, next: reason === withoutVerdict && validation?.kind === 'unavailable' ? validation.next : null }
}

/** In words of our own. */
function failureOf(taken: UpstreamOutcome | undefined): string | undefined {
  if (taken === 'unsent') return 'it did not reach the node'
  if (taken === 'unknown') return 'whether the node took it is not known'
  return taken && 'error' in taken ? 'the node refused it' : undefined
}

interface Waiting {
  readonly holdId: string | null
  readonly verdict: Verdict | undefined
}

const MAX_LINES = 1000
const MAX_HELD = 10_000
/** The most holds that are read at the end. */
const MOST_READ = 50

/** Outcomes that the summary lists. */
const LISTED: ReadonlySet<CallOutcome> = new Set(['blocked', 'held', 'unjudged', 'failed'])

function outcomeOf(
  { decision, request, observed, withoutVerdict }: Decided,
  taken: UpstreamOutcome | undefined,
): CallOutcome {
  if (decision.kind === 'forward') {
    if (taken === 'unsent' || (typeof taken === 'object' && 'error' in taken)) return 'failed'
    if (withoutVerdict !== undefined) return 'unjudged'
    return request || observed ? 'sent' : 'passed'
  }
  if (decision.kind === 'answer') return 'repeated'
  return refusalData(decision).state === 'held' ? 'held' : 'blocked'
}

/** Reads the hash in an answer; one to a message or a transaction that is only signed has none. */
function hashOf(answer: UpstreamOutcome | { readonly result: unknown } | undefined): string | null {
  const result = typeof answer === 'object' && 'result' in answer ? answer.result : undefined
  return typeof result === 'string' && HEX_HASH.test(result) ? result : null
}

function holdIdOf(decision: ProxyDecision): string | null {
  return refusalData(decision).holdId ?? null
}

function refusalData(decision: ProxyDecision): Partial<RefusalData> {
  const data = decision.kind === 'refuse' ? decision.error.data : undefined
  return isRecord(data) ? data : {}
}
