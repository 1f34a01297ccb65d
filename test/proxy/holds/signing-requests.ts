import type {
  Hex,
  RequestedMessage,
  RequestedTransaction,
  SigningRequest,
} from '../../../src/proxy/params/signing-request.ts'

/** Requests as they are read, of which a test says only what it is about. */

interface Given {
  readonly method?: string
  readonly hash?: string
  readonly nonce?: string
  readonly maxFee?: bigint
  /** How many transactions it has. */
  readonly parts?: number
}

const SENDER = '0x7e5700000000000000000000000000000000f001'
const PAYEE = '0x7e5700000000000000000000000000000000f002'
const digest: Hex = `0x${'d1'.repeat(32)}`

function transaction({ hash, nonce, maxFee }: Given): RequestedTransaction {
  return {
    kind: 'transaction',
    transaction: {
      chainId: '1',
      from: SENDER,
      to: PAYEE,
      value: '0x1',
      data: '0x',
      ...(nonce !== undefined && { nonce }),
    },
    ...(hash !== undefined && { hash: hash as Hex }),
    feeTerms: { gas: undefined, gasPrice: undefined },
    ...(maxFee !== undefined && { maxFee }),
    isCancel: false,
  }
}

/** A transaction that the node or a wallet signs. */
export function payment({ method = 'eth_sendTransaction', parts = 1, ...given }: Given = {}): SigningRequest {
  const [first, ...others] = Array.from({ length: parts }, () => transaction(given))
  return { method, parts: [first as RequestedTransaction, ...others], digest, senders: [SENDER] }
}

/** A signed transaction, which has a nonce. */
export function signed({
  method = 'eth_sendRawTransaction',
  hash = `0x${'5e'.repeat(32)}`,
  ...given
}: Given = {}): SigningRequest {
  return payment({ method, hash, nonce: '0x1', ...given })
}

/** A message to be signed. */
export function permit(): SigningRequest {
  const request = { chainId: '1', from: SENDER, typedData: {} } as unknown as RequestedMessage['request']
  return { method: 'eth_signTypedData_v4', parts: [{ kind: 'message', request }], digest, senders: [] }
}
