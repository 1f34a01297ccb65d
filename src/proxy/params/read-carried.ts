import { createHash } from 'node:crypto'
import { invalidParams } from '../rpc/json-rpc.ts'
import { carriedIn } from './carried.ts'
import { digestOf } from './digest.ts'
import { refused } from './members.ts'
import { readSignedParts } from './signed-transaction.ts'
import type { ReadInSteps, RequestedTransaction } from './signing-request.ts'
import { readUserOperation } from './user-operation.ts'

const MAX_TRANSACTIONS = 100

/**
 * Reads signed transactions and user operations in the params of a method that the operator allows. What else the
 * params say is not known. A step ends with each transaction.
 * @throws RpcFault for what is carried in a form that is not read
 */
export const readCarried: ReadInSteps = function* (method, params, context) {
  const { raws, operations, isHidden, isTooLong } = carriedIn(params)
  if (isTooLong) throw refused('its params are too long to be searched for signed transactions')
  if (isHidden) throw refused('a signed transaction is in its params in a form that is not read')
  if (raws.length > MAX_TRANSACTIONS) throw invalidParams(`the params have more than ${MAX_TRANSACTIONS} transactions`)
  const [operation, ...others] = operations
  if (operation && (operation !== params[0] || others.length > 0))
    throw refused('a user operation is in its params elsewhere than before its entry point, where it is not read')
  const parts: RequestedTransaction[] = yield* readSignedParts(raws, context)
  if (operation) {
    const { parts: own } = readUserOperation(method, params.slice(0, 2), context)
    parts.push(...own.filter((part) => part.kind === 'transaction'))
  }
  const [first, ...more] = parts
  if (!first) throw new Error('the params carry nothing')
  const senders = [...new Set(parts.map(({ transaction }) => transaction.from))]
  // The rest of the params may say who is paid: with other ones it is not the same.
  const whole = createHash('sha256').update(JSON.stringify(params)).digest('hex')
  return { method, parts: [first, ...more], digest: digestOf([method, context.chainId, whole]), senders }
}
