import { addressesInBytes, isNoAddress } from '../account/places.ts'
import type { Arguments, ArgumentValue } from '../decode/arguments.ts'
import type { TypedMessage } from './typed-message.ts'

/** A value in a message that has no parts: of a member, or an item of its list; an empty list is one. */
interface Leaf {
  /** `order.fees[0].recipient` */
  readonly path: string
  /** Of the member. */
  readonly name: string
  /** An item has that of the list without its brackets. */
  readonly type: string
  readonly value: ArgumentValue | undefined
  /** The struct has call data beside it: it may be the called contract. */
  readonly isBesideData: boolean
}

type Struct = Pick<TypedMessage, 'types' | 'primaryType' | 'message'>

/** All values in a message, in the order of its type. */
export function leavesOf({ types, primaryType, message }: Struct): Leaf[] {
  const leaves: Leaf[] = []
  const visit = ({ path, type, value, ...of }: Leaf) => {
    const members = types.get(type)
    if (Array.isArray(value) && value.length > 0) {
      const item = type.slice(0, type.lastIndexOf('['))
      value.forEach((each: ArgumentValue, index) => {
        visit({ ...of, path: `${path}[${index}]`, type: item, value: each })
      })
    } else if (members) visitMembers(type, value as Arguments, `${path}.`)
    else leaves.push({ ...of, path, type, value })
  }
  const visitMembers = (struct: string, values: Arguments, prefix: string) => {
    const members = types.get(struct) ?? []
    const isBesideData = members.some(({ type }) => type === 'bytes')
    for (const { name, type } of members) visit({ path: prefix + name, name, type, value: values[name], isBesideData })
  }
  visitMembers(primaryType, message, '')
  return leaves
}

/** An address in a member of a message. */
export interface NamedMember extends Pick<Leaf, 'name' | 'isBesideData'> {
  readonly address: string
  /** `message.order.recipient`; a list stands for its items. */
  readonly path: string
  /** `address`, or a type of bytes. */
  readonly type: string
}

/** All addresses in the members of a message, in words and bytes too. */
export function namedMembers(message: Struct): NamedMember[] {
  return leavesOf(message).flatMap(({ path, name, type, value, isBesideData }) => {
    if (typeof value !== 'string') return []
    const addresses = type === 'address' ? [value] : addressesInBytes(name, type, value)
    const member = { path: `message.${path.replace(/\[\d+\]/g, '')}`, name, type, isBesideData }
    return addresses.filter((address) => !isNoAddress(address)).map((address) => ({ address, ...member }))
  })
}
