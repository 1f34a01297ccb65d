import type { Db } from '../schema/schema.ts'
import { type OrderTerm, valuesOf } from './cursor.ts'

const MOST_LISTS = 64
const MOST_STARTS = 1024

/** Returns the page starts of a store: the same for all reads of its connection. */
export function startsOf(db: Db): PageStarts {
  const starts = startsByDb.get(db) ?? new PageStarts()
  startsByDb.set(db, starts)
  return starts
}

const startsByDb = new WeakMap<Db, PageStarts>()

interface Known {
  readonly version: string
  /** Number of a row → its values in the order. */
  readonly starts: Map<number, readonly (string | number)[]>
}

/**
 * Rows by their numbers, in lists that were read lately and have not changed since. A page after a known row is read from
 * there: without it, the database reads all rows before the page.
 */
export class PageStarts {
  readonly #lists = new Map<string, Known>()

  /** The last known row up to the one with this number. */
  before(
    list: string,
    version: string,
    row: number,
  ): { readonly row: number; readonly values: readonly (string | number)[] } | undefined {
    let nearest = -1
    const { starts } = this.#knownOf(list, version)
    for (const known of starts.keys()) if (known <= row && known > nearest) nearest = known
    const values = starts.get(nearest)
    return values && { row: nearest, values }
  }

  /** @param first number of the first of the rows */
  remember(list: string, version: string, first: number, rows: readonly object[], terms: readonly OrderTerm[]): void {
    const { starts } = this.#knownOf(list, version)
    for (const at of [0, rows.length - 1]) {
      const row = rows[at]
      if (row === undefined || first + at === 0) continue
      starts.delete(first + at)
      starts.set(first + at, valuesOf(row, terms))
    }
    for (const oldest of starts.keys()) if (starts.size > MOST_STARTS) starts.delete(oldest)
  }

  #knownOf(list: string, version: string): Known {
    let known = this.#lists.get(list)
    if (known?.version !== version) known = { version, starts: new Map() }
    this.#lists.delete(list)
    this.#lists.set(list, known)
    for (const oldest of this.#lists.keys()) if (this.#lists.size > MOST_LISTS) this.#lists.delete(oldest)
    return known
  }
}
