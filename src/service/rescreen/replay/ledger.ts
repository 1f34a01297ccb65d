import type { UsedOf } from '../../policies/evaluate.ts'

/** What budgets use over time, in memory. Entries come in the order of time. */
export class ReplayLedger {
  readonly #windows: ReadonlyMap<string, ReadonlySet<number>>
  readonly #entries = new Map<string, { readonly at: number; readonly total: bigint }[]>()
  readonly #worst = new Map<string, { most: bigint; at: number | undefined }>()

  constructor(windows: ReadonlyMap<string, ReadonlySet<number>>) {
    this.#windows = windows
  }

  usedAt(now: number): UsedOf {
    return (budget, unit, ms) => this.#used(budget, unit, now - ms)
  }

  add({ budget, unit, amount }: { budget: string; unit: string; amount: bigint }, at: number): void {
    const key = `${budget} ${unit}`
    const entries = this.#entries.get(key) ?? []
    entries.push({ at, total: (entries.at(-1)?.total ?? 0n) + amount })
    this.#entries.set(key, entries)
    for (const ms of this.#windows.get(budget) ?? []) {
      const used = this.#used(budget, unit, at - ms)
      if (used > this.worst(budget, unit, ms).most) this.#worst.set(`${key} ${ms}`, { most: used, at })
    }
  }

  worst(budget: string, unit: string, ms: number): { readonly most: bigint; readonly at: number | undefined } {
    return this.#worst.get(`${budget} ${unit} ${ms}`) ?? { most: 0n, at: undefined }
  }

  /** What came after a time: sums are kept, so that it is found in few steps. */
  #used(budget: string, unit: string, from: number): bigint {
    const entries = this.#entries.get(`${budget} ${unit}`) ?? []
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle]?.at ?? 0) > from) high = middle
      else low = middle + 1
    }
    return (entries.at(-1)?.total ?? 0n) - (low === 0 ? 0n : (entries[low - 1]?.total ?? 0n))
  }
}
