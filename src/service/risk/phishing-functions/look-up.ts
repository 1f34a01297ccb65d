/** Room: The vocabulary of phishing names. */

import { lookUpIn } from '../decode/selector-table.ts'
import { type PhishingFunction, phishingFunctionAt } from '../phishing-functions/names.ts'

export type { PhishingFunction } from '../phishing-functions/names.ts'

/** The phishing function with this selector. */
export const phishingFunctionOf = lookUpIn('phishing-selectors.bin', phishingFunctionAt)

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
