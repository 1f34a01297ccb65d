import { holdsOn, type IntelRecord } from '../risk/evidence.ts'

const SOURCE = 'txwarden baseline'

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
  token('1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin (USDC)'),
  token('1', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'Tether USD (USDT)'),
  token('1', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 'Dai (DAI)'),
  token('1', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'Wrapped Ether (WETH)'),
  token('1', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'Wrapped Bitcoin (WBTC)'),
  token('10', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin (USDC)'),
  token('10', '0x4200000000000000000000000000000000000006', 'Wrapped Ether (WETH)'),
  token('56', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'Wrapped BNB (WBNB)'),
  token('137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin (USDC)'),
  token('137', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'Tether USD (USDT)'),
  token('8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin (USDC)'),
  token('8453', '0x4200000000000000000000000000000000000006', 'Wrapped Ether (WETH)'),
  token('42161', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin (USDC)'),
  token('43114', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin (USDC)'),
  token('43114', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'Wrapped AVAX (WAVAX)'),
  token('11155111', '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14', 'Wrapped Ether (WETH)'),
]

/** Those on every chain are deployed so that their address fixes their code. */
const protocols: readonly IntelRecord[] = [
  protocol(everyChain, '0x000000000022D473030F116dDEE9F6B43aC78BA3', 'Permit2'),
  protocol(everyChain, '0x0000000000000068F116a894984e2DB1123eB395', 'Seaport 1.6'),
  protocol(everyChain, '0xcA11bde05977b3631167028862bE2a173976CA11', 'Multicall3'),
  protocol(['1'], '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af', 'Uniswap Universal Router'),
  protocol(['1'], '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'Uniswap V2 Router'),
  protocol(['1'], '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', 'Uniswap V3 SwapRouter02'),
]

/** What a fresh installation knows, addresses with their EIP-55 checksum; written by the project, from no feed. */
export const baseline: readonly IntelRecord[] = [...burnAddresses, ...testRecords, ...tokens, ...protocols]

const byAddress = Map.groupBy(baseline, (record) => record.address.toLowerCase())

/** What the baseline says about an address, in any case, on a chain. */
export function baselineFor(address: string, chainId: string): IntelRecord[] {
  return (byAddress.get(address.toLowerCase()) ?? []).filter((record) => holdsOn(record, chainId))
}

function burn(address: string, label: string): IntelRecord {
  return { address, chainIds: everyChain, kind: 'burn', label, source: SOURCE }
}

function test(name: TestName, verdict: Pick<IntelRecord, 'kind' | 'subCategory' | 'severity'>): IntelRecord {
  const address = testAddresses[name]
  return { address, chainIds: everyChain, ...verdict, label: `txwarden test address: ${name}`, source: SOURCE }
}

function token(chainId: string, address: string, label: string): IntelRecord {
  return { address, chainIds: [chainId], kind: 'token', label, source: SOURCE }
}

function protocol(chainIds: readonly string[], address: string, label: string): IntelRecord {
  return { address, chainIds, kind: 'protocol', label, source: SOURCE }
}
