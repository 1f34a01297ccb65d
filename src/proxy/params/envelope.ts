import * as Hash from 'ox/Hash'
import * as Rlp from 'ox/Rlp'
import { BLOB_BYTES } from '../../api/quantity.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { refused, toQuantity } from './members.ts'
import type { FeeTerms, Hex } from './signing-request.ts'
import type { RequestedAuthorization } from './transaction-part.ts'

/** An item of RLP is bytes or a list. */
type RlpItem = Hex | readonly RlpItem[]

/**
 * Decodes the items of an RLP list that is encoded in the one canonical way.
 * @param rlp in hex, lower case
 * @throws RpcFault
 */
function decodeRlp(rlp: Hex): readonly RlpItem[] {
  const list = decoded(rlp)
  if (typeof list === 'string') throw invalidParams('the transaction is not an RLP list')
  if (encodeRlp(list) !== rlp) throw invalidParams('the transaction is not canonical RLP')
  return list
}

function decoded(rlp: Hex): RlpItem {
  try {
    return Rlp.toHex(rlp) as RlpItem
  } catch {
    throw invalidParams('the transaction is not RLP: it may be cut off')
  }
}

function encodeRlp(list: readonly RlpItem[]): Hex {
  return Rlp.fromHex(list as Parameters<typeof Rlp.fromHex>[0])
}

/** What is wrong with an item, as a clause; undefined: nothing. */
type ItemCheck = (item: RlpItem) => string | undefined

const bytesOf =
  (...sizes: readonly number[]): ItemCheck =>
  (item) =>
    typeof item === 'string' && sizes.includes((item.length - 2) / 2) ? undefined : `is not ${sizes.join(' or ')} bytes`
/** Without leading zeros: another form of the same number has another hash. */
const integer =
  (size: number): ItemCheck =>
  (item) =>
    typeof item === 'string' && item.length <= 2 + 2 * size && !item.startsWith('0x00')
      ? undefined
      : `is not an integer of at most ${size} bytes without leading zeros`
const bytes: ItemCheck = (item) => (typeof item === 'string' ? undefined : 'is not a byte string')
const listOf =
  (check: ItemCheck): ItemCheck =>
  (item) =>
    typeof item === 'string' ? 'is not a list' : firstOf(item, check)
const tuple =
  (...checks: readonly ItemCheck[]): ItemCheck =>
  (item) =>
    typeof item !== 'string' && item.length === checks.length
      ? firstOf(item, (each, index) => checks[index]?.(each))
      : `is not a list of ${checks.length} items`

function firstOf(
  items: readonly RlpItem[],
  check: (item: RlpItem, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const fault = check(item, index)
    if (fault !== undefined) return `has an item that ${fault}`
  }
  return undefined
}

const word = integer(32)
const count = integer(8)
const address = bytesOf(20)

/** All fields of all types, with what they may hold. Fees beyond 32 bytes exist in no type. */
const fields = {
  chainId: count,
  nonce: count,
  gasPrice: word,
  maxPriorityFeePerGas: word,
  maxFeePerGas: word,
  gas: count,
  /** Empty: creates a contract. */
  to: bytesOf(20, 0),
  /** Receiver in a type that creates no contract. */
  callee: address,
  value: word,
  data: bytes,
  accessList: listOf(tuple(address, listOf(bytesOf(32)))),
  maxFeePerBlobGas: word,
  blobVersionedHashes: listOf(bytesOf(32)),
  /** EIP-7702: chain, address, nonce, and the signature, which a chain ignores where it is not valid. */
  authorizationList: listOf(tuple(word, address, count, integer(1), word, word)),
  v: count,
  yParity: integer(1),
  r: word,
  s: word,
} satisfies Record<string, ItemCheck>
type Field = keyof typeof fields

const fees = ['chainId', 'nonce', 'maxPriorityFeePerGas', 'maxFeePerGas', 'gas'] as const
const signature = ['yParity', 'r', 's'] as const

/** Fields in their order: EIP-155, EIP-2930, EIP-1559, EIP-4844, EIP-7702. */
const layouts: Readonly<Record<number, readonly Field[]>> = {
  0: ['nonce', 'gasPrice', 'gas', 'to', 'value', 'data', 'v', 'r', 's'],
  1: ['chainId', 'nonce', 'gasPrice', 'gas', 'to', 'value', 'data', 'accessList', ...signature],
  2: [...fees, 'to', 'value', 'data', 'accessList', ...signature],
  3: [...fees, 'callee', 'value', 'data', 'accessList', 'maxFeePerBlobGas', 'blobVersionedHashes', ...signature],
  4: [...fees, 'callee', 'value', 'data', 'accessList', 'authorizationList', ...signature],
}

const BLOBS = 3
/** A KZG commitment or proof. */
const POINT_BYTES = 48
/** Cells of a blob; EIP-7594 has a proof for each. */
export const CELLS = 128
/** Version of the wrapper of EIP-7594. */
const VERSION = '0x01'
/** Where versioned hashes stand in the fields of a type 3. */
const HASHES = 10
/** The last fields are the signature. */
const SIGNATURE_FIELDS = 3

/** An envelope is a signed transaction in its parts. */
export interface Envelope {
  readonly type: number
  readonly chainId: bigint
  readonly nonce: bigint
  /** Null: creates a contract. */
  readonly to: Hex | null
  readonly value: bigint
  readonly data: Hex
  readonly authorizations: readonly RequestedAuthorization[]
  readonly feeTerms: FeeTerms
  /** Hash of the transaction, without the sidecar of a type 3. */
  readonly hash: Hex
  /** What was signed: keccak-256 of the fields before the signature. */
  readonly signPayload: Hex
  readonly r: Hex
  readonly s: Hex
  readonly yParity: 0 | 1
}

/**
 * Takes a signed transaction of types 0 to 4 apart, so strictly that there is one reading and one hash of its bytes.
 * @param raw bytes in hex, lower case
 * @throws RpcFault
 */
export function readEnvelope(raw: Hex): Envelope {
  const first = raw.length > 2 ? Number.parseInt(raw.slice(2, 4), 16) : -1
  const type = first >= 0xc0 ? 0 : first
  const layout = type === 0 && first === 0 ? undefined : layouts[type]
  if (!layout) throw invalidParams(`the transaction has an unknown type: its first byte is ${raw.slice(0, 4)}`)
  const list = decodeRlp(type === 0 ? raw : `0x${raw.slice(4)}`)
  const isNetworkForm = type === BLOBS && typeof list[0] === 'object'
  const items = isNetworkForm ? readBlobSidecar(list) : list
  const item = itemsByField(type, layout, items)
  const text = (field: Field) => (item.get(field) ?? '0x') as Hex
  const { chainId, yParity } = type === 0 ? ofLegacy(toBigint(text('v'))) : ofTyped(text('chainId'), text('yParity'))
  const body = items.slice(0, -SIGNATURE_FIELDS)
  const to = text(layout.includes('to') ? 'to' : 'callee')
  return {
    type,
    chainId,
    nonce: toBigint(text('nonce')),
    to: to === '0x' ? null : to,
    value: toBigint(text('value')),
    data: text('data'),
    authorizations: authorizationsIn(item.get('authorizationList')),
    feeTerms: {
      gas: toBigint(text('gas')),
      gasPrice: toBigint(text(layout.includes('gasPrice') ? 'gasPrice' : 'maxFeePerGas')),
      blobFee: BigInt((item.get('blobVersionedHashes') ?? []).length * BLOB_BYTES) * toBigint(text('maxFeePerBlobGas')),
    },
    hash: isNetworkForm ? keccak(type, items) : Hash.keccak256(raw),
    signPayload: keccak(type, type === 0 ? [...body, toItem(chainId), '0x', '0x'] : body),
    r: text('r'),
    s: text('s'),
    yParity,
  }
}

function keccak(type: number, list: readonly RlpItem[]): Hex {
  const rlp = encodeRlp(list)
  return Hash.keccak256(type === 0 ? rlp : `0x0${type}${rlp.slice(2)}`)
}

function itemsByField(type: number, layout: readonly Field[], items: readonly RlpItem[]): ReadonlyMap<Field, RlpItem> {
  const unsigned = layout.length - SIGNATURE_FIELDS
  if (items.length === unsigned || (type === 0 && items.length === layout.length && isEip155Payload(items)))
    throw invalidParams('the transaction is not signed')
  if (items.length !== layout.length)
    throw invalidParams(`the transaction of type ${type} has ${items.length} fields, not ${layout.length}`)
  return new Map(
    layout.map((field, index) => {
      const item = items[index] ?? '0x'
      const fault = fields[field](item)
      if (fault !== undefined) throw invalidParams(`${field} of the transaction ${fault}`)
      return [field, item]
    }),
  )
}

/** What is signed has the chain id and two empty items instead of a signature. */
function isEip155Payload(items: readonly RlpItem[]): boolean {
  return items.at(-1) === '0x' && items.at(-2) === '0x'
}

function ofLegacy(v: bigint): Pick<Envelope, 'chainId' | 'yParity'> {
  if (v === 27n || v === 28n)
    throw refused('it is signed without a chain id, so that it could be repeated on every chain; sign with EIP-155')
  if (v < 35n) throw invalidParams('v of the transaction is not that of a signature')
  return { chainId: (v - 35n) / 2n, yParity: (v - 35n) % 2n === 0n ? 0 : 1 }
}

function ofTyped(chainId: Hex, yParity: Hex): Pick<Envelope, 'chainId' | 'yParity'> {
  if (yParity !== '0x' && yParity !== '0x01') throw invalidParams('yParity of the transaction is neither 0 nor 1')
  return { chainId: toBigint(chainId), yParity: yParity === '0x' ? 0 : 1 }
}

function authorizationsIn(list: RlpItem = []): Envelope['authorizations'] {
  return (list as readonly (readonly Hex[])[]).map(([chainId = '0x', delegate = '0x', nonce = '0x']) => ({
    chainId: toQuantity(toBigint(chainId)),
    address: delegate,
    nonce: toQuantity(toBigint(nonce)),
  }))
}

function toBigint(item: Hex): bigint {
  return item === '0x' ? 0n : BigInt(item)
}

function toItem(value: bigint): Hex {
  const digits = value.toString(16)
  return value === 0n ? '0x' : `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
}

/**
 * Reads the network form of a type 3: `[transaction, blobs, commitments, proofs]` (EIP-4844) or
 * `[transaction, version, blobs, commitments, cell proofs]` (EIP-7594). Whether the proofs are true is for the node.
 * @returns the fields of the transaction
 * @throws RpcFault
 */
function readBlobSidecar(wrapper: readonly RlpItem[]): readonly RlpItem[] {
  const hasVersion = wrapper.length === 5
  const [transaction, ...rest] = wrapper
  if (typeof transaction !== 'object' || (wrapper.length !== 4 && !hasVersion))
    throw invalidParams(`the transaction with blobs has ${wrapper.length} parts, not 4 or 5`)
  if (hasVersion && rest[0] !== VERSION) throw invalidParams('the blobs have an unknown version')
  const [blobs, commitments, proofs] = hasVersion ? rest.slice(1) : rest
  const hashes = transaction[HASHES]
  const amount = typeof hashes === 'object' ? hashes.length : 0
  checkItems(blobs, 'blobs', amount, BLOB_BYTES)
  checkItems(commitments, 'commitments', amount, POINT_BYTES)
  checkItems(proofs, 'proofs', hasVersion ? amount * CELLS : amount, POINT_BYTES)
  return transaction
}

function checkItems(items: RlpItem | undefined, what: string, amount: number, size: number): void {
  const fits =
    typeof items === 'object' &&
    items.length === amount &&
    items.every((item) => typeof item === 'string' && item.length === 2 + 2 * size)
  if (!fits) throw invalidParams(`the transaction has not ${amount} ${what} of ${size} bytes`)
}
