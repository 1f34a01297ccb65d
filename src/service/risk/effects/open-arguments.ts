import { type Parameter, parametersOf } from '../decode/layout.ts'
import type { Effect, EffectRow, Path } from './effect.ts'

/** Names of numbers that choose whose position gains. */
const POSITION = /^(?:(?:tokenId|cdpDst|troveId|subId)s?|nftId)$/

/**
 * The arguments of a row that are addresses, or choose a position, and stand in no effect and are not harmless: nothing says what they
 * are for.
 */
export function openArguments({
  call,
  effects,
  harmless = [],
}: Pick<EffectRow, 'call' | 'effects' | 'harmless'>): Path[] {
  const named = new Set([...effects.flatMap(pathsIn), ...harmless])
  const isNamed = (path: Path) => named.has(path) || Array.from(named).some((each) => path.startsWith(`${each}.`))
  return argumentsOf(parametersOf(call.slice(call.indexOf('(') + 1, -1))).filter((path) => !isNamed(path))
}

function argumentsOf(parameters: readonly Parameter[], within = ''): Path[] {
  return parameters.flatMap(({ name, type, components }) => {
    if (components) return argumentsOf(components, `${within}${name}.`)
    const isNumber = /^u?int/.test(type) && POSITION.test(name ?? '')
    return type.startsWith('address') || isNumber ? [`${within}${name}`] : []
  })
}

/** Without what is taken of a place: `moduleAndData` of `moduleAndData.@start`. Instructions have more than their payees, and a call of a vault more than its pools. */
export function pathsIn(effect: Effect): Path[] {
  const found: Path[] = []
  const walk = (value: unknown) => {
    if (typeof value === 'string') found.push(value.replace(/\.@(?!payees|pools)\w+/g, ''))
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) if (!WORDS.includes(name)) walk(member)
  }
  walk(effect)
  return found
}

/** Members that hold a word instead of a path. */
const WORDS: readonly string[] = ['kind', 'form', 'right', 'as', 'zero', 'standard']
