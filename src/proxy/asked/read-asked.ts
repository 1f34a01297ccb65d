import type { JudgedMethod } from '../methods.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import type { Asked, AskedContext } from './asked.ts'
import { readBundle, readShareBundle } from './bundle.ts'
import { readCalls } from './calls.ts'
import { withOtherChains } from './other-chains.ts'
import { checkPlain } from './plain-params.ts'
import { readPrivateTransaction } from './private-transaction.ts'
import { readSignedTransaction } from './signed-transaction.ts'
import { readTypedData } from './typed-data.ts'
import { readUnsignedTransaction } from './unsigned-transaction.ts'
import { readUserOperation } from './user-operation.ts'

interface Reader {
  /** Of params, least and most. */
  readonly params: readonly [number, number]
  readonly read: (method: JudgedMethod, params: readonly unknown[], context: AskedContext) => Asked
}

const readers: Readonly<Record<JudgedMethod, Reader>> = {
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
 * Reads what a request asks to send or sign. Loaded with the first such request.
 * @throws RpcFault for params that another reader could understand differently, or that cannot be judged
 */
export function readAsked(method: JudgedMethod, params: readonly unknown[], context: AskedContext): Asked {
  const {
    params: [least, most],
    read,
  } = readers[method]
  if (params.length < least || params.length > most)
    throw invalidParams(`${method} has ${params.length} params, not ${least === most ? least : `${least} to ${most}`}`)
  checkPlain(params)
  return withOtherChains(read(method, params, context))
}
