import { endsOf, holdsOn, type IntelRecord } from '../risk/evidence.ts'
import { skeletonOf } from '../risk/skeleton.ts'

/** No feed may take this name. */
export const BASELINE_SOURCE = 'txwarden baseline'

const everyChain: readonly string[] = []

/** Nobody holds the keys of these; what is sent there is gone. */
const burnAddresses: readonly IntelRecord[] = [
  burn('0x0000000000000000000000000000000000000000', 'zero address'),
  burn('0x000000000000000000000000000000000000dEaD', 'dead address'),
]

/**
 * Addresses that make each kind of verdict on every chain, for trying things out. Each is 0x7e57 and the last 18 bytes
 * of keccak256("txwarden test address: <name>"): nobody has their keys, and no vanity tool made them.
 */
export const testAddresses = {
  sanctioned: '0x7E57C986D28338Bef716d5FAa02E24bf51bD749E',
  mixer: '0x7E57224a254c2B1F2BB7efDf721f1E6227742494',
  drainer: '0x7e575f70a640c8e5D053bE397d92F3d07362d027',
  suspicious: '0x7E5774b074EE15E78413ba856a5c11A489Bc08f2',
  'financial scam': '0x7E571205cDD004f106BBC6F1083df3D562f4C313',
  'rug pull': '0x7E5798e5E9Af493F2d730DFaA38f269EA578F088',
  impersonation: '0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96',
  poisoning: '0x7E57264e9905dae4419Bc28E908C169E749D3b22',
  upgrade: '0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8',
  reentrancy: '0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C',
  benign: '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5',
} as const

type TestName = keyof typeof testAddresses

const testRecords: readonly IntelRecord[] = [
  test('sanctioned', { kind: 'sanctioned' }),
  test('mixer', { kind: 'mixer', severity: 80 }),
  test('drainer', { kind: 'malicious', subCategory: 'maliciousInteraction', severity: 95 }),
  test('suspicious', { kind: 'malicious', subCategory: 'maliciousInteraction', severity: 50 }),
  test('financial scam', { kind: 'malicious', subCategory: 'financialScamInteraction', severity: 90 }),
  test('rug pull', { kind: 'malicious', subCategory: 'rugPullInteraction', severity: 85 }),
  test('impersonation', { kind: 'malicious', subCategory: 'impersonationScamInteraction', severity: 88 }),
  test('poisoning', { kind: 'malicious', subCategory: 'addressPoisoning', severity: 92 }),
  test('upgrade', { kind: 'malicious', subCategory: 'maliciousProtocolUpgrade', severity: 90 }),
  test('reentrancy', { kind: 'malicious', subCategory: 'reentrancy', severity: 85 }),
  test('benign', { kind: 'benign' }),
]

/** As their issuers and projects publish them. */
const tokens: readonly IntelRecord[] = [
  token('1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin', 'USDC'),
  token('1', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'Tether USD', 'USDT'),
  token('1', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 'Dai', 'DAI'),
  token('1', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'Wrapped Ether', 'WETH'),
  token('1', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'Wrapped Bitcoin', 'WBTC'),
  token('10', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin', 'USDC'),
  token('10', '0x4200000000000000000000000000000000000006', 'Wrapped Ether', 'WETH'),
  token('56', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'Wrapped BNB', 'WBNB'),
  token('137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin', 'USDC'),
  token('137', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'Tether USD', 'USDT'),
  token('8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin', 'USDC'),
  token('8453', '0x4200000000000000000000000000000000000006', 'Wrapped Ether', 'WETH'),
  token('42161', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin', 'USDC'),
  token('43114', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin', 'USDC'),
  token('43114', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'Wrapped AVAX', 'WAVAX'),
  token('11155111', '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14', 'Wrapped Ether', 'WETH'),
]

/**
 * As their projects publish them. Those on every chain are deployed so that their address fixes their code, or by a
 * project that keeps one address everywhere.
 */
const protocols: readonly IntelRecord[] = [
  protocol(everyChain, '0x000000000022D473030F116dDEE9F6B43aC78BA3', 'Permit2'),
  protocol(everyChain, '0xcA11bde05977b3631167028862bE2a173976CA11', 'Multicall3'),

  protocol(everyChain, '0x0000000000000068F116a894984e2DB1123eB395', 'Seaport 1.6'),
  protocol(everyChain, '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC', 'Seaport 1.5'),
  protocol(everyChain, '0x1E0049783F008A0085193E00003D00cd54003c71', 'OpenSea Conduit'),

  protocol(['1'], '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af', 'Uniswap Universal Router'),
  protocol(['1'], '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD', 'Uniswap Universal Router 1.2'),
  protocol(['1'], '0xEf1c6E67703c7BD7107eed8303Fbe6EC2554BF6B', 'Uniswap Universal Router 1'),
  protocol(['1'], '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'Uniswap V2 Router'),
  protocol(['1'], '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', 'Uniswap V3 SwapRouter02'),
  protocol(['1', '10', '137', '42161'], '0xE592427A0AEce92De3Edee1F18E0157C05861564', 'Uniswap V3 SwapRouter'),
  protocol(['1', '10', '137', '42161'], '0xC36442b4a4522E871399CD717aBDD847Ab11FE88', 'Uniswap V3 Positions'),

  protocol(everyChain, '0x1111111254EEB25477B68fb85Ed929f73A960582', '1inch Router 5'),
  protocol(everyChain, '0x111111125421cA6dc452d289314280a0f8842A65', '1inch Router 6'),
  protocol(['1', '56', '137', '8453', '43114'], '0xDef1C0ded9bec7F1a1670819833240f027b25EfF', '0x Exchange Proxy'),
  protocol(everyChain, '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110', 'CoW Protocol Vault Relayer'),
  protocol(everyChain, '0x9008D19f58AAbD9eD0D60971565AA8510560ab41', 'CoW Protocol Settlement'),
  protocol(everyChain, '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE', 'LI.FI Diamond'),
  protocol(everyChain, '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5', 'KyberSwap Router 2'),
  protocol(everyChain, '0xBA12222222228d8Ba445958a75a0704d566BF2C8', 'Balancer Vault'),
  protocol(['1'], '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', 'Aave V3 Pool'),
  protocol(['10', '137', '42161', '43114'], '0x794a61358D6845594F94dc1DB02A252b5b4814aD', 'Aave V3 Pool'),
  protocol(['1', '8453'], '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb', 'Morpho'),
  protocol(['1'], '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', 'Lido stETH'),

  protocol(everyChain, '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', 'Safe 1.3.0'),
  protocol(everyChain, '0x3E5c63644E683549055b9Be8653de26E0B4CD36E', 'Safe L2 1.3.0'),
  protocol(everyChain, '0x41675C099F32341bf84BFc5382aF534df5C7461a', 'Safe 1.4.1'),
  protocol(everyChain, '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', 'Safe L2 1.4.1'),
  protocol(everyChain, '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761', 'Safe MultiSend 1.3.0'),
  protocol(everyChain, '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D', 'Safe MultiSendCallOnly 1.3.0'),
  protocol(everyChain, '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', 'Safe MultiSend 1.4.1'),
  protocol(everyChain, '0x9641d764fc13c8B624c04430C7356C1C7C8102e2', 'Safe MultiSendCallOnly 1.4.1'),

  protocol(everyChain, '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789', 'ERC-4337 EntryPoint 0.6'),
  protocol(everyChain, '0x0000000071727De22E5E9d8BAf0edAc6f37da032', 'ERC-4337 EntryPoint 0.7'),
  protocol(everyChain, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', 'ERC-4337 EntryPoint 0.8'),
  protocol(everyChain, '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B', 'MetaMask account delegate'),
  protocol(everyChain, '0x7702cb554e6bFb442cb743A7dF23154544a7176C', 'Coinbase account delegate'),
  protocol(everyChain, '0x69007702764179f14F51cdce752f4f775d74E139', 'Alchemy account delegate'),
  protocol(everyChain, '0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00', 'Uniswap account delegate'),
]

/** What a fresh installation knows, addresses with their EIP-55 checksum; written by the project, from no feed. */
export const baseline: readonly IntelRecord[] = [...burnAddresses, ...testRecords, ...tokens, ...protocols]

const byAddress = Map.groupBy(baseline, (record) => record.address.toLowerCase())

const byEnds = Map.groupBy([...tokens, ...protocols], (record) => endsOf(record.address.toLowerCase()))
const bySkeleton = Map.groupBy(
  tokens.flatMap((record) => skeletonsOf(record).map((skeleton) => ({ skeleton, record }))),
  ({ skeleton }) => skeleton,
)

/** What the baseline says about an address, in any case, on a chain; on every chain when none is named. */
export function baselineFor(address: string, chainId?: string): IntelRecord[] {
  return (byAddress.get(address.toLowerCase()) ?? []).filter((record) => isThere(record, chainId))
}

/** Tokens and protocols with the first three and last three digits of an address (lower case), and not it. */
export function baselineLookalikes(address: string, chainId?: string): IntelRecord[] {
  return (byEnds.get(endsOf(address)) ?? []).filter(
    (record) => record.address.toLowerCase() !== address && isThere(record, chainId),
  )
}

/** Tokens whose symbol or name has the skeleton. */
export function baselineTokensLike(skeleton: string, chainId: string): IntelRecord[] {
  return (bySkeleton.get(skeleton) ?? []).map(({ record }) => record).filter((record) => holdsOn(record, chainId))
}

function isThere(record: IntelRecord, chainId: string | undefined): boolean {
  return chainId === undefined || holdsOn(record, chainId)
}

function skeletonsOf({ label, symbol = '' }: IntelRecord): string[] {
  const name = label.replace(` (${symbol})`, '')
  return [...new Set([skeletonOf(symbol), skeletonOf(name)])]
}

function burn(address: string, label: string): IntelRecord {
  return { address, chainIds: everyChain, kind: 'burn', label, source: BASELINE_SOURCE }
}

function test(name: TestName, verdict: Pick<IntelRecord, 'kind' | 'subCategory' | 'severity'>): IntelRecord {
  const address = testAddresses[name]
  return { address, chainIds: everyChain, ...verdict, label: `txwarden test address: ${name}`, source: BASELINE_SOURCE }
}

function token(chainId: string, address: string, name: string, symbol: string): IntelRecord {
  const label = `${name} (${symbol})`
  return { address, chainIds: [chainId], kind: 'token', label, symbol, canonical: true, source: BASELINE_SOURCE }
}

function protocol(chainIds: readonly string[], address: string, label: string): IntelRecord {
  return { address, chainIds, kind: 'protocol', label, canonical: true, source: BASELINE_SOURCE }
}
