import type { MonitorRow } from '../../store/schema/schema.ts'
import type { HostAnswer } from './ledger.ts'

/** A monitored address about whose state at one block two answers of nodes differ: what moved there is not known. */
export interface Dispute {
  readonly monitor: MonitorRow
  /** Number of the block. */
  readonly block: number
  readonly answers: readonly [HostAnswer, HostAnswer]
}

/** Comparisons in a row that dispute an address before it is reported: one wrong answer is no news. */
const LASTING = 3
/** Addresses that are compared again in each audit; others come in their turn. */
const MOST = 200

/** Keeps the addresses of a chain on which nodes disagree. */
export class Disputes {
  readonly #open = new Map<string, { readonly times: number; readonly last: Dispute }>()

  get addresses(): readonly string[] {
    return [...this.#open.keys()]
  }

  /** Those that last, the oldest first. */
  get lasting(): Dispute[] {
    return [...this.#open.values()].filter(({ times }) => times >= LASTING).map(({ last }) => last)
  }

  /** Leaves those alone that still are not what the blocks explain. */
  keep(differing: ReadonlySet<string>): void {
    for (const address of this.#open.keys()) if (!differing.has(address)) this.#open.delete(address)
  }

  /** @param agreed addresses on which nodes agree */
  note(agreed: readonly string[], disputes: readonly Dispute[]): void {
    for (const address of agreed) this.#open.delete(address)
    for (const last of disputes) {
      const { address_key } = last.monitor
      const times = (this.#open.get(address_key)?.times ?? 0) + 1
      if (times > 1 || this.#open.size < MOST) this.#open.set(address_key, { times, last })
    }
  }
}
