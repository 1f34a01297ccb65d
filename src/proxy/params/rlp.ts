import * as Rlp from 'ox/Rlp'
import { invalidParams } from '../rpc/json-rpc.ts'
import type { Hex } from './signing-request.ts'

/** An item of RLP is bytes or a list. */
export type RlpItem = Hex | readonly RlpItem[]

/**
 * Decodes the items of an RLP list that is encoded in the one canonical way.
 * @param rlp in hex, lower case
 * @throws RpcFault
 */
export function decodeRlp(rlp: Hex): readonly RlpItem[] {
  const list = decoded(rlp)
  if (typeof list === 'string') throw invalidParams('the transaction is not an RLP list')
  if (encodeRlp(list) !== rlp) throw invalidParams('the transaction is not canonical RLP')
  return list
}

function decoded(rlp: Hex): RlpItem {
  try {
    return Rlp.toHex(rlp) as RlpItem
  } catch {
    throw invalidParams('the transaction is not RLP: it may be cut off')
  }
}

export function encodeRlp(list: readonly RlpItem[]): Hex {
  return Rlp.fromHex(list as Parameters<typeof Rlp.fromHex>[0])
}
