import { invalidParams } from '../rpc/json-rpc.ts'

/** Nesting of params. Typed data nests deepest, and the service reads no deeper message. */
const MAX_DEPTH = 64

/** Letters beyond ASCII can be equal to ASCII ones for a reader that ignores case: U+017F and s. */
const NAME = /^[A-Za-z0-9_$.:-]{1,128}$/

/**
 * Refuses what readers understand differently: names that differ in case only (Go takes either), names beyond ASCII, and
 * numbers that are no safe integers.
 * @throws RpcFault
 */
export function checkPlain(value: unknown, depth = 0): void {
  if (typeof value === 'number' && (!Number.isSafeInteger(value) || Object.is(value, -0)))
    throw invalidParams('a number is not an integer that every reader takes exactly: send it as a string')
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_DEPTH) throw invalidParams(`the params are nested deeper than ${MAX_DEPTH} levels`)
  if (!Array.isArray(value)) checkNames(Object.keys(value))
  for (const each of Object.values(value)) checkPlain(each, depth + 1)
}

function checkNames(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (!NAME.test(name) || name === '__proto__')
      throw invalidParams(`the name ${JSON.stringify(name.slice(0, 40))} has characters that are not allowed`)
    const lower = name.toLowerCase()
    if (seen.has(lower)) throw invalidParams(`the name ${JSON.stringify(name)} occurs twice, in another case`)
    seen.add(lower)
  }
}
