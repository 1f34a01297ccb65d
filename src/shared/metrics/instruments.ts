/** Room: Counters and histograms, their text format, and the server of `/metrics`. */

import type { Family, Sample } from './text-format.ts'

interface Described {
  readonly name: string
  readonly help: string
  /** Names of labels. Their values come from an enumeration or from the configuration, so that their number is bounded. */
  readonly labels?: readonly string[]
}

/** Separates the values of labels in a key. */
const BETWEEN = '\u0000'

/** Values by labels. With no labels there is one, from the start. */
class Labelled<T> {
  readonly #labels: readonly string[]
  readonly #values = new Map<string, T>()
  readonly #first: () => T

  constructor(labels: readonly string[] = [], first: () => T) {
    this.#labels = labels
    this.#first = first
    if (labels.length === 0) this.at([])
  }

  at(of: readonly string[]): T {
    const key = of.join(BETWEEN)
    let value = this.#values.get(key)
    if (value === undefined) {
      value = this.#first()
      this.#values.set(key, value)
    }
    return value
  }

  *entries(): Iterable<readonly [labels: NonNullable<Sample['labels']>, value: T]> {
    for (const [key, value] of this.#values) {
      const of = key.split(BETWEEN)
      yield [this.#labels.map((name, index) => [name, of[index] ?? ''] as const), value]
    }
  }
}

/** Counts events since the process started. */
export class Counter {
  readonly #described: Described
  readonly #counts: Labelled<{ value: number }>

  constructor(described: Described) {
    this.#described = described
    this.#counts = new Labelled(described.labels, () => ({ value: 0 }))
  }

  /** @param labels values in the order of their names */
  add(labels: readonly string[] = [], by = 1): void {
    this.#counts.at(labels).value += by
  }

  family(): Family {
    const { name, help } = this.#described
    const samples = Array.from(this.#counts.entries(), ([labels, { value }]) => ({ labels, value }))
    return { name, help, type: 'counter', samples }
  }
}

/** Limits in seconds for requests and transactions. */
const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Counts durations by length. */
export class Histogram {
  readonly #described: Described
  readonly #limits: readonly number[]
  readonly #measured: Labelled<{ readonly counts: number[]; sum: number }>

  /** @param limits upper limits of the buckets in seconds, ascending */
  constructor(described: Described, limits: readonly number[] = LATENCIES) {
    this.#described = described
    this.#limits = limits
    this.#measured = new Labelled(described.labels, () => ({ counts: Array(limits.length + 1).fill(0), sum: 0 }))
  }

  observe(ms: number, labels: readonly string[] = []): void {
    const seconds = ms / 1000
    const measured = this.#measured.at(labels)
    const bucket = this.#limits.findIndex((limit) => seconds <= limit)
    const at = bucket < 0 ? this.#limits.length : bucket
    measured.counts[at] = (measured.counts[at] ?? 0) + 1
    measured.sum += seconds
  }

  family(): Family {
    const { name, help } = this.#described
    const samples = [...this.#measured.entries()].flatMap(([labels, { counts, sum }]): Sample[] => {
      let total = 0
      const buckets = [...this.#limits, Number.POSITIVE_INFINITY].map((limit, index): Sample => {
        total += counts[index] ?? 0
        const le = Number.isFinite(limit) ? String(limit) : '+Inf'
        return { suffix: '_bucket', labels: [...labels, ['le', le]], value: total }
      })
      return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }]
    })
    return { name, help, type: 'histogram', samples }
  }
}
