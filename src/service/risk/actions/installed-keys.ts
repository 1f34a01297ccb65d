import { addressesInData } from '../decode/addresses.ts'
import type { ArgumentValue } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import type { Control, DecodedCall } from './actions.ts'

/** By selector: the data that a module gets when it is installed, mostly its owners. */
const dataOf: ReadonlyMap<string, string> = new Map([
  ['0x9517e29f', 'initData'],
  ['0x55b14f50', 'data'],
  ['0x29f8b174', 'enableData'],
  ['0x5305dd27', 'setupData'],
  ['0xc5f0e8d1', 'installData'],
  ['0x1bbf564c', 'installData'],
  ['0x001a63e9', 'installData'],
  ['0x10149919', 'validatorAndData'],
  ['0x53420871', 'moduleAndData'],
  ['0xd3bdf4b5', 'moduleAndData'],
])

/** The address of the module comes first. */
const PACKED = /AndData$/
const ADDRESS_END = 42

/** Addresses in the data of a module that is installed: a known validator is as safe as the owners that it gets. */
export function installedKeys(call: DecodedCall): Control[] {
  const addresses = installData(call).flatMap(addressesInData)
  return [...new Set(addresses)].map((authority) => {
    return { kind: 'control', call, form: 'signer', contract: call.to, authority } as const
  })
}

/** Each that is not empty. */
export function installData({ selector, status, args }: Call): string[] {
  const name = status === 'decoded' ? dataOf.get(selector) : undefined
  if (name === undefined) return []
  return [(args as Readonly<Record<string, ArgumentValue>>)[name] ?? '0x']
    .flat()
    .map((each) => (PACKED.test(name) ? `0x${String(each).slice(ADDRESS_END)}` : String(each)))
    .filter((each) => each !== '0x')
}
