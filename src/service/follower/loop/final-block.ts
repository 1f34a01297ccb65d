import type { Clock } from '../../../shared/time/clock.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { FINALIZED_MS, FINALIZED_WAITED_MS } from './rates.ts'
import type { ChainSource } from './source.ts'
import type { BlockProcessor } from './work.ts'

/** Reads the number of the final block at intervals, more often while an alert waits for it. */
export class FinalBlock {
  readonly #clock: Clock
  readonly #work: BlockProcessor
  #readAt = Number.NEGATIVE_INFINITY

  constructor({ clock, work }: { readonly clock: Clock; readonly work: BlockProcessor }) {
    this.#clock = clock
    this.#work = work
  }

  /**
   * Changes of the head's row; empty while no number is due. A lower number than before replaces a wrong one; one above the
   * head is ignored.
   * @param known number of the final block that is stored
   */
  async read(source: ChainSource, head: BlockHeader, known: number | null): Promise<{ finalized_number?: number }> {
    const since = this.#clock.elapsed() - this.#readAt
    if (since < FINALIZED_WAITED_MS) return {}
    if (since < FINALIZED_MS && !(await this.#work.waitsForFinal(known ?? undefined))) return {}
    this.#readAt = this.#clock.elapsed()
    const number = await source.finalized()
    return number === undefined || number > head.number ? {} : { finalized_number: number }
  }
}
