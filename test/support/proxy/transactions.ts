import * as Address from 'ox/Address'
import * as Hash from 'ox/Hash'
import * as Secp256k1 from 'ox/Secp256k1'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'

const keys = ['0x11', '0x22'].map((byte) => Hash.keccak256(byte as `0x${string}`))

/** Accounts that sign, lower case. */
export const signers = keys.map((privateKey) =>
  Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey })).toLowerCase(),
)

export interface TransferOptions {
  readonly to: string
  readonly value?: bigint
  readonly nonce?: bigint
  readonly chainId?: number
  readonly data?: `0x${string}`
  readonly maxFeePerGas?: bigint
  /** Default: that of a payment. */
  readonly gas?: bigint
  /** Index in `signers`. */
  readonly signer?: number
}

export interface SignedTransfer {
  readonly raw: `0x${string}`
  readonly hash: `0x${string}`
}

/** A signed transaction of type 2. */
export function signedTransfer({ to, signer = 0, ...options }: TransferOptions): SignedTransfer {
  const envelope = TxEnvelopeEip1559.from({
    chainId: options.chainId ?? 1,
    nonce: options.nonce ?? 0n,
    value: options.value ?? 1n,
    gas: options.gas ?? 21_000n,
    maxFeePerGas: options.maxFeePerGas ?? 10n,
    maxPriorityFeePerGas: 1n,
    to: to as `0x${string}`,
    ...(options.data !== undefined && { data: options.data }),
  })
  const privateKey = keys[signer]
  if (!privateKey) throw new Error(`there is no signer ${signer}`)
  const signature = Secp256k1.sign({ payload: TxEnvelopeEip1559.getSignPayload(envelope), privateKey })
  const raw = TxEnvelopeEip1559.serialize(envelope, { signature })
  return { raw, hash: Hash.keccak256(raw) }
}
