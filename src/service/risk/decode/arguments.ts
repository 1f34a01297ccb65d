import { ADDRESS_DIGITS, WORD_DIGITS } from '../../evm/words.ts'
import { canonicalType, type Parameter, parametersOf, type TupleShape, tupleShape } from './layout.ts'
import { type Arguments, type ArgumentValue, named, readArguments } from './read-arguments.ts'
import { type Work, workFor } from './work.ts'

export type { Arguments, ArgumentValue } from './read-arguments.ts'

/** The arguments in the types of the signature. Unchecked: the tests of each wrapper and action read one. */
export function argumentsAs<T>(args: Arguments): T {
  return args as unknown as T
}

export interface DecodedArguments {
  /** All arguments; with a fault, only the legible addresses. */
  readonly args: Arguments
  /** A clause about the data: "it is shorter than its arguments". */
  readonly fault?: string
  /** With a fault: the arguments as a contract reads them that masks dirty words, if that is possible. */
  readonly lenient?: Arguments
  /** The data has bytes that no argument uses. */
  readonly unused?: true
}

/** The argument layout of a signature. */
export class Layout {
  readonly parameters: readonly Parameter[]
  readonly #shape: TupleShape
  readonly #headDigits: number
  readonly #isPacked: boolean
  readonly #names: readonly (string | number)[]
  #opaque: readonly Parameter[] | undefined
  #addressed: readonly Parameter[] | undefined
  #hasText: boolean | undefined

  /** @param isPacked the arguments follow one another without padding; only the last may be bytes, which are the rest */
  constructor(text: string, isPacked = false) {
    this.#isPacked = isPacked
    this.parameters = parametersOf(text)
    const shape = tupleShape(this.parameters)
    this.#shape = shape
    this.#names = this.parameters.map(({ name }, index) => name ?? index)
    this.#headDigits = WORD_DIGITS * shape.items.reduce((sum, item) => sum + item.words, 0)
  }

  /** Parameters that may hold an address that their type does not show: numbers, bytes, text, and what contains them. */
  get opaque(): readonly Parameter[] {
    this.#opaque ??= this.parameters.filter(isOpaque)
    return this.#opaque
  }

  /** Parameters that are or hold addresses. */
  get addressed(): readonly Parameter[] {
    this.#addressed ??= this.parameters.filter(isAddressed)
    return this.#addressed
  }

  /** A parameter is text, or contains text. */
  get hasText(): boolean {
    this.#hasText ??= this.parameters.some(isText)
    return this.#hasText
  }

  /** For the selector: `(address,uint256)`. */
  get canonical(): string {
    if (this.#isPacked) return '()'
    return `(${this.parameters.map(canonicalType).join(',')})`
  }

  /**
   * Decodes lower-case hex digits without 0x. Trailing bytes are allowed: a signed payload or a referrer tag. Never throws.
   * @param work that it may take where parts overlap
   * @param isHex known
   */
  read(digits: string, work: Work = workFor(digits), isHex = false): DecodedArguments {
    if (this.parameters.length === 0) return { args: {}, ...(digits.length > 0 && { unused: true }) }
    // Half a byte is none.
    const body = digits.length % 2 === 0 ? digits : digits.slice(0, -1)
    if (this.#isPacked) return this.#readPacked(body)
    if (body.length < this.#headDigits) return { fault: 'it is shorter than its arguments', args: this.#legible(body) }
    const reading = readArguments(this.#shape, body, work, isHex)
    if ('broken' in reading) return { fault: reading.broken, args: this.#legible(body) }
    const { dirty, unused } = reading
    const args = named(this.#names, reading.values)
    if (dirty === undefined) return { args, ...(unused && { unused }) }
    // Contracts built by older compilers mask dirty words, so such a call may succeed.
    return { fault: dirty, args: this.#legible(body), lenient: args }
  }

  #readPacked(body: string): DecodedArguments {
    const args: Record<string, ArgumentValue> = {}
    let at = 0
    for (const [index, shape] of this.#shape.items.entries()) {
      const name = this.parameters[index]?.name ?? index
      const size = shape.kind === 'word' ? WORD_DIGITS - shape.unusedLeft - shape.unusedRight : body.length - at
      if (size < 0 || at + size > body.length) return { fault: 'it is shorter than its arguments', args: {} }
      const digits = body.slice(at, at + size)
      if (shape.kind !== 'word') args[name] = `0x${digits}`
      else {
        const word = shape.unusedRight > 0 ? digits.padEnd(WORD_DIGITS, '0') : digits.padStart(WORD_DIGITS, '0')
        args[name] = shape.valueOf(word)
      }
      at += size
    }
    return { args, ...(at < body.length && { unused: true }) }
  }

  /** Addresses at their head positions, as far as the data goes. */
  #legible(body: string): Arguments {
    const args: Record<string, ArgumentValue> = {}
    let at = 0
    for (const [index, { name, type }] of this.parameters.entries()) {
      at += (this.#shape.items[index]?.words ?? 0) * WORD_DIGITS
      const digits = body.slice(Math.max(0, at - ADDRESS_DIGITS), at)
      if (type === 'address' && name && /^[0-9a-f]{40}$/.test(digits)) args[name] = `0x${digits}`
    }
    return args
  }
}

/** Too short for 20 bytes: bool, bytes16, uint128. */
const SHORT = /^(?:address|bool|bytes(?:1?[1-9]|10)|u?int(?:[1-9]|[1-9]\d|1[0-4]\d|15[01]))(?:\[\d*\])*$/

function isOpaque({ type, components }: Parameter): boolean {
  return components === undefined ? !SHORT.test(type) : components.some(isOpaque)
}

function isAddressed({ type, components }: Parameter): boolean {
  return components === undefined ? type.startsWith('address') : components.some(isAddressed)
}

function isText({ type, components }: Parameter): boolean {
  return components === undefined ? type.startsWith('string') : components.some(isText)
}
