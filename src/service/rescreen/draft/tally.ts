import { MAX_WORDS, type PolicyClause } from '../../../api/schemas/policy.ts'
import type { PolicyDraft } from '../../../api/schemas/policy-draft.ts'
import { counted, grouped } from '../../../api/text/amounts.ts'
import { isoDate } from '../../../shared/text/iso-date.ts'
import type { NameOf } from '../../risk/decode/describe.ts'

/** How often something was, and when last (ms). */
interface Tally {
  readonly count: number
  readonly last: number
}

const NEVER: Tally = { count: 0, last: 0 }

/** By the words of a policy. */
type Tallies = ReadonlyMap<string, Tally>

export class Counts {
  readonly #tallies: Map<string, Tally>

  /** @param words that count also where they never are */
  constructor(words: readonly string[] = []) {
    this.#tallies = new Map(words.map((word) => [word, NEVER]))
  }

  add(word: string, at: number): void {
    this.#tallies.set(word, { count: (this.#tallies.get(word)?.count ?? 0) + 1, last: at })
  }

  has(word: string): boolean {
    return this.#tallies.has(word)
  }

  get isEmpty(): boolean {
    return this.#tallies.size === 0
  }

  /** The most frequent first, as many as a list can have. */
  kept(): Tallies {
    const all = [...this.#tallies].sort(([, one], [, two]) => two.count - one.count)
    return new Map(all.slice(0, MAX_WORDS))
  }

  /** How many a list cannot have. */
  get beyond(): number {
    return Math.max(this.#tallies.size - MAX_WORDS, 0)
  }

  get total(): Tally {
    const all = [...this.#tallies.values()]
    return {
      count: all.reduce((sum, { count }) => sum + count, 0),
      last: all.reduce((last, each) => Math.max(last, each.last), 0),
    }
  }
}

/** A clause, and what it was made of. */
export interface DraftedClause {
  readonly given: PolicyClause
  readonly text: string
  readonly words: Counts
  /** The list of the words. */
  readonly list: string
  readonly limits: readonly Note[]
}

export type Note = PolicyDraft['notes'][number]

/** @param path of the clause */
export function clauseNotes({ text, words, list, limits }: DraftedClause, path: string, nameOf: NameOf): Note[] {
  const more = words.beyond === 0 ? '' : `; ${grouped(words.beyond)} left out: a list cannot have as many`
  return [
    { path, text: `${text}: ${timesText(words.total)}${more}` },
    ...wordNotes(words.kept(), `${path}.${list}`, nameOf),
    ...limits.map((limit) => ({ ...limit, path: `${path}.${limit.path}` })),
  ]
}

/** The names of addresses, and how often each of several is. */
export function wordNotes(words: Tallies, path: string, nameOf: NameOf): Note[] {
  return Array.from(words).flatMap(([word, tally], index) => {
    const name = nameOf(word)
    const parts = [...(name === undefined ? [] : [JSON.stringify(name)]), ...(words.size > 1 ? [timesText(tally)] : [])]
    return parts.length === 0 ? [] : [{ path: `${path}[${index}]`, text: parts.join(', ') }]
  })
}

export function timesText({ count, last }: Tally = NEVER): string {
  return count === 1 ? `once, on ${isoDate(last)}` : `${counted(count, 'time')}, last on ${isoDate(last)}`
}
