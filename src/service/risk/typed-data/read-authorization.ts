import type { Authorization } from '../types.ts'
import { typedDataFault } from './message-types.ts'
import { ValueReader } from './message-values.ts'

const TYPE = 'Authorization'
const types = new Map([
  [
    TYPE,
    [
      { name: 'chainId', type: 'uint256' },
      { name: 'address', type: 'address' },
      { name: 'nonce', type: 'uint64' },
    ],
  ],
])

/** Members of one that is already signed. */
const signature = ['r', 's', 'v', 'yParity']

/** Whether an object is an EIP-7702 authorization instead of typed data. */
export function isAuthorization(given: Readonly<Record<string, unknown>>): boolean {
  return given.types === undefined && given.primaryType === undefined && given.address !== undefined
}

/** Reads `{ chainId, address, nonce }`. Throws WardenError `invalid-typed-data`. */
export function readAuthorization(given: Readonly<Record<string, unknown>>): Authorization {
  const reader = new ValueReader(types)
  const { chainId, address, nonce } = reader.struct(TYPE, given, TYPE)
  const odd = reader.unsigned.find((path) => !signature.includes(path.slice(TYPE.length + 1)))
  if (odd !== undefined) throw typedDataFault(`${odd} is not a member of an authorization`)
  return { chainId: String(chainId), address: String(address), nonce: BigInt(nonce as bigint) }
}
