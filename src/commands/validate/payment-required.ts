import { chainById, findChain } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'

/** What an x402 offer makes the payer sign; without typed data, why that is not known. */
export interface Offer {
  /** As the offer names it: eip155:8453 in version 2, base in version 1. */
  readonly network: string
  readonly asset: string
  /** In the smallest unit of the asset. */
  readonly amount: string
  readonly payTo: string
  readonly chainId?: string
  readonly typedData?: Readonly<Record<string, unknown>>
  readonly notRead?: string
}

export interface Payer {
  readonly from: string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** 32 bytes as hex: the nonce of the authorization, which decides nothing. */
  readonly nonce: string
}

/** Fields of the signature of `transferWithAuthorization` (EIP-3009). */
const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/**
 * The offers of a payment-required body (x402 version 1 and 2, scheme `exact` on EVM: coinbase/x402
 * specs/schemes/exact/scheme_exact_evm.md), as JSON or in base64 as in the PAYMENT-REQUIRED header. Undefined for another text.
 */
export function readOffers(text: string, payer: Payer): readonly Offer[] | undefined {
  const body = parseJson(text) ?? parseJson(Buffer.from(text.trim(), 'base64').toString('utf8'))
  if (!isRecord(body) || !Array.isArray(body.accepts)) return undefined
  return body.accepts.map((each) => offerOf(isRecord(each) ? each : {}, payer))
}

function offerOf(given: Readonly<Record<string, unknown>>, payer: Payer): Offer {
  const network = textOf(given.network)
  const [, reference] = /^eip155:(\d{1,20})$/.exec(network) ?? []
  const chain = reference === undefined ? findChain(network) : chainById(reference)
  const offer = {
    network,
    asset: textOf(given.asset),
    // Version 1 has another name.
    amount: textOf(given.amount ?? given.maxAmountRequired),
    payTo: textOf(given.payTo),
    ...(chain && { chainId: chain.id }),
  }
  const notRead = faultOf(given, offer)
  return notRead === undefined ? { ...offer, typedData: authorizationOf(given, offer, payer) } : { ...offer, notRead }
}

function faultOf({ scheme, extra }: Readonly<Record<string, unknown>>, offer: Offer): string | undefined {
  const method = isRecord(extra) ? extra.assetTransferMethod : undefined
  if (offer.chainId === undefined) return 'its network is not supported'
  if (scheme !== 'exact') return 'its scheme is not exact'
  if (method !== undefined && method !== 'eip3009') return 'its transfer method is not eip3009'
  if (![offer.asset, offer.payTo].every((each) => /^0x[0-9a-f]{40}$/i.test(each)))
    return 'its asset or payee is not an address'
  return parseQuantity(offer.amount) === undefined ? 'its amount is not a whole number' : undefined
}

const LONGEST_S = 100 * 365 * 24 * 60 * 60

function authorizationOf(
  { maxTimeoutSeconds, extra }: Readonly<Record<string, unknown>>,
  { asset, amount, payTo, chainId }: Offer,
  { from, now, nonce }: Payer,
): Record<string, unknown> {
  const domain = isRecord(extra) ? extra : {}
  const seconds = Math.floor(now / 1000)
  const lasts = typeof maxTimeoutSeconds === 'number' && maxTimeoutSeconds > 0 ? maxTimeoutSeconds : LONGEST_S
  return {
    types,
    primaryType: 'TransferWithAuthorization',
    domain: {
      name: textOf(domain.name),
      version: textOf(domain.version),
      chainId: Number(chainId),
      verifyingContract: asset,
    },
    message: {
      from,
      to: payTo,
      value: amount,
      validAfter: '0',
      validBefore: String(seconds + Math.floor(Math.min(lasts, LONGEST_S))),
      nonce,
    },
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
