import type { EffectRow } from './effect.ts'
import { effectLists, effectTable } from './table.ts'

const LENGTH = '0x12345678'.length
const DIGITS = '12345678'.length

/** The rows that were read. */
const known = new Map<string, EffectRow>()

/** What the function with this selector (0x and eight digits) does. The table is loaded by the first call. */
export function effectRowOf(selector: string): EffectRow | undefined {
  if (selector.length !== LENGTH) return undefined
  const row = known.get(selector) ?? readRow(selector.slice(2))
  if (row) known.set(selector, row)
  return row
}

/** Every row by its selector, for what is said about all of them. */
export function effectRows(): [selector: string, row: EffectRow][] {
  const lines = effectTable.trimEnd().split('\n')
  return lines.map((line) => [`0x${line.slice(0, DIGITS)}`, rowOf(line)])
}

/** Halves the table, whose lines are in the order of their selectors, until it is one line. */
function readRow(digits: string): EffectRow | undefined {
  const table = effectTable
  let from = 0
  let to = table.length
  while (from < to) {
    const start = table.lastIndexOf('\n', ((from + to) >> 1) - 1) + 1
    const end = table.indexOf('\n', start)
    const found = table.slice(start, start + DIGITS)
    if (found === digits) return rowOf(table.slice(start, end))
    if (found < digits) from = end + 1
    else to = start
  }
  return undefined
}

let lists: readonly string[] | undefined

function rowOf(line: string): EffectRow {
  lists ??= effectLists.split('\n')
  const [call = '', list, hides] = line.slice(DIGITS).split('\t')
  return {
    call,
    effects: JSON.parse(lists[Number(list)] ?? '[]') as EffectRow['effects'],
    ...(hides !== undefined && { hides: JSON.parse(hides) as EffectRow['hides'] }),
  }
}
