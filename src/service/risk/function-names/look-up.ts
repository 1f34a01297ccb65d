/** Room: What conventional names hand over (`setFeeRecipient`), for functions in no table. */

import { readDataFile } from '../../../shared/system/data-file.ts'
import { SELECTOR_LENGTH } from '../../evm/words.ts'
import { SelectorTable } from '../decode/selector-table.ts'
import { functionSignatureAt } from './names.ts'

/** Read on the first unknown selector: most transactions have none. */
let table: SelectorTable | undefined

/** Canonical signature of a function with a conventional name, by selector (0x and eight digits). */
export function functionSignatureOf(selector: string): string | undefined {
  if (selector.length !== SELECTOR_LENGTH) return undefined
  table ??= new SelectorTable(readDataFile('function-selectors.bin'))
  const index = table.indexOf(Number.parseInt(selector.slice(2), 16))
  return index < 0 ? undefined : functionSignatureAt(index)
}
