import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import type { Effect, EffectRow } from '../../../../src/service/risk/effects/effect.ts'

/** Calls of effect rows, encoded by the ABI library from the text of the signature; shares no code with the decoder. */

/** A value by path: an address, or `off` for zero, false and nothing. */
export type Arguments = Readonly<Record<string, string>>

export const OFF = 'off'

interface Parameter {
  readonly name?: string
  readonly type: string
  readonly components?: readonly Parameter[]
}

/** Call data with the given values; lists have one item, other numbers are large, other addresses `filler`. */
export function encodeCall({ call }: EffectRow, given: Arguments, filler: string): string {
  const abi = functionOf(call)
  const values = abi.inputs.map((input) => encodedValue(input as Parameter, input.name ?? '', given, filler))
  if (call.startsWith(PACKED)) {
    const types = abi.inputs.map(({ type }) => type)
    return selectorOf(call) + AbiParameters.encodePacked(types as never, values as never).slice(2)
  }
  return abi.inputs.length === 0
    ? AbiFunction.encodeData(abi)
    : AbiFunction.encodeData(abi, values as unknown as readonly [])
}

const PACKED = 'packed '

export function functionOf(call: string): AbiFunction.AbiFunction {
  return AbiFunction.from(`function ${call.replace(PACKED, '')}` as never) as AbiFunction.AbiFunction
}

/** Of a function whose arguments are packed, that of its name alone. */
export function selectorOf(call: string): string {
  return AbiFunction.getSelector(functionOf(call.startsWith(PACKED) ? call.replace(/\(.*/, '()') : call))
}

/** Type by path, of every parameter and member. */
export function typesByPath(call: string): ReadonlyMap<string, string> {
  const types = new Map<string, string>()
  const add = (parameters: readonly Parameter[], prefix: string) => {
    for (const { name = '', type, components } of parameters) {
      types.set(prefix + name, type)
      if (components) add(components, `${prefix}${name}.`)
    }
  }
  add(functionOf(call).inputs as readonly Parameter[], '')
  return types
}

/** Every path of an effect that names a parameter. */
export function pathsOf(effect: Effect): string[] {
  const assets =
    'asset' in effect
      ? [effect.asset]
      : effect.kind === 'exchange'
        ? [effect.gives ?? [], effect.receives ?? []].flat()
        : []
  const limits = effect.kind === 'exchange' ? [effect.least ?? []].flat() : []
  if (effect.kind === 'relies') return [effect.to.replaceAll(/\.@\w+/g, '')]
  return [
    ...partiesOf(effect),
    ...holdersOf(effect),
    ...limits,
    ...('unless' in effect ? [effect.unless] : []),
    ...assets.flatMap(assetPaths),
  ].filter((path): path is string => path !== undefined && !path.startsWith('@') && path !== 'native')
}

function assetPaths({ token, amount, id }: { token: string; amount?: string; id?: string }) {
  return [token.replaceAll(/\.@(first|last)/g, ''), amount, id]
}

/** Paths of the addresses that give or gain. */
export function partiesOf(effect: Effect): string[] {
  if (effect.kind === 'relies') return []
  const owner =
    'of' in effect ? effect.of : 'payer' in effect ? effect.payer : 'from' in effect ? effect.from : undefined
  return [effect.to, owner]
    .filter((path): path is string => path !== undefined && !path.startsWith('@'))
    .map((path) => path.replace('.@start', ''))
}

/** Paths of who else decides over what is paid in. */
export function holdersOf(effect: Effect): string[] {
  const paths = effect.kind === 'exchange' ? [effect.heldBy ?? []].flat() : []
  return paths.map((path) => path.replace('.@start', ''))
}

function encodedValue(parameter: Parameter, path: string, given: Arguments, filler: string): unknown {
  const { type, components } = parameter
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const item = encodedValue({ ...parameter, type: list[1] ?? '' }, path, given, filler)
    return Array.from({ length: Number(list[2] || 1) }, () => item)
  }
  if (components) {
    return Object.fromEntries(
      components.map((each) => [each.name ?? '', encodedValue(each, `${path}.${each.name}`, given, filler)]),
    )
  }
  const dropped = given[`${path}.@drops`]
  const paid = given[`${path}.@payees`]
  const said = dropped === undefined ? paid && instructionsFor(paid) : optionsFor(dropped)
  return wordOf(type, said ?? given[path], filler)
}

/** Instructions to a MulticallHandler of Across that give everything to one. */
export function instructionsFor(receiver: string): string {
  if (receiver === OFF) return '0x'
  const words = [32n, 64n, BigInt(receiver), 0n]
  return `0x${words.map((each) => each.toString(16).padStart(64, '0')).join('')}`
}

/** Options of a LayerZero message with a native drop of 1. */
export function optionsFor(receiver: string, amount = 1n): string {
  if (receiver === OFF) return '0x'
  const drop = amount.toString(16).padStart(32, '0') + receiver.slice(2).padStart(64, '0')
  return `0x000301001101${'30d40'.padStart(32, '0')}01003102${drop}`
}

function wordOf(type: string, given: string | undefined, filler: string): unknown {
  if (given === OFF) return nothing(type)
  if (type === 'address') return given ?? filler
  if (type === 'bool') return true
  if (type === 'string') return given ?? 'text'
  if (type === 'bytes') return given ?? '0x'
  const size = Number(/\d+$/.exec(type)?.[0] ?? 256)
  if (type === 'bytes25') return `0x${(given ?? '0x01').slice(2).padEnd(size * 2, '0')}`
  if (type.startsWith('bytes')) return `0x${(given ?? '0x01').slice(2).padStart(size * 2, '0')}`
  const value = given === undefined ? (size < 96 ? 1n : 10n ** 18n) : BigInt(given)
  return size <= 48 ? Number(value) : value
}

function nothing(type: string): unknown {
  if (type === 'bool') return false
  if (type === 'address') return `0x${'0'.repeat(40)}`
  if (type === 'bytes' || type === 'string') return type === 'bytes' ? '0x' : ''
  const size = Number(/\d+$/.exec(type)?.[0] ?? 256)
  if (type.startsWith('bytes')) return `0x${'0'.repeat(size * 2)}`
  return size <= 48 ? 0 : 0n
}
