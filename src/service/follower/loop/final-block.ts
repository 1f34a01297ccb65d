import { chainById } from '../../../api/chains.ts'
import { MAX_CONFIRMATIONS } from '../../../api/vocabulary.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { waitsForFinal } from '../notify/notify-confirmed.ts'
import type { BlockProcessor, StepFacts } from './block-processing.ts'
import { FINALIZED_MS, FINALIZED_WAITED_MS } from './rates.ts'
import type { BlockSource } from './source.ts'

/** A node that gives no final block for so long does not know the tag (ms). */
const LASTING_MS = 60_000

interface FinalBlockDeps {
  readonly clock: Clock
  readonly work: BlockProcessor
  readonly chainId: string
}

/** Reads the number of the final block at intervals, more often while an alert waits for it. */
export class FinalBlock {
  readonly #deps: FinalBlockDeps
  #readAt = Number.NEGATIVE_INFINITY
  #missing: { readonly since: number; readonly text: string } | undefined

  constructor(deps: FinalBlockDeps) {
    this.#deps = deps
  }

  /** One line where an alert waits for final blocks, and the node gives none; undefined: there is nothing to say. */
  text({ alerts }: StepFacts): string | undefined {
    return this.#isMissing() && alerts.some(waitsForFinal) ? this.#missing?.text : undefined
  }

  #isMissing(): boolean {
    return this.#missing !== undefined && this.#deps.clock.elapsed() - this.#missing.since >= LASTING_MS
  }

  /**
   * Changes of the head's row; empty while no number is due. A lower number than before replaces a wrong one; one above the
   * head is ignored. Where the node gives none any more, a block is final under as many blocks as an alert can ask for, as where it
   * never gave one: what waits must not wait forever.
   * @param known number of the final block that is stored
   */
  async read(
    facts: StepFacts,
    source: BlockSource,
    head: BlockHeader,
    known: number | null,
  ): Promise<{ finalized_number?: number }> {
    const since = this.#deps.clock.elapsed() - this.#readAt
    if (since < FINALIZED_WAITED_MS) return {}
    if (since < FINALIZED_MS && !(await this.#deps.work.waitsForFinal(facts, known ?? undefined))) return {}
    this.#readAt = this.#deps.clock.elapsed()
    const finality = chainById(this.#deps.chainId)?.finality ?? 'finalized'
    const number = typeof finality === 'number' ? head.number - finality : await source.finalized(finality)
    this.#note(number, `${source.host} gives no block "${finality}"`)
    if (number !== undefined) return number < 0 || number > head.number ? {} : { finalized_number: number }
    const fallback = head.number - MAX_CONFIRMATIONS
    return this.#isMissing() && known !== null && known < fallback ? { finalized_number: fallback } : {}
  }

  #note(number: number | undefined, why: string): void {
    const text = `${why}: for alerts a block is final under ${MAX_CONFIRMATIONS} others`
    this.#missing =
      number === undefined ? { since: this.#missing?.since ?? this.#deps.clock.elapsed(), text } : undefined
  }
}
