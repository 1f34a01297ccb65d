import type { BlockHeader } from '../../chain/blocks/block.ts'
import { AUDIT_MS, NONCES_MS } from './rates.ts'

/** Remembers the last audit of a chain, so that it is known when the next one is due. Times are in ms of `clock.elapsed()`. */
export class LastAudit {
  #last: { readonly hash: string; readonly at: number; readonly isPartial: boolean } | undefined

  /**
   * Each block of a slow chain; of a fast one less often, because each audit costs requests. Once more while the chain stands
   * still, where something was left.
   */
  isDue({ hash }: BlockHeader, now: number): boolean {
    if (this.#last === undefined) return true
    const isSame = this.#last.hash === hash
    if (isSame && !this.#last.isPartial) return false
    return now - this.#last.at >= (isSame ? NONCES_MS : AUDIT_MS)
  }

  /** @param isPartial whether something is left to compare at this block */
  note({ hash }: BlockHeader, at: number, isPartial: boolean): void {
    this.#last = { hash, at, isPartial }
  }
}
