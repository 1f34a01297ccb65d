import * as Value from 'ox/Value'
import { checksummed } from '../../../../../api/address.ts'
import { findChain } from '../../../../../api/chains.ts'
import { NATIVE_DECIMALS } from '../../../../../api/text/assets.ts'
import { addressOf as plainAddressOf } from '../../../../../shared/json/evm-json.ts'
import { jsonText } from '../../../../../shared/json/json.ts'
import type { DescribedField } from '../read-fields.ts'
import {
  addressOf,
  integerOf,
  isWrittenAs,
  type TypedArguments,
  type TypedValue,
  typedValuesAt,
} from './typed-values.ts'

/** What is known of addresses and blocks. Addresses are in lower case. */
export interface DescriptorNames {
  token(chainId: string, address: string): { readonly symbol: string; readonly decimals: number } | undefined
  /** @param sources where names may be from; empty: anywhere */
  address(chainId: string, address: string, sources: readonly string[]): string | undefined
  collection(chainId: string, address: string): string | undefined
  /** Seconds since 1970. */
  blockTime?(height: bigint): number | undefined
}

/** A value cannot be shown as the descriptor says, such as a map without its key. */
export const UNFIT = Symbol('unfit')
type Shown = string | typeof UNFIT

/** Shows one value. @param index of the value in its list, for parameters that are lists too */
export function formatValue(
  field: DescribedField,
  typed: TypedValue,
  index: number,
  data: TypedArguments,
  names: DescriptorNames,
): Shown {
  const { chainId } = data.container
  const at = (name: string) => parameterAt(field, name, index, data)
  switch (field.format) {
    case 'raw':
    case 'calldata':
      return rawText(typed)
    case 'amount': {
      const amount = integerOf(typed)
      return amount === undefined ? UNFIT : nativeText(amount, chainId)
    }
    case 'tokenAmount':
      return tokenText(field, typed, at, { chainId, names })
    case 'nftName': {
      const item = integerOf(typed)
      const collection = addressParameter(at, 'collection')
      const name = collection === undefined ? undefined : names.collection(chainId, collection)
      return item === undefined ? UNFIT : name === undefined ? String(item) : `${name} #${item}`
    }
    case 'date': {
      const time = integerOf(typed)
      const seconds = at('encoding') === 'blockheight' ? names.blockTime?.(time ?? 0n) : time
      if (time === undefined) return UNFIT
      return (seconds === undefined ? undefined : dateText(seconds)) ?? String(time)
    }
    case 'duration': {
      const seconds = integerOf(typed)
      return seconds === undefined || seconds < 0n ? UNFIT : durationText(seconds)
    }
    case 'unit': {
      const amount = integerOf(typed)
      return amount === undefined ? UNFIT : unitText(amount, at('base') ?? '', at('decimals'), at('prefix') === 'true')
    }
    case 'enum':
      return enumText(field, typed)
    case 'chainId': {
      const id = integerOf(typed)
      return id === undefined ? UNFIT : (findChain(String(id))?.name ?? String(id))
    }
    case 'addressName':
      return addressText(field, typed, { chainId, names })
    case 'tokenTicker': {
      const address = addressOf(typed)
      if (address === undefined) return UNFIT
      return names.token(chainOf(at, chainId), address)?.symbol ?? checksummed(address)
    }
  }
}

/** Parameters that are addresses, also where numbers or bytes hold them. */
const addresses = ['token', 'collection', 'callee', 'spender']

type ParameterAt = (name: string) => string | typeof UNFIT | undefined

/** A parameter: a constant, what a map has for its key, or with `Path` what the arguments have. */
export function parameterAt(
  { params }: DescribedField,
  name: string,
  index: number,
  data: TypedArguments,
): string | typeof UNFIT | undefined {
  const path = params[`${name}Path`]
  if (typeof path === 'string') {
    const values = typedValuesAt(data, path)
    const typed = values[index] ?? values[0]
    if (typed === undefined) return UNFIT
    return (addresses.includes(name) ? addressOf(typed) : undefined) ?? String(typed.value)
  }
  const value = params[name]
  if (typeof value !== 'object') return value === undefined ? undefined : String(value)
  if (!('keyPath' in value)) return value[0]
  const keys = typedValuesAt(data, value.keyPath)
  const key = keys[index] ?? keys[0]
  const found = key && Object.entries(value.values).find(([each]) => isWrittenAs(key, each))
  return found?.[1] ?? UNFIT
}

function addressParameter(at: ParameterAt, name: string): string | undefined {
  return plainAddressOf(at(name))
}

function chainOf(at: ParameterAt, chainId: string): string {
  return stringOr(at('chainId'), chainId)
}

function rawText({ type, value }: TypedValue): string {
  if (type.type === 'address' && typeof value === 'string') return checksummed(value)
  return typeof value === 'object' ? jsonText(value) : String(value)
}

interface Known {
  readonly chainId: string
  readonly names: DescriptorNames
}

function tokenText({ params }: DescribedField, typed: TypedValue, at: ParameterAt, { chainId, names }: Known): Shown {
  const amount = integerOf(typed)
  if (amount === undefined || at('token') === UNFIT) return UNFIT
  const address = addressParameter(at, 'token')
  if (address === undefined) return String(amount)
  const isNative = listOf(params.nativeCurrencyAddress).some((each) => each.toLowerCase() === address)
  const on = chainOf(at, chainId)
  const token = isNative ? nativeOf(on) : names.token(on, address)
  const threshold = at('threshold')
  const isAbove = typeof threshold === 'string' && isNumber(threshold) && amount >= BigInt(threshold)
  if (token && isAbove) return `${stringOr(at('message'), 'Unlimited')} ${token.symbol}`
  return token ? `${Value.format(amount, token.decimals)} ${token.symbol}` : String(amount)
}

function isNumber(text: string): boolean {
  return /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text)
}

function stringOr(value: string | typeof UNFIT | undefined, other: string): string {
  return typeof value === 'string' ? value : other
}

function listOf(value: DescribedField['params'][string] | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? (value as readonly string[]) : []
}

function nativeOf(chainId: string): { readonly symbol: string; readonly decimals: number } {
  const { currency = 'ETH', decimals = NATIVE_DECIMALS } = findChain(chainId) ?? {}
  return { symbol: currency, decimals }
}

function nativeText(amount: bigint, chainId: string): string {
  const { symbol, decimals } = nativeOf(chainId)
  return `${Value.format(amount, decimals)} ${symbol}`
}

/** Years up to 9999: a later time is a number that means never. */
const MAX_SECONDS = 253_402_300_799n

function dateText(seconds: bigint | number): string | undefined {
  if (BigInt(seconds) < 0n || BigInt(seconds) > MAX_SECONDS) return undefined
  return new Date(Number(seconds) * 1000).toISOString().replace('T', ' ').replace('.000Z', 'Z')
}

function durationText(seconds: bigint): string {
  const two = (value: bigint) => String(value).padStart(2, '0')
  return [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map(two).join(':')
}

const MAX_DECIMALS = 77
const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E']

function unitText(
  amount: bigint,
  base: string | typeof UNFIT,
  decimals: string | typeof UNFIT | undefined,
  hasPrefix: boolean,
): Shown {
  const places = Number(typeof decimals === 'string' ? decimals : 0)
  if (typeof base !== 'string' || decimals === UNFIT || !(places >= 0 && places <= MAX_DECIMALS)) return UNFIT
  if (!hasPrefix) return `${Value.format(amount, places)}${base}`
  const whole = amount / 10n ** BigInt(places)
  const thousands = Math.min(prefixes.length - 1, Math.max(0, Math.floor((String(whole).length - 1) / 3)))
  return `${Value.format(amount, places + 3 * thousands)}${prefixes[thousands]}${base}`
}

function enumText({ params }: DescribedField, typed: TypedValue): Shown {
  const { $ref } = params
  const values = typeof $ref === 'object' && 'values' in $ref ? Object.entries($ref.values) : []
  return values.find(([key]) => isWrittenAs(typed, key))?.[1] ?? rawText(typed)
}

function addressText({ params }: DescribedField, typed: TypedValue, { chainId, names }: Known): Shown {
  const address = addressOf(typed)
  if (address === undefined) return rawText(typed)
  if (listOf(params.senderAddress).some((each) => each.toLowerCase() === address)) return 'Sender'
  return names.address(chainId, address, listOf(params.sources)) ?? checksummed(address)
}
