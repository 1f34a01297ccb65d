import type { FeedTableRow } from '../formats/format.ts'

/** A reason for rejected rows, and the first examples. */
export interface Rejection {
  readonly why: string
  readonly count: number
  readonly examples: string[]
}

const EXAMPLES = 3
/** Different reasons counted; a feed could cause a new one with every row. */
const REASONS = 20

/** Counts the rows of a feed: read = kept + rejected. */
export class ImportTally {
  kept = 0
  rejected = 0
  malformed = 0
  readonly #reasons = new Map<string, { count: number; examples: string[] }>()

  get read(): number {
    return this.kept + this.rejected
  }

  add(row: FeedTableRow<unknown>): void {
    if ('records' in row) {
      this.kept++
      return
    }
    this.rejected++
    if (row.isMalformed) this.malformed++
    const reason = this.#reasonFor(row.rejected)
    reason.count++
    if (reason.examples.length < EXAMPLES) reason.examples.push(row.text)
  }

  /** Most frequent first. */
  get rejections(): Rejection[] {
    return Array.from(this.#reasons, ([why, reason]) => ({ why, ...reason })).sort((a, b) => b.count - a.count)
  }

  #reasonFor(why: string): { count: number; examples: string[] } {
    const name = this.#reasons.has(why) || this.#reasons.size < REASONS ? why : 'other reasons'
    const reason = this.#reasons.get(name) ?? { count: 0, examples: [] }
    this.#reasons.set(name, reason)
    return reason
  }
}

/** Most rows are not what the format says. */
export function isMisread({ malformed, read }: ImportTally): boolean {
  return malformed * 2 > read
}
