import { type Verdict, verdicts } from '../api/verdict.ts'
import type { Decided } from './decide.ts'

/** A call that sends or signs, as the summary shows it. */
export interface TallyLine {
  readonly method: string
  /** Null: there is none. */
  readonly verdict: Verdict | null
  /** held: waits for a person. */
  readonly outcome: 'forwarded' | 'blocked' | 'held' | 'repeated'
  readonly svcTxId: string | null
  /** Of a refusal: what the client was told. */
  readonly message?: string
}

/** What a proxy did. */
export class Tally {
  /** Calls of all bodies, passed ones too. */
  calls = 0
  /** The newest ones that send or sign. */
  readonly lines: TallyLine[] = []
  #worst: Verdict | undefined
  readonly #held = new Set<string>()

  /** Digests of what still waits for a person. */
  get held(): number {
    return this.#held.size
  }

  /** The worst verdict that was refused; undefined: none was. */
  get worstRefused(): Verdict | undefined {
    return this.#worst
  }

  add({ asked, judgement, decision }: Decided): void {
    const verdict = judgement.kind === 'judged' ? judgement.worst.verdict : null
    const svcTxId = judgement.kind === 'judged' ? judgement.worst.svcTxId : null
    const isHeld = decision.kind === 'refuse' && isHold(decision.error.data)
    const outcome =
      decision.kind === 'forward' ? 'forwarded' : decision.kind === 'answer' ? 'repeated' : isHeld ? 'held' : 'blocked'
    if (isHeld) this.#held.add(asked.digest)
    else this.#held.delete(asked.digest)
    if (outcome === 'blocked') this.#refused(verdict ?? 'BLOCKED')
    const message = decision.kind === 'refuse' ? { message: decision.error.message } : {}
    this.lines.push({ method: asked.method, verdict, outcome, svcTxId, ...message })
    if (this.lines.length > MAX_LINES) this.lines.shift()
  }

  #refused(verdict: Verdict): void {
    if (this.#worst === undefined || verdicts.indexOf(verdict) > verdicts.indexOf(this.#worst)) this.#worst = verdict
  }
}

const MAX_LINES = 1000

function isHold(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'state' in data && data.state === 'held'
}
