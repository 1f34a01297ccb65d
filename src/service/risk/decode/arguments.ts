import * as AbiParameters from 'ox/AbiParameters'
import type { Parameter, ParameterType, Signature } from './signatures.ts'

type ArgumentValue = string | bigint | number | boolean | readonly bigint[]

/** By parameter name; addresses and bytes in lower-case hex. */
export type Arguments = Readonly<Record<string, ArgumentValue>>

/** `fault` is a clause about the call data: "it ends inside its arguments". */
export type Reading = { readonly args: Arguments } | { readonly fault: string; readonly args: Arguments }

const WORD = 64
const ADDRESS = 40

/** Hex digits of a word that its value may use, counted from the right; the others must be zero. */
const significantDigits: Readonly<Record<ParameterType, number>> = {
  address: ADDRESS,
  uint8: 2,
  bool: 1,
  uint256: WORD,
  bytes32: WORD,
  bytes: WORD,
  'uint256[]': WORD,
}

/**
 * Reads `body`, the hex digits that follow the selector. Bytes after the arguments are fine: a signed payload, or a
 * referrer tag, stands there. When it does not decode, `args` holds the addresses that can still be made out: contracts
 * built by older compilers mask dirty words instead of refusing them, so such a call may well go through.
 */
export function readArguments(signature: Signature, body: string): Reading {
  const fault = headFault(signature.parameters, body)
  if (fault) return { fault, args: legibleAddresses(signature.parameters, body) }
  try {
    const args = AbiParameters.decode(signature.parameters, `0x${body}`, { as: 'Object', checksumAddress: false })
    return { args: args as Arguments }
  } catch {
    const args = legibleAddresses(signature.parameters, body)
    return { fault: 'an offset, a length or a digit in it points nowhere', args }
  }
}

/** Stricter than the ABI library, which cuts dirty words off silently, and as strict as Solidity's decoder. */
function headFault(parameters: readonly Parameter[], body: string): string | undefined {
  if (body.length < parameters.length * WORD) return 'it ends inside its arguments'
  for (const [index, { name, type }] of parameters.entries()) {
    const word = body.slice(index * WORD, (index + 1) * WORD)
    const unused = WORD - significantDigits[type]
    if (unused > 0 && !isZero(word.slice(0, unused))) return `the ${type} ${name} has dirty leading bytes`
    if (type === 'bool' && word.at(-1) !== '0' && word.at(-1) !== '1') return `the bool ${name} is neither 0 nor 1`
  }
  return undefined
}

function legibleAddresses(parameters: readonly Parameter[], body: string): Arguments {
  const args: Record<string, ArgumentValue> = {}
  for (const [index, { name, type }] of parameters.entries()) {
    const digits = body.slice((index + 1) * WORD - ADDRESS, (index + 1) * WORD)
    if (type === 'address' && /^[0-9a-f]{40}$/.test(digits)) args[name] = `0x${digits}`
  }
  return args
}

function isZero(digits: string): boolean {
  return /^0*$/.test(digits)
}
