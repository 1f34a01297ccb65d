import { refusedError, unknownMember } from '../../cli/usage.ts'

export type Members = Readonly<Record<string, unknown>>

/** Of the body of a validation. */
const OF_BODY = ['transaction', 'trackNonce', 'signTransaction', 'clientData', 'trace']
const OF_TRANSACTION = ['chainId', 'from', 'to', 'value', 'data', 'nonce', 'authorizations']

/** What wallets, libraries and nodes write beside it, and no verdict hangs on: fees, signature, and where it was mined. */
const HARMLESS = new Set([
  ...['gas', 'gasLimit', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'maxFeePerBlobGas'],
  ...['type', 'typeHex', 'accessList', 'blobVersionedHashes', 'blobs', 'sidecars'],
  ...['v', 'r', 's', 'yParity', 'signature', 'publicKey', 'raw', 'standardV'],
  ...['hash', 'blockHash', 'blockNumber', 'blockTimestamp', 'transactionIndex', 'index', 'creates', 'confirmations'],
])

/** Further names that are good where many transactions are read. */
export interface MoreMembers {
  inBody(member: string): boolean
  inTransaction(member: string): boolean
}

/**
 * A body whose every member is known: a misspelt value would be judged as none at all.
 * @param name of what holds it, for the error
 * @throws WardenError `refused`, naming the member and the one it was probably meant to be
 */
export function onlyKnownMembers(body: Members, name: string, more?: MoreMembers): void {
  const isBare = !('transaction' in body)
  const transaction = (isBare ? body : body.transaction) as Members
  const odd = isBare
    ? undefined
    : Object.keys(body).find((member) => !OF_BODY.includes(member) && !more?.inBody(member))
  if (odd !== undefined) throw unknownMember(odd, OF_BODY, `${name}: `)
  const ofTransaction = [...OF_TRANSACTION, 'input']
  const oddInside = Object.keys(transaction).find(
    (member) => !ofTransaction.includes(member) && !HARMLESS.has(member) && !more?.inTransaction(member),
  )
  if (oddInside !== undefined)
    throw unknownMember(oddInside, isBare ? [...ofTransaction, 'transaction'] : ofTransaction, `${name}: `)
}

/** A transaction without either creates a contract without code, which is never what is meant. */
export function hasRecipientOrData({ to, data }: Members): boolean {
  return !isEmpty(to) || !(isEmpty(data) || hexOf(data) === '')
}

function isEmpty(member: unknown): boolean {
  return member === undefined || member === null || member === ''
}

/** Nodes call the call data input, some libraries write both. */
export function withData({ input, ...transaction }: Members, name: string): Members {
  if (input === undefined || input === null) return transaction
  if (transaction.data === undefined || transaction.data === null) return { ...transaction, data: input }
  if (hexOf(input) !== hexOf(transaction.data))
    throw refusedError(`${name}: data and input are not the same; one of them is not what is meant`)
  return transaction
}

function hexOf(data: unknown): unknown {
  return typeof data === 'string' ? data.toLowerCase().replace(/^0x/, '') : data
}
