/** ABI encoding by the specification; shares no code with the decoder. */

/** A part of a tuple: whole words without 0x; a dynamic one is encoded behind an offset. */
export interface Part {
  readonly dynamic: boolean
  readonly digits: string
}

export function word(of: bigint | number | string): Part {
  const digits = typeof of === 'string' ? of.replace(/^0x/, '').toLowerCase() : of.toString(16)
  return { dynamic: false, digits: digits.padStart(64, '0') }
}

export function bytes(hex: string): Part {
  const digits = hex.replace(/^0x/, '')
  return { dynamic: true, digits: word(digits.length / 2).digits + padded(digits) }
}

export function tuple(...parts: readonly Part[]): Part {
  const head = parts.reduce((sum, { dynamic, digits }) => sum + (dynamic ? 32 : digits.length / 2), 0)
  let [heads, tails] = ['', '']
  for (const { dynamic, digits } of parts) {
    heads += dynamic ? word(head + tails.length / 2).digits : digits
    if (dynamic) tails += digits
  }
  return { dynamic: parts.some(({ dynamic }) => dynamic), digits: heads + tails }
}

export function list(...items: readonly Part[]): Part {
  return { dynamic: true, digits: word(items.length).digits + tuple(...items).digits }
}

/** `selector`: 0x and eight digits. */
export function call(selector: string, ...parts: readonly Part[]): string {
  return selector + tuple(...parts).digits
}

function padded(digits: string): string {
  return digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}
