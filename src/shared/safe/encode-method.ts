import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from 'ox/Hex'
import { isRecord, parseJson } from '../json/json.ts'
import { safeFileFault, shownValue } from './members.ts'

interface Parameter {
  readonly name: string
  readonly type: string
  readonly components?: readonly Parameter[]
}

/**
 * Call data of a method that the Safe Transaction Builder describes by its inputs, with their values as texts: lists and
 * structs as JSON.
 * @throws WardenError `invalid-safe-transaction`
 */
export function encodeMethod(method: unknown, values: unknown, where: string): Hex {
  if (!isRecord(method) || typeof method.name !== 'string') throw safeFileFault(`${where}contractMethod has no name`)
  const inputs = parametersOf(method.inputs, `${where}contractMethod.inputs`)
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

function parametersOf(given: unknown, where: string): Parameter[] {
  if (!Array.isArray(given)) throw safeFileFault(`${where} is not a list`)
  return given.map((each: unknown) => {
    if (!isRecord(each) || typeof each.type !== 'string') throw safeFileFault(`${where} has an input without a type`)
    const { name = '', type, components } = each
    return {
      name: String(name),
      type,
      ...(type.startsWith('tuple') && { components: parametersOf(components, `${where}.components`) }),
    }
  })
}

function readValue(given: unknown, parameter: Parameter, where: string): unknown {
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
  return type === 'string' ? given : given.trim().toLowerCase()
}

/** JSON in a text. Its numbers are read as texts: a large one would lose digits. */
function structured(given: unknown): unknown {
  if (typeof given !== 'string') return given
  return parseJson(given.replace(/"(?:[^"\\]|\\.)*"|-?\d+/g, (part) => (part.startsWith('"') ? part : `"${part}"`)))
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
