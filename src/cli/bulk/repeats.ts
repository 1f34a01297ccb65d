import { grouped } from '../../api/text/amounts.ts'
import { contentKey, Fingerprints } from './row-keys.ts'

/** What a row does, where doing it twice may be a mistake. */
export interface Doing {
  /** Equal for two rows that do the same. */
  readonly same: unknown
  /** What is said of it. */
  text(): string
}

/** Repeated rows that the summary names, and the lines that it names of each. */
const NAMED = 5

/** Rows that do the same as an earlier one. Each is sent: the summary names them. */
export class Repeats {
  readonly #firstLines = new Fingerprints()
  readonly #named = new Map<number, { readonly lines: number[]; count: number; readonly text: string }>()
  #others = 0

  add(line: number, { same, text }: Doing): void {
    const key = contentKey('', same)
    const first = this.#firstLines.get(key)
    const named = this.#named.get(first ?? line)
    if (first === undefined) this.#firstLines.set(key, line)
    else if (named) {
      named.count += 1
      if (named.lines.length < NAMED) named.lines.push(line)
    } else if (this.#named.size < NAMED) this.#named.set(first, { lines: [first, line], count: 2, text: text() })
    else this.#others += 1
  }

  /** "! lines 2, 5 and 9 are equal: 1,250.75 USDC to 0x7E57…EbA5" */
  notes(): string[] {
    const named = [...this.#named.values()].map(
      ({ lines, count, text }) => `! lines ${listed(lines, count)} are equal: ${text}`,
    )
    return this.#others === 0 ? named : [...named, `! and ${grouped(this.#others)} more equal to an earlier one`]
  }
}

/** "2, 5 and 9", "2, 5, 9, 10, 11 and 95 more" */
function listed(lines: readonly number[], count: number): string {
  const rest = count - lines.length
  if (rest > 0) return `${lines.join(', ')} and ${rest} more`
  return `${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`
}
