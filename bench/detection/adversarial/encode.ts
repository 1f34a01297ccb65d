import * as AbiFunction from 'ox/AbiFunction'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'

/** Call data from the signature in the documentation: `transfer(address,uint256)`. Tuples are arrays of their members. */
export function call(signature: string, ...values: readonly unknown[]): string {
  return AbiFunction.encodeData(functionOf(signature), values as never)
}

const parsed = new Map<string, AbiFunction.AbiFunction>()

/** Parses a signature once: thousands of generated calls share a few hundred. */
export function functionOf(signature: string): AbiFunction.AbiFunction {
  const known = parsed.get(signature)
  if (known) return known
  const text: string = `function ${signature}`
  const item = AbiFunction.from(text as never) as AbiFunction.AbiFunction
  parsed.set(signature, item)
  return item
}

/** keccak-256 of a text. */
export function hashOf(text: string): string {
  return Hash.keccak256(Hex.fromString(text))
}

/** An address that stands for a party: always the same for a label, unknown outside this set. */
export function addressOf(label: string): string {
  return `0x${hashOf(`txwarden adversarial set: ${label}`).slice(-40)}`
}

/** Values side by side without padding, as in `abi.encodePacked`: `[bits, number]`, or hex as it is. */
export function packed(...parts: readonly (string | readonly [bits: number, value: bigint | number])[]): string {
  const digits = (part: (typeof parts)[number]) =>
    typeof part === 'string'
      ? part.slice(2)
      : BigInt(part[1])
          .toString(16)
          .padStart(part[0] / 4, '0')
  return `0x${parts.map(digits).join('')}`
}

/** An address in 32 bytes as an ABI word: zeros on the left. */
export function left(address: string): string {
  return `0x${'0'.repeat(24)}${address.slice(2)}`
}

/** An address in the first 20 of 32 bytes: zeros on the right. */
export function right(address: string): string {
  return `${address}${'0'.repeat(24)}`
}
