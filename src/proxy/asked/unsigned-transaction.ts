import * as Hash from 'ox/Hash'
import { isRecord } from '../../shared/json.ts'
import type { JudgedMethod } from '../methods.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import type { Asked, AskedContext, Hex } from './asked.ts'

/** A transaction that the node signs. */
export function readUnsignedTransaction(
  method: JudgedMethod,
  params: readonly unknown[],
  { chainId }: AskedContext,
): Asked {
  const [given] = params
  if (!isRecord(given)) throw invalidParams('the transaction is not an object')
  const { from, to, value = '0x0', data = '0x' } = given
  if (typeof from !== 'string' || typeof value !== 'string' || typeof data !== 'string')
    throw invalidParams('from, value and data are texts')
  const transaction = { chainId, from, to: (to ?? null) as string | null, value, data }
  return {
    method,
    parts: [{ kind: 'transaction', transaction, isCancel: false }],
    digest: Hash.keccak256(`0x${Buffer.from(JSON.stringify(transaction)).toString('hex')}` as Hex),
    senders: [from.toLowerCase()],
  }
}
