import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from 'ox/Hex'
import { hasValidChecksum } from '../addresses/checksum.ts'
import { dataOf } from '../json/evm-json.ts'
import { isRecord, parseJson } from '../json/json.ts'
import { safeFileFault, shownValue } from './members.ts'

interface MethodParameter {
  readonly name: string
  readonly type: string
  readonly components?: readonly MethodParameter[]
}

/**
 * Call data of a method that the Safe Transaction Builder describes by its inputs, with their values as texts: lists and
 * structs as JSON.
 * @throws WardenError `invalid-safe-transaction`
 */
export function encodeMethod(method: unknown, values: unknown, where: string): Hex {
  if (!isRecord(method) || typeof method.name !== 'string') throw safeFileFault(`${where}contractMethod has no name`)
  // Neither is a function with a selector: the builder sends no data.
  if (method.name === 'receive' || method.name === 'fallback') return '0x'
  const inputs = parametersOf(method.inputs ?? [], `${where}contractMethod.inputs`)
  const given = isRecord(values) ? values : {}
  const args = inputs.map(({ name, type, components }, index) => {
    // Inputs without a name are keyed by their position.
    const key = [name, String(index)].find((each) => each !== '' && Object.hasOwn(given, each))
    if (key === undefined) throw safeFileFault(`${where}contractInputsValues has no ${name === '' ? index : name}`)
    return readValue(
      given[key],
      { name, type, ...(components && { components }) },
      `${where}contractInputsValues.${key}`,
    )
  })
  try {
    const abi = { type: 'function', name: method.name, inputs, outputs: [], stateMutability: 'payable' } as const
    return AbiFunction.encodeData(AbiFunction.from(abi as AbiFunction.AbiFunction), args as never)
  } catch (error) {
    const [line = ''] = String((error as Error).message).split('\n')
    throw safeFileFault(`${where}contractMethod cannot be encoded: ${line}`)
  }
}

function parametersOf(given: unknown, where: string): MethodParameter[] {
  if (!Array.isArray(given)) throw safeFileFault(`${where} is not a list`)
  return given.map((each: unknown) => {
    if (!isRecord(each) || typeof each.type !== 'string') throw safeFileFault(`${where} has an input without a type`)
    const { name = '', type: written, components } = each
    // Solidity's aliases: a selector is made of the whole name.
    const type = written.replace(/^u?int(?=$|\[)/, (alias) => `${alias}256`)
    return {
      name: String(name),
      type,
      ...(type.startsWith('tuple') && { components: parametersOf(components, `${where}.components`) }),
    }
  })
}

function readValue(given: unknown, parameter: MethodParameter, where: string): unknown {
  const { type, components = [] } = parameter
  if (type.endsWith(']')) {
    const item = { ...parameter, type: type.slice(0, type.lastIndexOf('[')) }
    const items = structured(given)
    if (!Array.isArray(items)) throw safeFileFault(`${where}: ${shownValue(given)} is not a list`)
    return items.map((each, index) => readValue(each, item, `${where}[${index}]`))
  }
  if (type === 'tuple') {
    const value = structured(given)
    const member = (name: string, index: number) =>
      Array.isArray(value) ? (value as readonly unknown[])[index] : isRecord(value) ? value[name] : undefined
    return components.map((each, index) => readValue(member(each.name, index), each, `${where}.${each.name}`))
  }
  if (type === 'bool') return flagOf(given, where)
  if (/^u?int\d*$/.test(type)) return numberOf(given, where)
  if (typeof given !== 'string') throw safeFileFault(`${where}: ${shownValue(given)} is not a text`)
  if (type === 'string') return given
  const text = given.trim()
  // An encoder would fill up what has an odd number of digits.
  if (type.startsWith('bytes') && dataOf(text) === undefined)
    throw safeFileFault(`${where}: ${shownValue(given)} is not 0x and an even number of hex digits`)
  if (type === 'address' && !hasValidChecksum(text))
    throw safeFileFault(`${where}: ${shownValue(given)} has a wrong EIP-55 checksum`)
  return text.toLowerCase()
}

/**
 * JSON in a text, whose numbers, addresses and words may stand without quotes, or in single ones. They are read as texts: a large
 * number would lose digits.
 */
function structured(given: unknown): unknown {
  if (typeof given !== 'string') return given
  return parseJson(given.replace(/"(?:[^"\\]|\\.)*"|'[^'"\\]*'|[^\s[\]{},:"']+/g, quoted))
}

function quoted(part: string): string {
  return part.startsWith('"') ? part : JSON.stringify(part.replace(/^'|'$/g, ''))
}

function flagOf(given: unknown, where: string): boolean {
  const text = String(given).trim().toLowerCase()
  if (text !== 'true' && text !== 'false') throw safeFileFault(`${where}: ${shownValue(given)} is not true or false`)
  return text === 'true'
}

function numberOf(given: unknown, where: string): bigint {
  const text = typeof given === 'number' && Number.isSafeInteger(given) ? String(given) : given
  if (typeof text !== 'string' || !/^\s*(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})\s*$/.test(text))
    throw safeFileFault(`${where}: ${shownValue(given)} is not a whole number`)
  return BigInt(text.trim())
}
