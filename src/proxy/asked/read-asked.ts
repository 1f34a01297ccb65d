import type { JudgedMethod } from '../methods.ts'
import type { Asked, AskedContext } from './asked.ts'
import { readSignedTransaction } from './signed-transaction.ts'
import { readUnsignedTransaction } from './unsigned-transaction.ts'

type Read = (method: JudgedMethod, params: readonly unknown[], context: AskedContext) => Asked

const readers: Readonly<Partial<Record<JudgedMethod, Read>>> = {
  eth_sendTransaction: readUnsignedTransaction,
  eth_signTransaction: readUnsignedTransaction,
  eth_sendRawTransaction: readSignedTransaction,
}

/**
 * Reads what a request asks to send or sign. Loaded with the first such request.
 * @throws RpcFault for params that another reader could understand differently, or that cannot be judged
 */
export function readAsked(method: JudgedMethod, params: readonly unknown[], context: AskedContext): Asked {
  const read = readers[method]
  if (!read) throw new Error(`no reader of ${method}`)
  return read(method, params, context)
}
