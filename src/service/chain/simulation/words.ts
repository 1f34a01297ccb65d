/** Quantities and 32-byte words as JSON-RPC and the ABI write them. What is read comes from a stranger and may be anything. */

const WORD_DIGITS = 64

/** A JSON-RPC quantity. */
export function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

/** An ABI word of an address or a number, without 0x. */
export function word(value: string | bigint): string {
  return (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(WORD_DIGITS, '0')
}

/** Hex of whole bytes; undefined for anything else. */
export function hexOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value) ? value.toLowerCase() : undefined
}

/** A quantity of at most 256 bits; undefined for anything else. */
export function quantityOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}

/** A word of an answer; undefined where the answer is shorter. */
export function wordAt(answer: string, index: number): bigint | undefined {
  const digits = answer.slice(2 + WORD_DIGITS * index, 2 + WORD_DIGITS * (index + 1))
  return digits.length === WORD_DIGITS ? BigInt(`0x${digits}`) : undefined
}

/** The address in a word; undefined where the word is none. */
export function addressAt(answer: string, index: number): string | undefined {
  const value = wordAt(answer, index)
  return value === undefined || value >> 160n !== 0n ? undefined : `0x${value.toString(16).padStart(40, '0')}`
}

export function least(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first
  for (const each of others) if (each < found) found = each
  return found
}

export function most(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first
  for (const each of others) if (each > found) found = each
  return found
}
