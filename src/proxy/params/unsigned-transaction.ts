import { BLOB_BYTES } from '../../api/quantity.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { CELLS } from './envelope.ts'
import { checkChain, Members, readAddress, readHash, readHex, readList, readQuantity } from './members.ts'
import {
  digestOf,
  type FeeTerms,
  type ReadingContext,
  type ReadRequest,
  type RequestedTransaction,
} from './signing-request.ts'
import { CALL_MEMBERS, readAuthorizations, readData, readTo, readValue, transactionPart } from './transaction-part.ts'

/** Fees, in the names of go-ethereum, ethers and MetaMask: no verdict depends on them. */
const FEES = ['gas', 'gasLimit', 'maxFeePerBlobGas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const
/** Blobs do not change the verdict; the digest has them. */
const BLOBS = ['blobVersionedHashes', 'blobs', 'commitments', 'proofs', 'cellProofs', 'blobVersion']
const KNOWN = [...CALL_MEMBERS, ...FEES, ...BLOBS, 'nonce', 'type', 'accessList', 'authorizationList']

const MAX_BLOBS = 64
const MAX_ACCESS_LIST = 4096

/** Reads a transaction that the node signs. */
export const readUnsignedTransaction: ReadRequest = (method, [given], context) => {
  const { part, meaning } = readUnsignedPart(given, context)
  const senders = method === 'eth_signTransaction' ? [] : [part.transaction.from]
  return { method, parts: [part], digest: digestOf([method, meaning]), senders }
}

/** Reads a transaction of a request. @returns `meaning`: what the digest is made from @throws RpcFault */
function readUnsignedPart(
  given: unknown,
  { chainId }: ReadingContext,
): { readonly part: RequestedTransaction; readonly meaning: unknown } {
  const what = 'the transaction'
  const members = new Members(given, what, KNOWN)
  const request = members.optional('chainId', readQuantity)
  if (request !== undefined) checkChain(request, chainId, what)
  members.optional('type', readType)
  const access =
    members.optional('accessList', (value, name) => readList(value, name, MAX_ACCESS_LIST, gasOfAccess)) ?? []
  const authorizations = members.optional('authorizationList', readAuthorizations) ?? []
  const listGas = access.reduce((sum, gas) => sum + gas, AUTHORIZATION_GAS * BigInt(authorizations.length))
  const part = transactionPart({
    chainId,
    from: members.required('from', readAddress),
    to: readTo(members),
    value: readValue(members),
    data: readData(members, what),
    nonce: members.optional('nonce', readQuantity),
    authorizations,
    feeTerms: { ...feeTermsIn(members), listGas },
  })
  return { part, meaning: [part.transaction, blobsIn(members)] }
}

/** Takes the larger value where two names mean one thing: which one the node reads is unknown. A tip alone is part of the price. */
function feeTermsIn(members: Members): FeeTerms {
  const [gas, gasLimit, blobPrice = 0n, ...prices] = FEES.map((name) => members.optional(name, readQuantity))
  const blobs = ['blobVersionedHashes', 'blobs'].map((name) => members.get(name))
  const amount = Math.max(...blobs.map((list) => (Array.isArray(list) ? list.length : 0)))
  return {
    gas: largest([gas, gasLimit]),
    gasPrice: largest(prices),
    blobFee: BigInt(amount * BLOB_BYTES) * blobPrice,
  }
}

function largest(values: readonly (bigint | undefined)[]): bigint | undefined {
  return values.reduce((most, value) => (most === undefined || (value ?? 0n) > most ? value : most), undefined)
}

function readType(value: unknown, what: string): void {
  const type = readQuantity(value, what)
  if (type > 4n) throw invalidParams(`${what} is unknown: ${type}`)
}

/** EIP-2930: of an address, and of each of its keys. */
const ADDRESS_GAS = 2400n
const KEY_GAS = 1900n
/** EIP-7702: also of one that is not valid. */
const AUTHORIZATION_GAS = 25_000n

function gasOfAccess(value: unknown, what: string): bigint {
  const members = new Members(value, what, ['address', 'storageKeys'])
  members.required('address', readAddress)
  const keys = members.required('storageKeys', (list, name) => readList(list, name, MAX_ACCESS_LIST, readHash))
  return ADDRESS_GAS + KEY_GAS * BigInt(keys.length)
}

function blobsIn(members: Members): unknown {
  members.optional('blobVersion', readQuantity)
  return [
    members.optional('blobVersionedHashes', (value, name) => readList(value, name, MAX_BLOBS, readHash)) ?? [],
    ...['blobs', 'commitments', 'proofs', 'cellProofs'].map(
      (each) => members.optional(each, (value, name) => readList(value, name, MAX_BLOBS * CELLS, readHex)) ?? [],
    ),
  ]
}
