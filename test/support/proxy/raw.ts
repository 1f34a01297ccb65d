import * as Address from 'ox/Address'
import * as Hash from 'ox/Hash'
import * as Rlp from 'ox/Rlp'
import * as Secp256k1 from 'ox/Secp256k1'
import * as TxEnvelope from 'ox/TxEnvelope'

export type Hex = `0x${string}`

export const privateKey = Hash.keccak256('0x33')
/** Of the transactions of `signedRaw`, lower case. */
export const sender = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey })).toLowerCase() as Hex
export const recipient: Hex = `0x${'ab'.repeat(20)}`

const r: Hex = `0x${'11'.repeat(32)}`
const common = { chainId: 1, nonce: 7n, gas: 21_000n, to: recipient, value: 5n, data: '0x1234' } as const
const fees = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n } as const
const accessList = [{ address: recipient, storageKeys: [r] }] as const

/** A transaction of each type, as ox takes it. */
export const examples = {
  legacy: { ...common, type: 'legacy', gasPrice: 10n },
  eip2930: { ...common, type: 'eip2930', gasPrice: 10n, accessList },
  eip1559: { ...common, ...fees, type: 'eip1559', accessList },
  eip4844: {
    ...common,
    ...fees,
    type: 'eip4844',
    maxFeePerBlobGas: 3n,
    blobVersionedHashes: [`0x01${'22'.repeat(31)}`],
  },
  eip7702: {
    ...common,
    ...fees,
    type: 'eip7702',
    authorizationList: [
      { chainId: 0, address: recipient, nonce: 3n, r, s: r, yParity: 0 },
      { chainId: 10, address: sender, nonce: 4n, r, s: r, yParity: 1 },
    ],
  },
} as const
export type ExampleType = keyof typeof examples
export const exampleTypes = Object.keys(examples) as ExampleType[]

/** Signs and encodes a transaction by ox, whose encoder is not that of the program. */
export function signedRaw(type: ExampleType, changes: Readonly<Record<string, unknown>> = {}): Hex {
  const envelope = TxEnvelope.from({ ...examples[type], ...changes } as never)
  const signature = Secp256k1.sign({ payload: TxEnvelope.getSignPayload(envelope as never), privateKey })
  return TxEnvelope.serialize(envelope as never, { signature } as never) as Hex
}

/** RLP items of a raw transaction, and its bytes with other items. */
export function itemsOf(raw: Hex): {
  readonly items: unknown[]
  readonly withItems: (items: readonly unknown[]) => Hex
} {
  const type = raw.startsWith('0x0') ? raw.slice(0, 4) : '0x'
  return {
    items: Rlp.toHex(`0x${raw.slice(type.length)}`) as unknown[],
    withItems: (items) => `${type}${Rlp.fromHex(items as never).slice(2)}` as Hex,
  }
}
