import { type Chain, chainById, findChain } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import { refuseJsonFault } from '../../cli/input/read-input.ts'
import { addressOf } from '../../shared/json/evm-json.ts'
import { isRecord, membersOf, parseJson } from '../../shared/json/json.ts'
import type { RequestMembers } from '../inputs/members.ts'

/** Why an offer is not validated, or is refused in spite of its verdict. */
export const offerFaults = {
  'other-spelling': 'a member of x402 is there in another spelling, which some readers take for it',
  'unknown-version': 'its version of x402 is not 1 or 2',
  'unknown-network': 'its network is not one that its version names',
  'unknown-scheme': 'its scheme is not exact',
  'unknown-method': 'its transfer method is not eip3009',
  'no-address': 'its asset or payee is not an address',
  'no-amount': 'its amount is not a whole number',
  'amounts-differ': 'its amount and its maxAmountRequired differ',
  'void-payee': 'its signature would be void: the payee is the zero address',
  'void-domain': 'its signature would be void: name and version are not those of the token',
  'unknown-domain': 'name and version of its token are not known here',
  'unknown-decimals': 'the decimals of its asset are not known',
  'above-limit': 'asks for more than the largest amount',
} as const
export type OfferFault = keyof typeof offerFaults

/** What an x402 offer makes the payer sign, or why it cannot be read: then what is signed shows who is paid, as far as it is known. */
export interface PaymentOffer {
  /** As the offer names it: eip155:8453 in version 2, base in version 1. */
  readonly network: string
  readonly asset: string
  /** In the smallest unit of the asset. */
  readonly amount: string
  readonly payTo: string
  readonly chainId?: string
  readonly typedData?: RequestMembers
  readonly reason?: { readonly code: OfferFault; readonly text: string }
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
 * @param name of the text, for an error
 * @throws WardenError `refused`: a member is twice in one object
 */
export function readOffers(text: string, name: string, payer: Payer): readonly PaymentOffer[] | undefined {
  const json = parseJson(text) === undefined ? Buffer.from(text.trim(), 'base64').toString('utf8') : text
  const body = parseJson(json)
  if (!isRecord(body) || !Array.isArray(body.accepts)) return undefined
  refuseJsonFault(json, name)
  return body.accepts.map((each) => offerOf(membersOf(each), body, payer))
}

const bodyMembers = ['x402Version', 'accepts']
const offerMembers = [
  'scheme',
  'network',
  'asset',
  'amount',
  'maxAmountRequired',
  'payTo',
  'maxTimeoutSeconds',
  'extra',
]
const extraMembers = ['name', 'version', 'assetTransferMethod']

/** Clients in Go match names in any case, and those in Python take pay_to for payTo: which member counts depends on the reader. */
function hasOtherSpelling(given: RequestMembers, known: readonly string[]): boolean {
  const plain = known.map(plainName)
  return Object.keys(given).some((name) => !known.includes(name) && plain.includes(plainName(name)))
}

/** By way of upper case, because Go takes the long s for an s. */
function plainName(name: string): string {
  return name.toUpperCase().toLowerCase().replace(/[-_]/g, '')
}

type Version = 1 | 2

/** A wallet signs the members of the version that the body states: maxAmountRequired and names of networks, or amount and CAIP-2. */
function offerOf(given: RequestMembers, body: RequestMembers, payer: Payer): PaymentOffer {
  const version = body.x402Version === 1 || body.x402Version === 2 ? body.x402Version : undefined
  const chain = version && chainOf(textOf(given.network), version)
  const offer = {
    network: textOf(given.network),
    asset: textOf(given.asset),
    amount: textOf(version === 1 ? given.maxAmountRequired : given.amount),
    payTo: textOf(given.payTo),
    ...(chain && { chainId: chain.id }),
  }
  const isOdd =
    hasOtherSpelling(body, bodyMembers) ||
    hasOtherSpelling(given, offerMembers) ||
    hasOtherSpelling(membersOf(given.extra), extraMembers)
  const fault = version === undefined ? 'unknown-version' : faultOf(given, offer)
  const code = isOdd ? 'other-spelling' : fault
  return code === undefined
    ? { ...offer, typedData: authorizationOf(given, offer, payer) }
    : {
        ...offer,
        ...(isPayable(offer.payTo) && { typedData: authorizationOf(given, offer, payer) }),
        reason: { code, text: offerFaults[code] },
      }
}

function chainOf(network: string, version: Version): Chain | undefined {
  if (version === 1) return /^(?:\d|eip155:)/.test(network) ? undefined : findChain(network)
  const [, reference = ''] = /^eip155:(\d{1,20})$/.exec(network) ?? []
  return chainById(reference)
}

function isPayable(payTo: string): boolean {
  return addressOf(payTo) !== undefined && !/^0x0{40}$/.test(payTo)
}

function faultOf(given: RequestMembers, offer: PaymentOffer): OfferFault | undefined {
  const { scheme, extra, amount, maxAmountRequired } = given
  const { name, version, assetTransferMethod: method } = membersOf(extra)
  if (offer.chainId === undefined) return 'unknown-network'
  if (scheme !== 'exact') return 'unknown-scheme'
  if (method !== undefined && method !== 'eip3009') return 'unknown-method'
  if (![offer.asset, offer.payTo].every(addressOf)) return 'no-address'
  if (amount != null && maxAmountRequired != null && textOf(amount) !== textOf(maxAmountRequired))
    return 'amounts-differ'
  if (parseQuantity(offer.amount) === undefined) return 'no-amount'
  if (!isPayable(offer.payTo)) return 'void-payee'
  if (!hasKnownDomain(offer)) return undefined
  // Without them a wallet signs nothing, or has its own.
  const isOther = (given: unknown, own: string) => given !== undefined && textOf(given) !== own
  return isOther(name, USDC_DOMAIN.name) || isOther(version, USDC_DOMAIN.version) ? 'void-domain' : undefined
}

/**
 * USDC of Circle, whose domain is the same on each of these chains: coinbase/x402 defaultAssets.ts, and
 * circlefin/stablecoin-evm. The domain of other tokens is not known here.
 */
const USDC_DOMAIN = { name: 'USD Coin', version: '2' } as const
const usdc: Readonly<Record<string, string>> = {
  '1': '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '10': '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
  '137': '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
  '8453': '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  '42161': '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  '43114': '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e',
}

/** Whether the name and the version that the token signs with are known: with other ones a signature is void. */
export function hasKnownDomain({ chainId = '', asset }: Pick<PaymentOffer, 'chainId' | 'asset'>): boolean {
  return usdc[chainId] === asset.toLowerCase()
}

const LONGEST_S = 100 * 365 * 24 * 60 * 60

function authorizationOf(
  { maxTimeoutSeconds, extra }: RequestMembers,
  { asset, amount, payTo, chainId }: PaymentOffer,
  { from, now, nonce }: Payer,
): Record<string, unknown> {
  const domain = membersOf(extra)
  const seconds = Math.floor(now / 1000)
  const members = {
    name: textOf(domain.name),
    version: textOf(domain.version),
    ...(chainId !== undefined && { chainId: Number(chainId) }),
    ...(addressOf(asset) && { verifyingContract: asset }),
  }
  const lasts = typeof maxTimeoutSeconds === 'number' && maxTimeoutSeconds > 0 ? maxTimeoutSeconds : LONGEST_S
  return {
    types: { ...types, EIP712Domain: types.EIP712Domain.filter(({ name }) => name in members) },
    primaryType: 'TransferWithAuthorization',
    domain: members,
    message: {
      from,
      to: payTo,
      value: parseQuantity(amount) === undefined ? '0' : amount,
      validAfter: '0',
      validBefore: String(seconds + Math.floor(Math.min(lasts, LONGEST_S))),
      nonce,
    },
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
