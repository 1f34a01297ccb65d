import { SELECTOR_LENGTH } from '../../evm/words.ts'
import { SelectorTable } from '../decode/selector-table.ts'
import type { EffectRow } from './effect.ts'
import { effectLists, effectSelectors, effectTable } from './table.ts'

/** The table in its lines. It is loaded for the first function that nothing else describes: most transactions have none. */
class EffectLines {
  readonly #selectors = new SelectorTable(effectSelectors)
  readonly #functions = effectTable.split('\n')
  readonly #lists = effectLists.split('\n')
  /** Those that were called. */
  readonly #rows = new Map<number, EffectRow>()

  find(selector: string): EffectRow | undefined {
    const index = this.#selectors.indexOf(Number.parseInt(selector.slice(2), 16))
    if (index < 0) return undefined
    const row = this.#rows.get(index) ?? this.#read(this.#functions[index] ?? '')
    this.#rows.set(index, row)
    return row
  }

  all(): [selector: string, row: EffectRow][] {
    return this.#functions.map((line, index) => [this.#selectors.selectorAt(index), this.#read(line)])
  }

  #read(line: string): EffectRow {
    const [call = '', list, more] = line.split('\t')
    return {
      call,
      effects: JSON.parse(this.#lists[Number(list)] ?? '[]') as EffectRow['effects'],
      ...(more !== undefined && (JSON.parse(more) as Omit<EffectRow, 'call' | 'effects'>)),
    }
  }
}

let lines: EffectLines | undefined

/** What the function with this selector (0x and eight digits) does. */
export function effectRowOf(selector: string): EffectRow | undefined {
  if (selector.length !== SELECTOR_LENGTH) return undefined
  lines ??= new EffectLines()
  return lines.find(selector)
}

/** Every row by its selector, for what is said about all of them. */
export function effectRows(): [selector: string, row: EffectRow][] {
  return new EffectLines().all()
}
