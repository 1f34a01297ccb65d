import type { IntelRecord } from '../../risk/evidence.ts'

/** No feed may take this name. */
export const BASELINE_SOURCE = 'txwarden baseline'

/** Where the address fixes the code, or a project keeps one address wherever it is. */
export const everyChain: readonly string[] = []

export const [ETHEREUM, OPTIMISM, BSC, POLYGON, BASE, ARBITRUM, AVALANCHE] = [
  '1',
  '10',
  '56',
  '137',
  '8453',
  '42161',
  '43114',
] as const

/** All but the test net. */
export const mainnets: readonly string[] = [ETHEREUM, OPTIMISM, BSC, POLYGON, BASE, ARBITRUM, AVALANCHE]

export function protocol(chainIds: readonly string[] | string, address: string, label: string): IntelRecord {
  const chains = typeof chainIds === 'string' ? [chainIds] : chainIds
  return { address, chainIds: chains, kind: 'protocol', label, canonical: true, source: BASELINE_SOURCE }
}
