import type { ArgumentValue } from './arguments.ts'
import type { Call } from './calls.ts'
import { itemOf, type Parameter } from './layout.ts'

export interface NamedAddress {
  readonly address: string
  /** Of the parameter. */
  readonly name: string
}

/** Addresses below 2^16 are precompiles and placeholders, 0xeee… stands for the native currency: nobody is there. */
const NOBODY = /^0x(?:0{36}[0-9a-f]{4}|e{40})$/

/** Every address that stands in the arguments of a call, however deep; the same one may come several times. */
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
  } else if (type === 'address' && typeof value === 'string' && !NOBODY.test(value)) {
    found.push({ address: value, name })
  }
}
