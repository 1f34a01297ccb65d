import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'

/** Source text of a selector table. */
export function selectorTable(constant: string, of: string, signatures: readonly string[]): string {
  const selectors = Buffer.concat(
    signatures.map((signature) => Hash.keccak256(Hex.toBytes(Hex.fromString(signature))).subarray(0, 4)),
  ).swap32()
  return `// Written by scripts/function-selectors.ts; do not edit.

/** First four bytes of keccak256 of each of \`${of}\`, in that order: little-endian, base64. */
export const ${constant} =
  '${selectors.toString('base64')}'
`
}
