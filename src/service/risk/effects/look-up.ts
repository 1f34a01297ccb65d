import { lazily } from '../../../shared/lazily.ts'
import { readDataFile } from '../../../shared/system/data-file.ts'
import { SELECTOR_LENGTH } from '../../evm/words.ts'
import { SelectorTable } from '../decode/selector-table.ts'
import type { EffectRow } from './effect.ts'

/**
 * The file `effects.txt`, which `npm run effects` writes. Its first line has the selectors of the functions and, after a space, where each
 * line behind it starts there: 32 bits, little-endian, base64. Then a line for each function: its signature, after a tab the number of the
 * line of its effects, and after another its other members, as JSON. Then a line for each list of effects, as JSON.
 */
class EffectLines {
  readonly #lines: Buffer
  readonly #selectors: SelectorTable
  /** One for each line, and their end. */
  readonly #starts: Uint32Array
  /** Those that were called, by selector. */
  readonly #rows = new Map<string, EffectRow>()

  constructor() {
    const file = Buffer.from(readDataFile('effects.txt'))
    const end = file.indexOf('\n')
    const [selectors = '', starts = ''] = file.toString('latin1', 0, end).split(' ')
    this.#lines = file.subarray(end + 1)
    this.#selectors = new SelectorTable(Buffer.from(selectors, 'base64'))
    this.#starts = new Uint32Array(Uint8Array.from(Buffer.from(starts, 'base64')).buffer)
  }

  find(selector: string): EffectRow | undefined {
    const known = this.#rows.get(selector)
    if (known) return known
    const index = this.#selectors.indexOf(Number.parseInt(selector.slice(2), 16))
    if (index < 0) return undefined
    const row = this.#read(index)
    this.#rows.set(selector, row)
    return row
  }

  all(): [selector: string, row: EffectRow][] {
    return this.#selectors.all().map((selector, index) => [selector, this.#read(index)])
  }

  #read(index: number): EffectRow {
    const [call = '', list, more] = this.#line(index).split('\t')
    return {
      call,
      effects: JSON.parse(this.#line(Number(list))) as EffectRow['effects'],
      ...(more !== undefined && (JSON.parse(more) as Omit<EffectRow, 'call' | 'effects'>)),
    }
  }

  #line(index: number): string {
    return this.#lines.toString('utf8', this.#starts[index], this.#starts[index + 1])
  }
}

const lines = lazily(() => new EffectLines())

/** What the function with this selector (0x and eight digits) does. */
export function effectRowOf(selector: string): EffectRow | undefined {
  if (selector.length !== SELECTOR_LENGTH) return undefined
  return lines().find(selector)
}

/**
 * Rows of `data/commands` in the order in which they are tried, each with its file and id, such as `universal-router 0x0b`: what a contract
 * runs for its caller by a byte or a selector in its call data. `npm run effects` writes the file.
 */
export function commandRows(): readonly (readonly [command: string, row: EffectRow])[] {
  return JSON.parse(Buffer.from(readDataFile('commands.json')).toString())
}

/** Every row by its selector, for what is said about all of them. */
export function effectRows(): [selector: string, row: EffectRow][] {
  return lines().all()
}
