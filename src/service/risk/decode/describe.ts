import * as Address from 'ox/Address'
import * as Value from 'ox/Value'
import { counted, decimalText } from '../../../api/text/amounts.ts'
import type { AssetShown } from '../../../api/text/assets.ts'
import { isUnlimited } from '../../evm/allowance.ts'
import type { ArgumentValue } from './arguments.ts'
import type { Call, Decoded } from './calls.ts'
import { itemOf, type Parameter } from './layout.ts'

/** Known name of an address (lower case). */
export type NameOf = (address: string) => string | undefined

/** What the description knows beyond the calls. */
export interface DescriptionContext {
  readonly nameOf: NameOf
  /** The native currency; without it amounts are in wei. */
  readonly native?: AssetShown | undefined
  /** The token at an address (lower case). */
  tokenOf?(address: string): { readonly symbol: string; readonly decimals: number | undefined } | undefined
}

const SHOWN_ITEMS = 8
const SHOWN_BYTES = 32

/**
 * The calls as a tree, one line each, inner calls indented by two spaces. Addresses are not shortened.
 */
export function describeCalls(decoded: Decoded, known: DescriptionContext): string[] {
  const lines: string[] = []
  const describe = (call: Call) => {
    lines.push(`${'  '.repeat(call.depth)}${sentence(call, known)}`)
    for (const inner of call.calls) describe(inner)
  }
  describe(decoded.root)
  return [...lines, ...decoded.bounds]
}

function sentence(call: Call, known: DescriptionContext): string {
  const { nameOf, native } = known
  const { to, value, status, selector, name, fault, calls } = call
  const amount = value === 0n ? '' : `, with ${nativeText(value, native)}`
  const on =
    to === undefined
      ? ''
      : ` on ${addressText(to, nameOf)}${call.operation === 'delegatecall' ? ' by delegatecall' : ''}`
  switch (status) {
    case 'plain':
      return `send ${nativeText(value, native)} to ${to === undefined ? 'no address' : addressText(to, nameOf)}`
    case 'creation':
      return `create a contract from ${dataSizeText(call.data)}${amount}${call.operation === 'delegatecall' ? ' and run it by delegatecall' : ''}`
    case 'unknown-selector':
      return `unknown ${selector}${on}, ${dataSizeText(call.data)}${amount}`
    case 'undecodable':
      return `${name}${on}${amount}, does not decode: ${fault}`
    case 'decoded':
      return calls.length > 0
        ? `${name}${on}${amount} → ${counted(calls.length, 'call')}`
        : `${name}${on}${amount}${argumentsText(call, known)}`
  }
}

function argumentsText({ to, signature, args }: Call, { nameOf, tokenOf }: DescriptionContext): string {
  const parameters = signature?.layout.parameters ?? []
  if (parameters.length === 0) return ''
  const token = to === undefined ? undefined : tokenOf?.(to)
  const texts = parameters.map((parameter) => {
    const value = args[parameter.name ?? '']
    const text = memberText(parameter, value, nameOf)
    return token?.decimals !== undefined && isAmount(parameter, value)
      ? `${text} (${decimalText(value, token.decimals)} ${token.symbol})`
      : text
  })
  return `: ${texts.join(', ')}`
}

/** Whether a value is an amount in a function of the token itself, such as transfer and approve. */
function isAmount({ type, name = '' }: Parameter, value: ArgumentValue | undefined): value is bigint {
  return (
    type === 'uint256' &&
    /^_?(?:amount|value|wad|rawAmount)$/.test(name) &&
    typeof value === 'bigint' &&
    !isUnlimited(value)
  )
}

function memberText(parameter: Parameter, value: ArgumentValue | undefined, nameOf: NameOf): string {
  return `${parameter.name} ${value === undefined ? '?' : valueText(parameter, value, nameOf)}`
}

function valueText(parameter: Parameter, value: ArgumentValue, nameOf: NameOf): string {
  const { type, components, name = '' } = parameter
  if (Array.isArray(value)) return listText(parameter, value as readonly ArgumentValue[], nameOf)
  if (components) {
    const tuple = value as { readonly [name: string]: ArgumentValue }
    return `(${components.map((each) => memberText(each, tuple[each.name ?? ''], nameOf)).join(', ')})`
  }
  if (type === 'address') return addressText(String(value), nameOf)
  if (typeof value === 'bigint' && isUnlimited(value) && /^amount/i.test(name)) return 'unlimited'
  if (typeof value === 'string' && type === 'bytes' && value.length > 2 + 2 * SHOWN_BYTES) return dataSizeText(value)
  return type === 'string' ? JSON.stringify(value) : String(value)
}

function listText(parameter: Parameter, values: readonly ArgumentValue[], nameOf: NameOf): string {
  const item = itemOf(parameter)
  const shown = values.slice(0, SHOWN_ITEMS).map((value) => valueText(item, value, nameOf))
  const more = values.length - shown.length
  return `[${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}]`
}

/** '' when only call data was given. */
function addressText(address: string, nameOf: NameOf): string {
  if (address === '') return 'the called contract'
  const name = nameOf(address)
  const shown = Address.checksum(address as Address.Address)
  return name === undefined ? shown : `${name} ${shown}`
}

function nativeText(amount: bigint, native: AssetShown | undefined): string {
  return native === undefined ? `${amount} wei` : `${Value.format(amount, native.decimals)} ${native.name}`
}

/** Says how large hex data is. */
export function dataSizeText(data: string): string {
  const size = Math.floor((data.length - 2) / 2)
  return counted(size, 'byte')
}
