import * as Hash from 'ox/Hash'
import * as Secp256k1 from 'ox/Secp256k1'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import type { JudgedMethod } from '../methods.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import type { Asked, AskedContext, Hex } from './asked.ts'

/** A transaction with its signature, as bytes. */
export function readSignedTransaction(
  method: JudgedMethod,
  params: readonly unknown[],
  { chainId }: AskedContext,
): Asked {
  const [raw] = params
  if (typeof raw !== 'string') throw invalidParams('the transaction is not a text')
  const envelope = TxEnvelopeEip1559.deserialize(raw as TxEnvelopeEip1559.Serialized)
  const { r, s, yParity, to, value = 0n, data = '0x', nonce = 0n } = envelope
  if (r === undefined || s === undefined || yParity === undefined) throw invalidParams('the transaction is not signed')
  const from = Secp256k1.recoverAddress({
    payload: TxEnvelopeEip1559.getSignPayload(envelope),
    signature: { r, s, yParity },
  })
  const hash = Hash.keccak256(raw as Hex)
  const transaction = {
    chainId,
    from: from.toLowerCase(),
    to: to ?? null,
    value: `0x${value.toString(16)}`,
    data,
    nonce: `0x${nonce.toString(16)}`,
  }
  return {
    method,
    parts: [{ kind: 'transaction', transaction, hash, isCancel: false }],
    digest: hash,
    senders: [transaction.from],
  }
}
