import { createHash } from 'node:crypto'
import { isRecord } from '../../shared/json/json.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { carriedIn } from './carried.ts'
import { digestOf } from './digest.ts'
import { readAddress, refused } from './members.ts'
import { readSignedParts } from './signed-transaction.ts'
import type { ReadInSteps, ReadingContext, RequestedTransaction } from './signing-request.ts'
import { readAuthorizations, transactionPart } from './transaction-part.ts'
import { readUserOperation } from './user-operation.ts'

const MAX_TRANSACTIONS = 100

/**
 * Reads signed transactions and user operations in the params of a method that the operator allows. What else the
 * params say is not known. A step ends with each transaction.
 * @throws RpcFault for what is carried in a form that is not read
 */
export const readCarried: ReadInSteps = function* (method, params, context) {
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
  const whole = createHash('sha256').update(JSON.stringify(params)).digest('hex')
  return { method, parts: [first, ...more], digest: digestOf([method, context.chainId, whole]), senders }
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
  const feeTerms = { gas: undefined, gasPrice: undefined }
  return transactionPart({ chainId, from: account, to: account, value: 0n, data: '0x', authorizations, feeTerms })
}
