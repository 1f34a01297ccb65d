import { addressesInBytes, isNoAddress } from '../account/places.ts'
import type { Arguments, ArgumentValue } from '../decode/arguments.ts'
import type { TypedMessage } from './typed-message.ts'

/** An address in a member of a message. */
export interface NamedMember {
  readonly address: string
  /** `message.order.recipient`; a list stands for its items. */
  readonly path: string
  readonly name: string
  /** `address`, or a type of bytes. */
  readonly type: string
  /** The struct has call data beside it: it may be the called contract. */
  readonly isBesideData: boolean
}

/** All addresses in the members of a message, in words and bytes too. */
export function namedMembers({ types, primaryType, message }: Pick<TypedMessage, 'types' | 'primaryType' | 'message'>) {
  const found: NamedMember[] = []
  const visit = (type: string, value: ArgumentValue | undefined, path: string, name: string, isBesideData: boolean) => {
    if (Array.isArray(value)) {
      const item = type.slice(0, type.lastIndexOf('['))
      for (const each of value as readonly ArgumentValue[]) visit(item, each, path, name, isBesideData)
      return
    }
    const members = types.get(type)
    if (members && typeof value === 'object' && value !== null) {
      const struct = value as Arguments
      const hasData = members.some((member) => member.type === 'bytes')
      for (const member of members)
        visit(member.type, struct[member.name], `${path}.${member.name}`, member.name, hasData)
      return
    }
    if (value === undefined || typeof value !== 'string') return
    const addresses = type === 'address' ? [value] : addressesInBytes(name, type, value)
    for (const address of addresses) if (!isNoAddress(address)) found.push({ address, path, name, type, isBesideData })
  }
  visit(primaryType, message as ArgumentValue, 'message', '', false)
  return found
}
