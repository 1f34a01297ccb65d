import { type Verdict, verdicts } from '../api/verdict.ts'
import type { Decided } from './decide.ts'
import type { PartVerdict } from './judge.ts'
import { rpcCodes, shownMethod } from './rpc/json-rpc.ts'

/** passed: sends and signs nothing · held: waits for a person · repeated: answered with what the first send gave. */
export type Outcome = 'passed' | 'forwarded' | 'blocked' | 'held' | 'repeated'

/** A call. */
export interface TallyLine {
  /** As it can be shown. Null: the request could not be read. */
  readonly method: string | null
  readonly outcome: Outcome
  /** Null: there is none. */
  readonly verdict: Verdict | null
  /** 0–100. */
  readonly score: number | null
  readonly svcTxId: string | null
  /** It was forwarded although it would have been refused. */
  readonly isObserved: boolean
  /** Why it was not forwarded, or would not have been; one line without a period. */
  readonly reason: string | null
  /** A command that says more. */
  readonly next: string | null
}

/** Why calls without a verdict were refused: the request · there was no verdict, or no node. */
export type UnjudgedRefusal = 'refused' | 'unavailable'

/** What a proxy did. */
export class Tally {
  readonly #added: (line: TallyLine) => void
  readonly #counts: Record<Outcome, number> = { passed: 0, forwarded: 0, blocked: 0, held: 0, repeated: 0 }
  readonly #lines: TallyLine[] = []
  readonly #unjudged = new Set<UnjudgedRefusal>()
  /** Digests of what still waits for a person. */
  readonly #held = new Set<string>()
  #worst: Verdict | undefined

  /** @param added gets each line */
  constructor(added: (line: TallyLine) => void = () => undefined) {
    this.#added = added
  }

  /** Of calls. */
  get counts(): Readonly<Record<Outcome, number>> {
    return this.#counts
  }

  /** Of all bodies. */
  get calls(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0)
  }

  /** What was blocked, held or observed; the newest when there are very many. */
  get lines(): readonly TallyLine[] {
    return this.#lines
  }

  /** Transactions and messages that still wait for a person. */
  get held(): number {
    return this.#held.size
  }

  /** The worst verdict that was refused; undefined: none was. */
  get worstRefused(): Verdict | undefined {
    return this.#worst
  }

  get unjudged(): ReadonlySet<UnjudgedRefusal> {
    return this.#unjudged
  }

  add(decided: Decided): void {
    const outcome = outcomeOf(decided)
    const worst = decided.judgement?.kind === 'judged' ? decided.judgement.worst : undefined
    this.#counts[outcome] += 1
    this.#hold(decided, outcome)
    if (outcome === 'blocked') this.#block(decided, worst)
    const line = lineOf(decided, outcome, worst)
    if (outcome === 'blocked' || outcome === 'held' || line.isObserved) this.#lines.push(line)
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
    this.#added(line)
  }

  #hold({ asked }: Decided, outcome: Outcome): void {
    if (!asked) return
    if (outcome === 'held') this.#held.add(asked.digest)
    else this.#held.delete(asked.digest)
  }

  #block({ judgement, decision }: Decided, worst: PartVerdict | undefined): void {
    if (worst) {
      if (this.#worst === undefined || verdicts.indexOf(worst.verdict) > verdicts.indexOf(this.#worst))
        this.#worst = worst.verdict
      return
    }
    const code = decision.kind === 'refuse' ? decision.error.code : undefined
    const isUnavailable = judgement?.kind === 'unavailable' || code === rpcCodes.resourceUnavailable
    this.#unjudged.add(isUnavailable ? 'unavailable' : 'refused')
  }
}

function lineOf(decided: Decided, outcome: Outcome, worst: PartVerdict | undefined): TallyLine {
  const { method, judgement, decision, observed } = decided
  const refusal = decision.kind === 'refuse' ? decision.error : observed
  const unavailable = judgement?.kind === 'unavailable' ? judgement : undefined
  const reason = unavailable ? `there is no verdict: ${unavailable.why}` : null
  return {
    method: method === null ? null : shownMethod(method),
    outcome,
    verdict: worst?.verdict ?? null,
    score: worst?.result.combinedScore ?? null,
    svcTxId: worst?.svcTxId ?? null,
    isObserved: observed !== undefined,
    ...(refusal === undefined
      ? { reason, next: unavailable?.next ?? null }
      : (refusal.said ?? { reason: refusal.message, next: null })),
  }
}

const MAX_LINES = 1000

function outcomeOf({ decision, asked, observed }: Decided): Outcome {
  if (decision.kind === 'forward') return asked || observed ? 'forwarded' : 'passed'
  if (decision.kind === 'answer') return 'repeated'
  return isHold(decision.error.data) ? 'held' : 'blocked'
}

function isHold(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'state' in data && data.state === 'held'
}
