import { word } from './call-data.ts'

/** ABI encoding by the specification; shares no code with the decoder. */
export interface Encoded {
  /** Encoded behind an offset. */
  readonly dynamic: boolean
  /** Whole words, without 0x. */
  readonly digits: string
}

/** A number, an address, a bool or a bytes32. */
export function value(of: bigint | number | string | boolean): Encoded {
  return { dynamic: false, digits: word(typeof of === 'boolean' ? Number(of) : of) }
}

/** Fixed bytes such as bytes4, left-aligned. */
export function leftBytes(hex: string): Encoded {
  return { dynamic: false, digits: withoutPrefix(hex).padEnd(64, '0') }
}

export function bytes(hex: string): Encoded {
  const digits = withoutPrefix(hex)
  return { dynamic: true, digits: word(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0') }
}

/** A struct, or the arguments of a function. */
export function tuple(...parts: readonly Encoded[]): Encoded {
  const headBytes = parts.reduce((sum, part) => sum + (part.dynamic ? 32 : part.digits.length / 2), 0)
  let head = ''
  let tail = ''
  for (const { dynamic, digits } of parts) {
    head += dynamic ? word(headBytes + tail.length / 2) : digits
    if (dynamic) tail += digits
  }
  return { dynamic: parts.some((part) => part.dynamic), digits: head + tail }
}

export function array(...items: readonly Encoded[]): Encoded {
  return { dynamic: true, digits: word(items.length) + tuple(...items).digits }
}

/** Call data: the selector (0x and eight digits) and its arguments. */
export function call(selector: string, ...parts: readonly Encoded[]): string {
  return selector + tuple(...parts).digits
}

export function withoutPrefix(hex: string): string {
  return hex.replace(/^0x/, '')
}
