import type { FeedTableRow, Rejected } from '../formats/format.ts'

/** What is wrong with some rows, and the first examples. */
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
  readonly #reasons: Reasons = new Map()
  readonly #invalid: Reasons = new Map()

  get read(): number {
    return this.kept + this.rejected
  }

  add(row: FeedTableRow<unknown>): void {
    if ('records' in row) {
      this.kept++
      if (row.invalid) count(this.#invalid, row.invalid)
      return
    }
    this.rejected++
    if (row.isMalformed) this.malformed++
    count(this.#reasons, row)
  }

  /** Most frequent first. */
  get rejections(): Rejection[] {
    return sorted(this.#reasons)
  }

  /** Of rows that are kept, though they have an invalid address of another chain. */
  get invalid(): Rejection[] {
    return sorted(this.#invalid)
  }
}

type Reasons = Map<string, { count: number; examples: string[] }>

function count(reasons: Reasons, { rejected: why, text }: Pick<Rejected, 'rejected' | 'text'>): void {
  const name = reasons.has(why) || reasons.size < REASONS ? why : 'other reasons'
  const reason = reasons.get(name) ?? { count: 0, examples: [] }
  reasons.set(name, reason)
  reason.count++
  if (reason.examples.length < EXAMPLES) reason.examples.push(text)
}

function sorted(reasons: Reasons): Rejection[] {
  return Array.from(reasons, ([why, reason]) => ({ why, ...reason })).sort((a, b) => b.count - a.count)
}

/** Most rows are not what the format says. */
export function isMisread({ malformed, read }: ImportTally): boolean {
  return malformed * 2 > read
}
