import { mostFees } from '../../../api/chains.ts'
import { ADDRESS_DIGITS, WORD_DIGITS } from '../../evm/words.ts'
import { addressesInData, eachValue, isPlaceholder } from '../decode/addresses.ts'
import { type ArgumentValue, argumentsAs } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import type { EffectRow, Path } from '../effects/effect.ts'
import { openArguments, pathsIn } from '../effects/open-arguments.ts'
import { gasPaid, type OperationGas } from '../money/operation-gas.ts'

/** An address in an argument, with the path of the argument. */
export interface ArgumentPlace {
  readonly address: string
  readonly path: Path
}

/** Vanity addresses have up to eight leading zero bytes: what has more is a number. */
const NUMBER = /^0x0{17}/

/** A number, the sign for the native currency, or a precompile. */
export function isNoAddress(address: string): boolean {
  return isPlaceholder(address) || NUMBER.test(address)
}

function onceForEach<T>(pathsOf: (row: EffectRow) => T): (row: EffectRow) => T {
  const found = new WeakMap<EffectRow, T>()
  return (row) => {
    const paths = found.get(row) ?? pathsOf(row)
    found.set(row, paths)
    return paths
  }
}

/** The arguments of a row of which nothing says what they are for. */
export const openPathsOf = onceForEach((row): ReadonlySet<Path> => new Set(openArguments(row)))

/** Arguments that the row names in an effect or as harmless: also parts of them. */
const namedPathsOf = onceForEach((row) => [...row.effects.flatMap((each) => pathsIn(each)), ...(row.harmless ?? [])])

/** Whether a path, or one around it, is named by the row. */
export function isNamedBy(row: EffectRow, path: Path): boolean {
  return namedPathsOf(row).some((each) => path === each || path.startsWith(`${each}.`))
}

/** Whether nothing can be lost by the argument of a standard, such as who is paid the fees of accounts by a bundler. */
export function isHarmless(call: Pick<Call, 'signature' | 'args'>, path: Path, chainId: string): boolean {
  if (path === 'beneficiary' && overpaysBundler(call, chainId)) return false
  return call.signature?.row?.harmless?.includes(path) === true
}

/** All addresses in the typed arguments of a call, with their paths. */
export function typedPlaces({ signature, args }: Pick<Call, 'signature' | 'args'>): ArgumentPlace[] {
  const found: ArgumentPlace[] = []
  if (!signature) return found
  for (const parameter of signature.layout.addressed)
    eachValue(parameter, args[parameter.name ?? ''], ({ type }, value, path) => {
      if (type === 'address' && typeof value === 'string' && !isNoAddress(value)) found.push({ address: value, path })
    })
  return found
}

/** Signatures, proofs and hashes are not searched: any of their bytes can look like an address. */
const UNSEARCHED = /sig|proof|salt|hash|root|witness|commitment|nonce|key|^[rsv]$/i

/** Addresses in bytes and words whose type does not show them: words of the ABI, values of 20 bytes, and addresses side by side. */
export function opaquePlaces({ signature, args }: Pick<Call, 'signature' | 'args'>): ArgumentPlace[] {
  const found: ArgumentPlace[] = []
  if (!signature) return found
  for (const parameter of signature.layout.opaque)
    eachValue(parameter, args[parameter.name ?? ''], ({ type, name = '' }, value, path) => {
      for (const address of addressesInBytes(name, type, value)) found.push({ address, path })
    })
  return found
}

/** Addresses in one value of a type of bytes. @param name of its argument or member */
export function addressesInBytes(name: string, type: string, value: ArgumentValue): string[] {
  if (typeof value !== 'string' || !type.startsWith('bytes') || UNSEARCHED.test(name)) return []
  const found = type === 'bytes' ? [...addressesInData(value), ...tokensOfPath(name, value)] : addressInWord(value)
  return found.filter((each) => !isNoAddress(each))
}

/** A path of Uniswap V3 and its copies: addresses of tokens with three bytes of a fee or spacing between. */
const HOP_DIGITS = ADDRESS_DIGITS + 2 * 3

function tokensOfPath(name: string, value: string): string[] {
  const digits = value.slice('0x'.length)
  if (!/path/i.test(name) || digits.length % HOP_DIGITS !== ADDRESS_DIGITS) return []
  return Array.from(
    { length: (digits.length - ADDRESS_DIGITS) / HOP_DIGITS + 1 },
    (_, hop) => `0x${digits.slice(hop * HOP_DIGITS, hop * HOP_DIGITS + ADDRESS_DIGITS)}`,
  )
}

/** An address in a bytes32, with zeros before it. */
function addressInWord(value: string): string[] {
  const digits = value.slice('0x'.length)
  const isAddress = digits.length === WORD_DIGITS && /^0{24}/.test(digits)
  return isAddress ? [`0x${digits.slice(-ADDRESS_DIGITS)}`] : []
}

/** Whether an operation of the bundle may pay its bundler more than any gas costs. */
function overpaysBundler({ args }: Pick<Call, 'args'>, chainId: string): boolean {
  const { operations = [] } = argumentsAs<{ operations?: readonly OperationGas[] }>(args)
  const limit = mostFees(chainId) ?? 0n
  return operations.some((each) => {
    const paid = gasPaid(each)
    return paid !== undefined && paid.gas * paid.price > limit
  })
}
