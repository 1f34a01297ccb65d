/** Room: The params of a method that signs or sends, as transactions and messages with digest and senders. */

import { isRecord } from '../../shared/json/json.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import { isValidatedMethod, type ValidatedMethod } from '../decide/methods.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { readBundle, readShareBundle } from './bundle.ts'
import { readCalls } from './calls.ts'
import { carriedIn } from './carried.ts'
import { checkPlain, Members, readAddress, readCount, readFlag, refused } from './members.ts'
import { withOtherChains } from './other-chains.ts'
import { checkPayees } from './refunds.ts'
import { readSignedText } from './signed-text.ts'
import { readPreferences, readSignedParts, readSignedTransaction } from './signed-transaction.ts'
import {
  digestOf,
  type ReadInSteps,
  type ReadingContext,
  type ReadRequest,
  type RequestedTransaction,
  type SigningRequest,
} from './signing-request.ts'
import { readAuthorizations, transactionPart } from './transaction-part.ts'
import { readTypedData } from './typed-data.ts'
import { readUnsignedTransaction } from './unsigned-transaction.ts'
import { readUserOperation } from './user-operation.ts'

const MAX_TRANSACTIONS = 100
/**
 * Reads signed transactions and user operations in the params of a method that the operator allows. What else the
 * params say is not known. A step ends with each transaction.
 * @throws RpcFault for what is carried in a form that is not read
 */
const readCarried: ReadInSteps = function* (method, params, context) {
  const { raws, operations, delegations, isHidden, isTooLong } = carriedIn(params)
  if (isTooLong) throw refused('its params are too long to be searched for signed transactions')
  if (isHidden) throw refused('a signed transaction is in its params in a form that is not read')
  if (raws.length > MAX_TRANSACTIONS) throw invalidParams(`the params have more than ${MAX_TRANSACTIONS} transactions`)
  const [operation, ...others] = operations
  const [given, entryPoint] = operationIn(params)
  if (operation && (operation !== given || others.length > 0))
    throw refused('a user operation is in its params elsewhere than before its entry point, where it is not read')
  const parts: RequestedTransaction[] = yield* readSignedParts(raws, context)
  if (operation) {
    const { parts: own } = readUserOperation(method, [given, entryPoint], context)
    parts.push(...own.filter((part) => part.kind === 'transaction'))
  }
  for (const each of delegations) parts.push(delegationOf(each, context))
  const [first, ...more] = parts
  if (!first) throw new Error('the params carry nothing')
  const senders = [...new Set(parts.map(({ transaction }) => transaction.from))]
  // The rest of the params may say who is paid: with other ones it is not the same.
  const whole = sha256(JSON.stringify(params))
  return { method, parts: [first, ...more], digest: digestOf([method, context.chainId, whole]), senders }
}

interface Reader {
  /** Least and greatest number of params. */
  readonly params: readonly [number, number]
  readonly read: ReadRequest | ReadInSteps
}

/**
 * Reads a transaction that is sent to block builders only: `{ tx, maxBlockNumber, preferences }` (Flashbots), the
 * transaction alone, or its bytes. Each may be signed or not.
 */
const readPrivateTransaction: ReadRequest = (method, [given], context) => {
  if (!isRecord(given) || !('tx' in given)) return readEither(method, given, context)
  const members = new Members(given, 'the private transaction', ['tx', 'maxBlockNumber', 'preferences', 'fast'])
  members.optional('maxBlockNumber', readCount)
  members.optional('fast', readFlag)
  const request = readEither(method, members.get('tx'), context)
  checkPayees(readPreferences(members.get('preferences')), request.senders)
  return request
}

const readers: Readonly<Record<ValidatedMethod, Reader>> = {
  eth_sendTransaction: { params: [1, 1], read: readUnsignedTransaction },
  eth_signTransaction: { params: [1, 1], read: readUnsignedTransaction },
  eth_sendRawTransaction: { params: [1, 1], read: readSignedTransaction },
  eth_sendRawTransactionSync: { params: [1, 2], read: readSignedTransaction },
  eth_sendRawTransactionConditional: { params: [1, 2], read: readSignedTransaction },
  eth_sendPrivateTransaction: { params: [1, 1], read: readPrivateTransaction },
  eth_sendPrivateRawTransaction: { params: [1, 2], read: readSignedTransaction },
  eth_sendBundle: { params: [1, 1], read: readBundle },
  mev_sendBundle: { params: [1, 1], read: readShareBundle },
  eth_sendUserOperation: { params: [2, 3], read: readUserOperation },
  wallet_sendCalls: { params: [1, 1], read: readCalls },
  personal_sign: { params: [2, 3], read: readSignedText },
  eth_signTypedData: { params: [2, 2], read: readTypedData },
  eth_signTypedData_v3: { params: [2, 2], read: readTypedData },
  eth_signTypedData_v4: { params: [2, 2], read: readTypedData },
}

/**
 * Reads what a request wants sent or signed. This file is loaded with the first such request.
 * @param method a validated one, or one that the operator allows
 * @throws RpcFault for params that another reader could understand differently, or that cannot be validated
 */
export const readSigningRequest: ReadRequest = (method, params, context) => {
  const reading = readInSteps(method, params, context)
  for (;;) {
    const { value, done } = reading.next()
    if (done) return value
  }
}

/** Reads the same, and calls `turn` after each step: other requests get their turn. */
export async function readInTurns(
  method: string,
  params: readonly unknown[],
  context: ReadingContext,
  turn: () => Promise<void>,
): Promise<SigningRequest> {
  const reading = readInSteps(method, params, context)
  for (;;) {
    const { value, done } = reading.next()
    if (done) return value
    await turn()
  }
}

const readInSteps: ReadInSteps = function* (method, params, context) {
  const read = isValidatedMethod(method) ? checkedReader(method, params) : readCarried
  const request = read(method, params, context)
  return withOtherChains('digest' in request ? request : yield* request)
}

/** @throws RpcFault for another number of params, or names and numbers that readers understand differently */
function checkedReader(method: ValidatedMethod, params: readonly unknown[]): Reader['read'] {
  const {
    params: [least, most],
    read,
  } = readers[method]
  if (params.length < least || params.length > most)
    throw invalidParams(`${method} has ${params.length} params, not ${least === most ? least : `${least} to ${most}`}`)
  checkPlain(params)
  return read
}

/** An operation and its entry point: the first two params, or members of the first, as ZeroDev and Alchemy have them. */
function operationIn([first, second]: readonly unknown[]): readonly unknown[] {
  if (!isRecord(first)) return []
  const operation = first.userOp ?? first.userOperation
  return operation === undefined ? [first, second] : [operation, first.entryPointAddress ?? first.entryPoint]
}

/** The authorizations of a call, which is not signed: only they can be sent. */
function delegationOf(call: object, { chainId }: ReadingContext): RequestedTransaction {
  const { from, authorizationList } = call as Readonly<Record<string, unknown>>
  const account = readAddress(from, 'from of the call with authorizations')
  const authorizations = readAuthorizations(authorizationList, 'authorizationList of the call')
  return transactionPart({ chainId, from: account, to: account, value: 0n, data: '0x', authorizations })
}

function readEither(method: string, given: unknown, context: ReadingContext): SigningRequest {
  const read = isRecord(given) ? readUnsignedTransaction : readSignedTransaction
  return read(method, [given], context)
}
