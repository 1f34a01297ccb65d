import type { JudgedMethod } from '../methods.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import type { Asked, AskedContext } from './asked.ts'
import { checkPlain } from './plain-params.ts'
import { readSignedTransaction } from './signed-transaction.ts'
import { readUnsignedTransaction } from './unsigned-transaction.ts'

interface Reader {
  /** Of params, least and most. */
  readonly params: readonly [number, number]
  readonly read: (method: JudgedMethod, params: readonly unknown[], context: AskedContext) => Asked
}

const readers: Readonly<Partial<Record<JudgedMethod, Reader>>> = {
  eth_sendTransaction: { params: [1, 1], read: readUnsignedTransaction },
  eth_signTransaction: { params: [1, 1], read: readUnsignedTransaction },
  eth_sendRawTransaction: { params: [1, 1], read: readSignedTransaction },
  eth_sendRawTransactionSync: { params: [1, 2], read: readSignedTransaction },
  eth_sendRawTransactionConditional: { params: [1, 2], read: readSignedTransaction },
  eth_sendPrivateRawTransaction: { params: [1, 2], read: readSignedTransaction },
}

/**
 * Reads what a request asks to send or sign. Loaded with the first such request.
 * @throws RpcFault for params that another reader could understand differently, or that cannot be judged
 */
export function readAsked(method: JudgedMethod, params: readonly unknown[], context: AskedContext): Asked {
  const reader = readers[method]
  if (!reader) throw invalidParams(`${method} is not read yet`)
  const [least, most] = reader.params
  if (params.length < least || params.length > most)
    throw invalidParams(`${method} has ${params.length} params, not ${least === most ? least : `${least} to ${most}`}`)
  checkPlain(params)
  return reader.read(method, params, context)
}
