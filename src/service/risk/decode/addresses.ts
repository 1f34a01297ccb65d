import type { ArgumentValue } from './arguments.ts'
import type { Call } from './calls.ts'
import { itemOf, type Parameter } from './layout.ts'

export interface NamedAddress {
  readonly address: string
  /** Name of the parameter. */
  readonly name: string
}

/** Below 2^16: precompiles and placeholders; 0xeee…: the native currency. */
const PLACEHOLDER = /^0x(?:0{36}[0-9a-f]{4}|e{40})$/

/** @param address lower case */
export function isPlaceholder(address: string): boolean {
  return PLACEHOLDER.test(address)
}

/** All addresses in the arguments of a call, at any depth, with repeats. */
export function namedAddresses({ signature, args }: Call): NamedAddress[] {
  if (!signature) return []
  const found: NamedAddress[] = []
  for (const parameter of signature.layout.parameters) collect(parameter, args[parameter.name ?? ''], found)
  return found
}

function collect(parameter: Parameter, value: ArgumentValue | undefined, found: NamedAddress[]): void {
  if (value === undefined) return
  const { name = '', type, components } = parameter
  if (Array.isArray(value)) {
    const item = itemOf(parameter)
    for (const each of value as readonly ArgumentValue[]) collect(item, each, found)
  } else if (components) {
    const tuple = value as { readonly [name: string]: ArgumentValue }
    for (const component of components) collect(component, tuple[component.name ?? ''], found)
  } else if (type === 'address' && typeof value === 'string' && !isPlaceholder(value)) {
    found.push({ address: value, name })
  }
}
