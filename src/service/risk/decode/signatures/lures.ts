import type { Lure } from '../../lures/lure-of.ts'

const named: Readonly<Record<string, string>> = {
  address: 'account',
  uint256: 'amount',
  bytes32: 'proof',
  'bytes32[]': 'proofs',
}

/** A lure with its parameters named, so that a call of it can be told like any other. */
export function textOfLure({ signature }: Lure): string {
  const parenthesis = signature.indexOf('(')
  const types = signature.slice(parenthesis + 1, -1)
  if (types === '') return signature
  const parameters = types.split(',').map((type) => `${type} ${named[type]}`)
  return `${signature.slice(0, parenthesis)}(${parameters.join(', ')})`
}
