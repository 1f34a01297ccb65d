import type { IntelRecord } from '../../risk/evidence.ts'
import { BASELINE_SOURCE } from './record.ts'

/** As their issuers and projects publish them. */
export const tokens: readonly IntelRecord[] = [
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

function token(chainId: string, address: string, name: string, symbol: string): IntelRecord {
  const label = `${name} (${symbol})`
  return { address, chainIds: [chainId], kind: 'token', label, symbol, canonical: true, source: BASELINE_SOURCE }
}
