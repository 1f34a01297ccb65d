import * as AbiParameters from 'ox/AbiParameters'
import { checkArguments, POINTS_NOWHERE } from './check.ts'
import { canonicalType, type Parameter, parametersOf, type Shape, tupleShape, WORD } from './layout.ts'

/** Integers up to 48 bits are numbers, larger ones bigint; tuples are objects. */
export type ArgumentValue =
  | string
  | bigint
  | number
  | boolean
  | readonly ArgumentValue[]
  | { readonly [name: string]: ArgumentValue }

/** By parameter name; addresses and bytes in lower-case hex. */
export type Arguments = Readonly<Record<string, ArgumentValue>>

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
  readonly #shape: Shape
  readonly #headDigits: number
  #opaque: readonly Parameter[] | undefined

  constructor(text: string) {
    this.parameters = parametersOf(text)
    const shape = tupleShape(this.parameters)
    this.#shape = shape
    this.#headDigits = WORD * shape.items.reduce((sum, item) => sum + item.words, 0)
  }

  /** Parameters that may hold an address that their type does not show: numbers, bytes, text, and what contains them. */
  get opaque(): readonly Parameter[] {
    this.#opaque ??= this.parameters.filter(isOpaque)
    return this.#opaque
  }

  /** For the selector: `(address,uint256)`. */
  get canonical(): string {
    return `(${this.parameters.map(canonicalType).join(',')})`
  }

  /** Decodes hex digits without 0x. Trailing bytes are allowed: a signed payload or a referrer tag. Never throws. */
  read(digits: string): DecodedArguments {
    if (this.parameters.length === 0) return { args: {}, ...(digits.length > 0 && { unused: true }) }
    // The ABI library would pad a half byte and shift all others.
    const body = digits.length % 2 === 0 ? digits : digits.slice(0, -1)
    if (body.length < this.#headDigits) return { fault: 'it is shorter than its arguments', args: this.#legible(body) }
    const { broken, dirty, unused } = checkArguments(this.#shape, body)
    const args = broken === undefined ? this.#decode(body) : undefined
    if (args && dirty === undefined) return { args, ...(unused && { unused }) }
    // Contracts built by older compilers mask dirty words, so such a call may succeed.
    return {
      fault: broken ?? dirty ?? POINTS_NOWHERE,
      args: this.#legible(body),
      ...(args && { lenient: args }),
    }
  }

  #decode(body: string): Arguments | undefined {
    try {
      const options = { as: 'Object', checksumAddress: false } as const
      return AbiParameters.decode(this.parameters as never, `0x${body}`, options) as Arguments
    } catch {
      return undefined
    }
  }

  /** Addresses at their head positions, as far as the data goes. */
  #legible(body: string): Arguments {
    const args: Record<string, ArgumentValue> = {}
    if (this.#shape.kind !== 'tuple') return args
    let at = 0
    for (const [index, { name, type }] of this.parameters.entries()) {
      at += (this.#shape.items[index]?.words ?? 0) * WORD
      const digits = body.slice(Math.max(0, at - ADDRESS), at)
      if (type === 'address' && name && /^[0-9a-f]{40}$/.test(digits)) args[name] = `0x${digits}`
    }
    return args
  }
}

const ADDRESS = 40

/** Too short for 20 bytes: bool, bytes16, uint128. */
const SHORT = /^(?:address|bool|bytes(?:1?[1-9]|10)|u?int(?:[1-9]|[1-9]\d|1[0-4]\d|15[01]))(?:\[\d*\])*$/

function isOpaque({ type, components }: Parameter): boolean {
  return components === undefined ? !SHORT.test(type) : components.some(isOpaque)
}
