/** Room: Signed messages (EIP-712) to the same actions and calls. */

import * as TypedData from 'ox/TypedData'
import { isRecord } from '../../../shared/json/json.ts'
import type { Arguments } from '../decode/arguments.ts'
import { bytesOfHex } from '../decode/opaque-bytes.ts'
import { digestsOf, plainTypes } from './digests.ts'
import { checkReachable, readTypes, shown, typedDataFault } from './message-types.ts'
import { ValueReader } from './message-values.ts'
import type { Domain, StructMember, TypedMessage } from './typed-message.ts'

const DOMAIN = 'EIP712Domain'

/** Members of a domain whose type is not given, in the order of the standard. */
const domainMembers: readonly StructMember[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Reads EIP-712 typed data in the form of eth_signTypedData_v4: an object with types, primaryType, domain and message.
 * Work is bounded by the size of the input. Throws WardenError `invalid-typed-data`.
 */
export function readTypedData(given: unknown): TypedMessage {
  if (!isRecord(given)) throw typedDataFault('it is not an object with types, primaryType, domain and message')
  const { primaryType, message } = given
  const types = readTypes(given.types)
  if (primaryType === undefined) throw typedDataFault('it has no primaryType')
  if (typeof primaryType !== 'string' || !types.has(primaryType))
    throw typedDataFault(`primaryType ${shown(primaryType)} is not one of its types`)
  if (primaryType === DOMAIN) throw typedDataFault(`primaryType ${DOMAIN} has no message`)
  if (message === undefined) throw typedDataFault('it has no message')
  checkReachable(types, primaryType)

  const { domain, opaque, types: withDomain, values: signedDomain } = readDomain(types, given.domain)
  const reader = new ValueReader(types)
  const values = reader.struct(primaryType, message, 'message')
  return {
    primaryType,
    type: typeText(types, primaryType),
    types,
    domain,
    message: values,
    addresses: Array.from(reader.addresses.values()),
    opaque: [...opaque, ...reader.opaque],
    unsigned: reader.unsigned,
    digests: digestsOf(withDomain, { domain: signedDomain, primaryType, message: values }),
  }
}

/** EIP-712 encodeType: what a contract compares by its hash. */
export function typeText(types: ReadonlyMap<string, readonly StructMember[]>, primaryType: string): string {
  return TypedData.encodeType({ primaryType, types: plainTypes(types) })
}

/** A domain that differs from its type is refused: a wallet shows one and signs the other. */
function readDomain(
  types: ReadonlyMap<string, readonly StructMember[]>,
  given: unknown,
): Pick<TypedMessage, 'domain' | 'opaque' | 'types'> & { readonly values: Arguments } {
  if (given === undefined && !types.get(DOMAIN)?.length)
    return { domain: {}, opaque: [], types: new Map([...types, [DOMAIN, []]]), values: {} }
  if (!isRecord(given)) throw typedDataFault(given === undefined ? 'it has no domain' : 'domain is not an object')
  const held = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
  const members = types.get(DOMAIN) ?? domainMembers.filter(({ name }) => Object.hasOwn(held, name))
  const odd = Object.keys(held).find((name) => !members.some((member) => member.name === name))
  if (odd !== undefined)
    throw typedDataFault(
      types.has(DOMAIN)
        ? `domain.${odd} is not in ${DOMAIN}, so it would be shown but not signed`
        : `domain.${odd} is not a member of a domain`,
    )
  const all = new Map([...types, [DOMAIN, members]])
  checkReachable(all, DOMAIN)
  const reader = new ValueReader(all)
  const values = reader.struct(DOMAIN, held, 'domain')
  const domain = domainOf(members, values)
  // A domain may have members of its own.
  const opaque = [...reader.opaque, ...Array.from(reader.addresses.keys(), bytesOfHex)]
  return { domain, opaque, types: all, values }
}

/** Longer than any name of a token; the rest is not compared. */
const MAX_NAME = 256

/** Members with the types of the standard; others do not bind a signature to a chain or contract. */
function domainOf(members: readonly StructMember[], values: Arguments): Domain {
  const standard = domainMembers.filter(({ name, type }) =>
    members.some((member) => member.name === name && member.type === type),
  )
  const domain = Object.fromEntries(standard.map(({ name }) => [name, values[name]])) as Domain
  return domain.name === undefined ? domain : { ...domain, name: domain.name.slice(0, MAX_NAME) }
}
