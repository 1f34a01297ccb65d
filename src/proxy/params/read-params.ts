import { isValidatedMethod, type ValidatedMethod } from '../decide/methods.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { readBundle, readShareBundle } from './bundle.ts'
import { readCalls } from './calls.ts'
import { withOtherChains } from './other-chains.ts'
import { checkPlain } from './plain-params.ts'
import { readPrivateTransaction } from './private-transaction.ts'
import { readCarried } from './read-carried.ts'
import { readSignedTransaction } from './signed-transaction.ts'
import type { ReadInSteps, ReadingContext, ReadRequest, SigningRequest } from './signing-request.ts'
import { readTypedData } from './typed-data.ts'
import { readUnsignedTransaction } from './unsigned-transaction.ts'
import { readUserOperation } from './user-operation.ts'

interface Reader {
  /** Of params, least and most. */
  readonly params: readonly [number, number]
  readonly read: ReadRequest | ReadInSteps
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
