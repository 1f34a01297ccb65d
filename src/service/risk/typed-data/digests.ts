import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import * as TypedData from 'ox/TypedData'
import { calldataDigest } from '../../../shared/safe/hashes.ts'
import type { Arguments } from '../decode/arguments.ts'

/** Hashes of a message, as devices show them. */
export interface TypedDataDigests {
  readonly domainHash: Hex.Hex
  /** hashStruct of the message. */
  readonly messageHash: Hex.Hex
  /** What is signed: of both. Of a SafeTx it is the safeTxHash. */
  readonly digest: Hex.Hex
  /** ERC-8213, of the data of a SafeTx. */
  readonly calldataDigest?: Hex.Hex
}

type Types = ReadonlyMap<string, readonly TypedData.Parameter[]>

/**
 * Computes the hashes of a message whose values fit its types.
 * @param types with that of the domain
 * @returns undefined where wallets differ: some sign `uint` as it is written, others as `uint256`
 */
export function digestsOf(
  types: Types,
  { domain, primaryType, message }: { domain: Arguments; primaryType: string; message: Arguments },
): TypedDataDigests | undefined {
  for (const members of types.values()) if (members.some(({ type }) => /^u?int(?!\d)/.test(type))) return undefined

  const domainHash = structHash(types, 'EIP712Domain', domain)
  const messageHash = structHash(types, primaryType, message)
  const digest = Hash.keccak256(Hex.concat('0x1901', domainHash, messageHash))
  const { data } = message
  const hasData = primaryType === 'SafeTx' && typeof data === 'string' && Hex.validate(data, { strict: true })
  return { domainHash, messageHash, digest, ...(hasData && { calldataDigest: calldataDigest(data) }) }
}

function structHash(types: Types, primaryType: string, data: Arguments): Hex.Hex {
  return TypedData.hashStruct({ data, primaryType, types: plainTypes(types), typeHashes: new Map() })
}

/** Without a prototype: a type may be called constructor. */
export function plainTypes(types: Types): TypedData.TypedData {
  return Object.assign(Object.create(null), Object.fromEntries(types))
}
