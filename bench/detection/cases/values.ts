import { z } from 'zod'
import { addressOf, call, functionOf, hashOf, left, packed, right } from '../adversarial/encode.ts'
import * as protocols from '../adversarial/protocols.ts'
import { ACCOUNT, NOBODY, PROTOCOL, SAFE, SIGNER } from '../adversarial/row.ts'
import { execute7579, type Inner, inMultiSend, inOperation, safeCall } from '../adversarial/wrap.ts'

/** A value in a file of cases. Every scalar is a text; the type of the argument or member says how it is read. */
export type Value = string | readonly Value[] | { readonly [key: string]: Value }

export const value: z.ZodType<Value> = z.lazy(() => z.union([z.string(), z.array(value), z.record(z.string(), value)]))

/** Names in capitals: those of the file, `protocols.ts` and the signer's own accounts. */
export type Names = Readonly<Record<string, string>>

const shared: Names = { ...protocols, SIGNER, SAFE, ACCOUNT, PROTOCOL, NOBODY }

interface Parameter {
  readonly type: string
  readonly components?: readonly Parameter[]
}

/** What stands for bytes, each with its operand; `args` belong to `call` and `abi`. */
const expressions = {
  /** A call by its signature. */
  call: (of: Value, names: Names, args: readonly Value[]) => callData(textOf(of), args, names),
  /** ABI encoding without a selector: `(address,uint256)`. */
  abi: (of: Value, names: Names, args: readonly Value[]) => `0x${callData(`f${textOf(of)}`, args, names).slice(10)}`,
  /** Bytes and addresses side by side; `[bits, number]` is a number of that size. */
  packed: (of: Value, names: Names) => packed(...listOf(of).map((part) => packedPart(part, names))),
  /** A party whose label could be a name. */
  party: (of: Value) => addressOf(textOf(of)),
  hash: (of: Value) => hashOf(textOf(of)),
  left: (of: Value, names: Names) => left(hexOf(of, names)),
  right: (of: Value, names: Names) => right(hexOf(of, names)),
  safe: (of: Value, names: Names) => safeCall(innerOf(of, names)),
  /** A delegatecall of the Safe. */
  'safe-delegatecall': (of: Value, names: Names) => safeCall(innerOf(of, names), 1),
  multisend: (of: Value, names: Names) => inMultiSend(...listOf(of).map((inner) => innerOf(inner, names))).data,
  'user-operation': (of: Value, names: Names) => inOperation(hexOf(of, names)).data,
  'erc-7579': (of: Value, names: Names) => execute7579(...listOf(of).map((inner) => innerOf(inner, names))),
} satisfies Record<string, (of: Value, names: Names, args: readonly Value[]) => string>

type Kind = keyof typeof expressions

export const kinds = Object.keys(expressions) as Kind[]

/** Bytes: hex, one byte many times (`0x5b*400`), a name, the label of a party (its address), or an expression. */
export function hexOf(of: Value, names: Names): string {
  if (typeof of === 'string') {
    const [, byte = '', times] = /^0x([0-9a-f]{2})\*(\d+)$/.exec(of) ?? []
    if (byte) return `0x${byte.repeat(Number(times))}`
    return /^0x(?:[0-9a-f]{2})*$/.test(of) ? of : named(of, names)
  }
  const { args = [], ...rest } = mapOf(of)
  const [[kind, operand] = ['', ''], ...others] = Object.entries(rest)
  if (!isKind(kind) || others.length > 0) throw new Error(`No bytes: ${JSON.stringify(of)}`)
  return expressions[kind](operand, names, listOf(args))
}

/** Digits, `2500 usd` (six decimals), `0.25 ether`, `max` or `max128`, a name, or bytes as a number. */
export function numberOf(of: Value, names: Names): bigint {
  if (typeof of !== 'string') return BigInt(hexOf(of, names))
  const [, digits = '', fraction = '', unit = ''] = /^(-?\d+)(?:\.(\d+))?(?: (usd|ether)|n)?$/.exec(of) ?? []
  if (digits) return BigInt(digits + fraction.padEnd(DECIMALS[unit] ?? 0, '0'))
  const [, bits] = /^max(\d*)$/.exec(of) ?? []
  if (bits !== undefined) return 2n ** BigInt(bits || 256) - 1n
  if (!/^[A-Z]/.test(of)) throw new Error(`No number: ${of}`)
  return BigInt(named(of, names))
}

const DECIMALS: Readonly<Record<string, number>> = { usd: 6, ether: 18 }

/** A scalar of an ABI or EIP-712 type. */
export function scalarOf(type: string, of: Value, names: Names): string | bigint | boolean {
  if (type === 'bool') return flag(of)
  if (/^u?int/.test(type)) return numberOf(of, names)
  return type === 'string' && typeof of === 'string' ? of : hexOf(of, names)
}

export function listOf(of: Value): readonly Value[] {
  if (!Array.isArray(of)) throw new Error(`No list: ${JSON.stringify(of)}`)
  return of as readonly Value[]
}

export function mapOf(of: Value): { readonly [key: string]: Value } {
  if (typeof of !== 'object' || Array.isArray(of)) throw new Error(`No map: ${JSON.stringify(of)}`)
  return of as { readonly [key: string]: Value }
}

function callData(signature: string, args: readonly Value[], names: Names): string {
  return call(signature, ...argumentsOf(functionOf(signature).inputs, args, names))
}

function argumentsOf(parameters: readonly Parameter[], args: readonly Value[], names: Names): unknown[] {
  if (args.length !== parameters.length) throw new Error(`Not ${parameters.length} values: ${JSON.stringify(args)}`)
  return parameters.map((parameter, index) => argumentOf(parameter, args[index] as Value, names))
}

function argumentOf({ type, components = [] }: Parameter, of: Value, names: Names): unknown {
  const [, item] = /^(.*)\[\d*\]$/.exec(type) ?? []
  if (item) return listOf(of).map((each) => argumentOf({ type: item, components }, each, names))
  return type === 'tuple' ? argumentsOf(components, listOf(of), names) : scalarOf(type, of, names)
}

function innerOf(of: Value, names: Names): Inner {
  const { to = '', value = '0', data, ...rest } = mapOf(of)
  const bytes = data ?? (Object.keys(rest).length > 0 ? rest : '0x')
  return { to: hexOf(to, names), value: numberOf(value, names), data: hexOf(bytes, names) }
}

function packedPart(part: Value, names: Names): string | readonly [number, bigint] {
  if (!Array.isArray(part)) return hexOf(part, names)
  const [bits, of] = part
  return [Number(bits), numberOf(of, names)]
}

function named(text: string, names: Names): string {
  const known = names[text] ?? shared[text]
  if (known) return known
  if (!/^(?!0x).*[a-z]/.test(text)) throw new Error(`No such name: ${text}`)
  return addressOf(text)
}

function flag(of: Value): boolean {
  if (of !== 'true' && of !== 'false') throw new Error(`Neither true nor false: ${JSON.stringify(of)}`)
  return of === 'true'
}

function textOf(of: Value): string {
  if (typeof of !== 'string') throw new Error(`No text: ${JSON.stringify(of)}`)
  return of
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(expressions, text)
}
