import { lures } from '../../lures.ts'

const named: Readonly<Record<string, string>> = { address: 'account', uint256: 'amount', bytes32: 'proof' }

/** What functions of phishing contracts are called, so that a decoded call can be told by its name: selector and text. */
export const lureSignatures: readonly [selector: string, text: string][] = Array.from(
  lures,
  ([selector, { signature }]) => [selector, withNames(signature)],
)

/** There are hundreds, and they are built at every start: no regular expressions here. */
function withNames(signature: string): string {
  const parenthesis = signature.indexOf('(')
  const type = signature.slice(parenthesis + 1, -1)
  return type === '' ? signature : `${signature.slice(0, parenthesis)}(${type} ${named[type]})`
}
