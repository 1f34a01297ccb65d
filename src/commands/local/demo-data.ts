import type { CallInput } from '../../api/operations/operations.ts'
import type { ProductType } from '../../api/vocabulary.ts'

type Body<K extends 'createControlList' | 'createMonitor' | 'createDestination' | 'createAlert'> = NonNullable<
  CallInput<K>['body']
>

/**
 * Addresses of the demo data. Each is 0x7e57 and the last 18 bytes of keccak256("txwarden demo address: <name>"), so their
 * private keys are unknown. The lookalike shares the first six and last five digits with the customer.
 */
export const demoAddresses = {
  treasury: '0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941',
  customer: '0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD',
  lookalike: '0x7e57a4AF844132FcEa8C0990B6FB96F66B1bCCBD',
  thief: '0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7',
  partner: '0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d',
  newcomer: '0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c',
  'go-between': '0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9',
} as const

const { treasury, customer, lookalike, thief, partner, newcomer, 'go-between': goBetween } = demoAddresses

/** Built-in test addresses, known without any feed. */
const known = {
  sanctioned: '0x7E57C986D28338Bef716d5FAa02E24bf51bD749E',
  mixer: '0x7E57224a254c2B1F2BB7efDf721f1E6227742494',
  drainer: '0x7e575f70a640c8e5D053bE397d92F3d07362d027',
  suspicious: '0x7E5774b074EE15E78413ba856a5c11A489Bc08f2',
  scam: '0x7E571205cDD004f106BBC6F1083df3D562f4C313',
  rugPull: '0x7E5798e5E9Af493F2d730DFaA38f269EA578F088',
  impostor: '0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96',
  implementation: '0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8',
  reentrant: '0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C',
  benign: '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5',
} as const

export const demoEntries: readonly Body<'createControlList'>[] = [
  { address: thief, type: 'BLOCK', productType: 'SONAR' },
  { address: thief, type: 'BLOCK', productType: 'RASP' },
  { address: partner, type: 'ALLOW', productType: 'SONAR', chainIds: ['1', '8453'] },
]

export const demoMonitors: readonly Body<'createMonitor'>[] = [
  { address: treasury, chainId: '1', name: 'Demo treasury' },
  { address: treasury, chainId: '8453', name: 'Demo treasury' },
  { address: customer, chainId: '1', name: 'Demo customer', enabled: false },
]

/** Inactive, and on hosts reserved for examples (RFC 2606), so nothing is sent. */
export const demoDestinations: readonly Body<'createDestination'>[] = [
  { name: 'Demo webhook', channel: 'WEBHOOK', webhookUrl: 'https://hooks.example.com/txwarden', state: 'INACTIVE' },
  { name: 'Demo mail', channel: 'EMAIL', webhookUrl: 'mailto:alerts@example.com', state: 'INACTIVE' },
]

interface DemoAlert extends Omit<Body<'createAlert'>, 'destinationIds'> {
  /** Names of demo destinations. */
  readonly destinations: readonly string[]
}

export const demoAlerts: readonly DemoAlert[] = [
  {
    alertName: 'Demo: blocked transactions',
    alertType: 'SONAR',
    destinations: ['Demo webhook', 'Demo mail'],
    transactionFilter: { validationEnforcementConfiguration: { alertOnBlocked: true } },
  },
  {
    alertName: 'Demo: fraud on Ethereum',
    alertType: 'SONAR',
    destinations: ['Demo mail'],
    transactionFilter: { categories: ['fraud'], chainIds: [1], fromScore: 31 },
  },
  { alertName: 'Demo: the treasury moves', alertType: 'MONITOR', destinations: ['Demo webhook'] },
]

/** Senders of the demo validations; a later run recognizes existing ones by them. */
export const DEMO_SENDERS: readonly string[] = [treasury, goBetween].map((address) => address.toLowerCase())

export interface DemoValidation {
  /** Stored as the user agent of the request; a later run recognizes it. */
  readonly name: string
  readonly to: string
  readonly chainId?: string
  readonly from?: string
  /** Wei. */
  readonly value?: string
  readonly data?: string
  readonly product?: ProductType
  readonly sign?: true
  /** Block number of the report. */
  readonly block?: number
}

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const PROXY = '0x52908400098527886E0F7030069857D2E4169EE7'
const HALF_ETHER = '500000000000000000'

/** In order: reported transactions become the history for later validations. */
export const demoValidations: readonly DemoValidation[] = [
  { name: 'payment to a customer', to: customer, value: '250000000000000000', block: 21_000_001 },
  { name: 'stablecoins for a customer', to: USDC, data: call('a9059cbb', customer, 1_500_000_000n), block: 21_000_002 },
  { name: 'payment to a lookalike of the customer', to: lookalike, value: '250000000000000000' },
  { name: 'payment to somebody new', to: newcomer, chainId: '8453', value: '10000000000000000' },
  { name: 'approval to an unknown spender', to: USDC, data: call('095ea7b3', newcomer, 2n ** 256n - 1n) },
  { name: 'approval to an allowed spender', to: USDC, data: call('095ea7b3', partner, 2n ** 256n - 1n) },
  { name: 'approval to a drainer', to: USDC, data: call('095ea7b3', known.drainer, 2n ** 256n - 1n) },
  { name: 'payment to a scam', to: known.scam, value: HALF_ETHER },
  { name: 'payment to an impostor', to: known.impostor, value: HALF_ETHER },
  { name: 'payment to a rug pull', to: known.rugPull, value: HALF_ETHER },
  { name: 'payment into a re-entrant contract', to: known.reentrant, value: HALF_ETHER },
  { name: 'payment to a mixer', to: known.mixer, value: '1000000000000000000' },
  { name: 'payment to a sanctioned address', to: known.sanctioned, value: HALF_ETHER },
  { name: 'upgrade to a malicious implementation', to: PROXY, data: call('3659cfe6', known.implementation) },
  { name: 'payment to a blocked address', to: thief, value: HALF_ETHER },
  { name: 'payment of a go-between', from: goBetween, to: known.suspicious, value: HALF_ETHER, block: 21_000_003 },
  { name: 'payment to the go-between', to: goBetween, value: HALF_ETHER },
  { name: 'payment of an app', to: known.benign, chainId: '137', value: HALF_ETHER, product: 'RASP' },
  { name: 'signed payment', to: known.benign, value: HALF_ETHER, sign: true, block: 21_000_004 },
]

/** Call data of a function whose arguments fill a word each. */
function call(selector: string, ...words: readonly (string | bigint)[]): string {
  const digits = words.map((word) => (typeof word === 'string' ? word.slice(2).toLowerCase() : word.toString(16)))
  return `0x${selector}${digits.map((each) => each.padStart(64, '0')).join('')}`
}
