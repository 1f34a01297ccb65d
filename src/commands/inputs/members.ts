import { BLOB_BYTES, cappedFee, parseQuantity } from '../../api/quantity.ts'
import { nodeNames } from '../../api/vocabulary.ts'
import { refusedError, unknownMember } from '../../cli/errors/usage.ts'
import { quantityOf } from '../../shared/json/evm-json.ts'
import { isRecord } from '../../shared/json/json.ts'

export type RequestMembers = Readonly<Record<string, unknown>>

const OF_BODY = ['transaction', 'trackNonce', 'signTransaction', 'clientData', 'trace']
const OF_TRANSACTION = ['chainId', 'from', 'to', 'value', 'data', 'nonce', 'maxFee', 'authorizations']

/** Added by wallets, libraries and nodes, without effect on a verdict: fees, signature, and where it was mined. */
const HARMLESS = new Set([
  'gas',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'maxFeePerBlobGas',
  'type',
  'typeHex',
  'accessList',
  'blobVersionedHashes',
  'blobs',
  'sidecars',
  'v',
  'r',
  's',
  'yParity',
  'signature',
  'publicKey',
  'raw',
  'standardV',
  'hash',
  'blockHash',
  'blockNumber',
  'blockTimestamp',
  'transactionIndex',
  'index',
  'creates',
  'confirmations',
])

/** Further names that a batch accepts. */
export interface MoreMembers {
  inBody(member: string): boolean
  inTransaction(member: string): boolean
}

/**
 * Rejects a body with an unknown member: a typo could silently disable a check.
 * @param name of the file or row, for the error
 * @throws WardenError `refused`, naming the member and the one it was probably meant to be
 */
function refuseUnknownMembers(body: RequestMembers, name: string, more?: MoreMembers): void {
  const isBare = !('transaction' in body)
  const transaction = (isBare ? body : body.transaction) as RequestMembers
  const odd = isBare
    ? undefined
    : Object.keys(body).find((member) => !OF_BODY.includes(member) && !more?.inBody(member))
  if (odd !== undefined) throw unknownMember(odd, OF_BODY, `${name}: `)
  const ofTransaction = [...OF_TRANSACTION, ...Object.keys(nodeNames)]
  const oddInside = Object.keys(transaction).find(
    (member) => !ofTransaction.includes(member) && !HARMLESS.has(member) && !more?.inTransaction(member),
  )
  if (oddInside !== undefined)
    throw unknownMember(oddInside, isBare ? [...ofTransaction, 'transaction'] : ofTransaction, `${name}: `)
}

/** The body of a validation. Its transaction has the names of the contract, and may have neither chain nor sender. */
export type RequestBody = RequestMembers & { readonly transaction: RequestMembers }

/** A request body, or a bare transaction, as a request body. Throws on an unknown member. */
export function bodyOf(value: RequestMembers, name: string, more?: MoreMembers): RequestBody {
  const body: RequestMembers = 'transaction' in value ? value : { transaction: value }
  if (!isRecord(body.transaction)) throw refusedError(`${name}: transaction is not an object`)
  refuseUnknownMembers(value, name, more)
  // Libraries write chain ids and nonces as numbers, and JSON-RPC a chain id in hexadecimal; the contract wants decimal text.
  const transaction = Object.fromEntries(
    Object.entries(body.transaction).map(([member, given]) => {
      const value = member === 'chainId' ? decimalChainId(given) : given
      return [member, Number.isSafeInteger(value) ? String(value) : value]
    }),
  )
  return { ...body, transaction: withMaxFee(withOurNames(transaction, name)) }
}

/** Whether a method signs a message. */
export function isMessageMethod(method: string): boolean {
  return /^(?:eth_sign(?:TypedData.*)?|personal_sign)$/.test(method)
}

/** What is signed and not sent: typed data, the request to sign it, or an EIP-7702 authorization. */
export function isMessage(value: RequestMembers): boolean {
  if (typeof value.method === 'string') return isMessageMethod(value.method)
  if (['types', 'primaryType', 'typedData'].some((member) => member in value)) return true
  return 'address' in value && !isTransaction(value)
}

/** Whether it has a member that only transactions have. */
export function isTransaction(value: RequestMembers): boolean {
  return ['transaction', 'to', 'from', 'data', 'input', 'value'].some((member) => member in value)
}

/** Whether it has no other members than transactions have. */
export function onlyTransactionMembers(value: RequestMembers): boolean {
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => OF_TRANSACTION.includes(name) || HARMLESS.has(name))
}

/** A transaction without either creates a contract without code; that is never intended. */
export function hasRecipientOrData({ to, data }: RequestMembers): boolean {
  return !isEmpty(to) || !(isEmpty(data) || hexOf(data) === '')
}

/** Tools write an empty text where they know none. */
export function isEmpty(member: unknown): boolean {
  return member === undefined || member === null || member === ''
}

/** Some libraries write both names of a member. @throws WardenError `refused` when they differ */
function withOurNames(transaction: RequestMembers, name: string): RequestMembers {
  const renamed: Record<string, unknown> = { ...transaction }
  for (const [other, ours] of Object.entries(nodeNames)) {
    const value = renamed[other]
    delete renamed[other]
    if (value === undefined || value === null) continue
    renamed[ours] ??= value
    if (comparable(renamed[ours]) !== comparable(value)) throw refusedError(`${name}: ${ours} and ${other} differ`)
  }
  return renamed
}

/** With the most that the fees of a file can cost, where it has gas and a price. They are shown, and no part of the verdict. */
function withMaxFee(transaction: RequestMembers): RequestMembers {
  const most = (...names: readonly string[]) =>
    names.reduce<bigint | undefined>((found, name) => {
      const value = parseQuantity(String(transaction[name]))
      return value !== undefined && value > (found ?? -1n) ? value : found
    }, undefined)
  const gas = most('gas', 'gasLimit')
  const price = most('gasPrice', 'maxFeePerGas')
  if (transaction.maxFee !== undefined || gas === undefined || price === undefined) return transaction
  const { blobVersionedHashes: blobs } = transaction
  const blobFee = BigInt((Array.isArray(blobs) ? blobs.length : 0) * BLOB_BYTES) * (most('maxFeePerBlobGas') ?? 0n)
  return { ...transaction, maxFee: String(cappedFee(gas, price, blobFee)) }
}

/** A chain id in decimal, which JSON-RPC has in hexadecimal; other values stay. */
export function decimalChainId(value: unknown): unknown {
  return quantityOf(value)?.toString() ?? value
}

function comparable(value: unknown): string {
  return JSON.stringify(hexOf(value))
}

function hexOf(data: unknown): unknown {
  return typeof data === 'string' ? data.toLowerCase().replace(/^0x/, '') : data
}
