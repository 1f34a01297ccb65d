/** Room: The vocabulary of phishing names. */

import { readDataFile } from '../../../shared/system/data-file.ts'
import { SELECTOR_LENGTH } from '../../evm/words.ts'
import { SelectorTable } from '../decode/selector-table.ts'
import { type PhishingFunction, phishingFunctionAt } from '../phishing-functions/names.ts'

export type { PhishingFunction } from '../phishing-functions/names.ts'

/** Read on the first unknown selector: most transactions have none. */
let table: SelectorTable | undefined

/** The phishing function with this selector (0x and eight digits). */
export function phishingFunctionOf(selector: string): PhishingFunction | undefined {
  if (selector.length !== SELECTOR_LENGTH) return undefined
  table ??= new SelectorTable(readDataFile('phishing-selectors.bin'))
  const index = table.indexOf(Number.parseInt(selector.slice(2), 16))
  return index < 0 ? undefined : phishingFunctionAt(index)
}

const parameterNames: Readonly<Record<string, string>> = {
  address: 'account',
  uint256: 'amount',
  bytes32: 'proof',
  'bytes32[]': 'proofs',
}

/** The signature with parameter names, as in the signature tables. */
export function namedSignature({ signature }: PhishingFunction): string {
  const parenthesis = signature.indexOf('(')
  const types = signature.slice(parenthesis + 1, -1)
  if (types === '') return signature
  const parameters = types.split(',').map((type) => `${type} ${parameterNames[type]}`)
  return `${signature.slice(0, parenthesis)}(${parameters.join(', ')})`
}
