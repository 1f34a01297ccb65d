import { ADDRESS_DIGITS, addressOfNumber, WORD_DIGITS, ZERO_ADDRESS } from '../../evm/words.ts'
import type { Arguments, ArgumentValue } from '../decode/arguments.ts'
import { inBytes } from './addresses-in-bytes.ts'
import type { Path } from './effect.ts'

/** LI.FI: the receiver is an account of another kind of chain and stands elsewhere. */
const NO_EVM_ADDRESS = `0x${'11f1'.repeat(10)}`

/** Undefined for an account of another kind of chain, which is no EVM address. */
export function addressIn(value: ArgumentValue): string | undefined {
  if (typeof value === 'bigint') return addressOfNumber(value)
  if (typeof value !== 'string' || !value.startsWith('0x') || value === NO_EVM_ADDRESS) return undefined
  const digits = value.slice(2)
  if (digits.length === ADDRESS_DIGITS) return value.toLowerCase()
  // Two packed addresses: the remote comes first.
  if (digits.length === 2 * ADDRESS_DIGITS) return `0x${digits.slice(0, ADDRESS_DIGITS)}`
  // ERC-6900 puts the number of a validation and flags behind the module, Kernel a type before it.
  if (digits.length === 50) return `0x${digits.slice(0, ADDRESS_DIGITS)}`
  if (digits.length === 42) return `0x${digits.slice(-ADDRESS_DIGITS)}`
  if (digits.length !== 64) return undefined
  // Withdrawal credentials of the beacon chain start with a byte for their kind.
  if (/^(?:0{24}|0[12]0{22})/.test(digits)) return `0x${digits.slice(-ADDRESS_DIGITS)}`
  return /0{24}$/.test(digits) ? `0x${digits.slice(0, ADDRESS_DIGITS)}` : undefined
}

/** The values at a path of the arguments, of a list those of its items. */
export function valuesAt(args: Arguments, path: Path): ArgumentValue[] {
  const argument = Object.hasOwn(args, path) ? args[path] : undefined
  if (argument !== undefined) return flatten(argument)
  if (path.startsWith('0x')) return [path]
  return path.split('.').reduce(valuesBehind, [args])
}

function valuesBehind(values: ArgumentValue[], name: string): ArgumentValue[] {
  if (name === '@first') return values.slice(0, 1)
  if (name === '@last') return values.slice(-1)
  if (name === '@route') return alongRoute(values)
  if (name === '@start') return values.map((value) => String(value).slice(0, 2 + ADDRESS_DIGITS))
  if (name === '@amount') return values.map(amountBehind)
  const read = inBytes.get(name)
  if (read) return values.flatMap((value) => read(String(value)) ?? [])
  if (name === '@end') return values.map(lastAddressOf)
  const found: ArgumentValue[] = []
  for (const value of values)
    if (typeof value === 'object' && Object.hasOwn(value, name))
      found.push(...flatten((value as Arguments)[name] as ArgumentValue))
  return found
}

/** Undefined for what is no number. */
export function numberIn(value: ArgumentValue | undefined): bigint | undefined {
  return typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : undefined
}

/** Whether a value is the one that a descriptor writes as text. @param number the value, where it is one */
export function isWritten(value: ArgumentValue, number: bigint | undefined, text: string): boolean {
  if (number !== undefined && /^(?:0x[0-9a-f]{1,64}|-?\d{1,78})$/i.test(text)) return number === BigInt(text)
  return String(value).toLowerCase() === text.toLowerCase()
}

/** The addresses at a path. */
export function addressesIn(args: Arguments, path: Path): string[] {
  const found: string[] = []
  for (const value of valuesAt(args, path)) {
    const address = addressIn(value)
    if (address !== undefined) found.push(address)
  }
  return found
}

/** Returns the tokens of a Curve route, which has pools between: it ends where the next pool is zero. */
function alongRoute(values: readonly ArgumentValue[]): ArgumentValue[] {
  const end = values.findIndex((value, at) => at % 2 === 1 && addressIn(value) === ZERO_ADDRESS)
  return values.slice(0, end < 0 ? undefined : end)
}

function flatten(value: ArgumentValue): ArgumentValue[] {
  return Array.isArray(value) ? (value as readonly ArgumentValue[]).flatMap(flatten) : [value]
}

/** Behind the address at the start; 0 where the bytes end before. */
function amountBehind(value: ArgumentValue): bigint {
  const digits = String(value).slice(2 + ADDRESS_DIGITS, 2 + ADDRESS_DIGITS + WORD_DIGITS)
  return digits.length === WORD_DIGITS ? BigInt(`0x${digits}`) : 0n
}

/** Of the fee or spacing of a pool between two tokens. */
const FEE_DIGITS = 6

/** Of packed addresses with 3 bytes between, or with none; behind other bytes a router reads another last one. */
function lastAddressOf(value: ArgumentValue): ArgumentValue {
  if (typeof value === 'bigint') return BigInt.asUintN(160, value)
  const digits = String(value).slice(2)
  const behind = digits.length - ADDRESS_DIGITS
  const isPath = behind % (ADDRESS_DIGITS + FEE_DIGITS) === 0 || behind % ADDRESS_DIGITS === 0
  const isWhole = isPath || digits.length === WORD_DIGITS
  return isWhole ? `0x${digits.slice(-ADDRESS_DIGITS)}` : '0x'
}
