/** The chains of the interface: EVM only; ids are strings on the wire but for `transactionFilter.chainIds`. */
export interface Chain {
  readonly id: string
  /** The common name `--chain` takes and tables show. */
  readonly name: string
  readonly aliases: readonly string[]
  /** Ticker of the native currency; every one of these has 18 decimals. */
  readonly currency: string
  /** Where people look at it; EIP-3091 paths (`/tx/…`, `/address/…`) follow. */
  readonly explorer: string
}

export const chains: readonly Chain[] = [
  { id: '1', name: 'ethereum', aliases: ['eth', 'mainnet'], currency: 'ETH', explorer: 'https://etherscan.io' },
  {
    id: '10',
    name: 'optimism',
    aliases: ['op', 'op-mainnet'],
    currency: 'ETH',
    explorer: 'https://optimistic.etherscan.io',
  },
  { id: '56', name: 'bsc', aliases: ['bnb', 'binance'], currency: 'BNB', explorer: 'https://bscscan.com' },
  { id: '137', name: 'polygon', aliases: ['matic', 'pol'], currency: 'POL', explorer: 'https://polygonscan.com' },
  { id: '8453', name: 'base', aliases: ['base-mainnet'], currency: 'ETH', explorer: 'https://basescan.org' },
  { id: '42161', name: 'arbitrum', aliases: ['arb', 'arbitrum-one'], currency: 'ETH', explorer: 'https://arbiscan.io' },
  {
    id: '43114',
    name: 'avalanche',
    aliases: ['avax', 'avalanche-c'],
    currency: 'AVAX',
    explorer: 'https://snowtrace.io',
  },
  {
    id: '11155111',
    name: 'sepolia',
    aliases: ['ethereum-sepolia'],
    currency: 'ETH',
    explorer: 'https://sepolia.etherscan.io',
  },
]

export const chainIds = chains.map((chain) => chain.id)

export function chainById(id: string): Chain | undefined {
  return chains.find((chain) => chain.id === id)
}

/** The chain a person means by an id, a name or an alias, in any case. */
export function findChain(text: string): Chain | undefined {
  const wanted = text.trim().toLowerCase()
  return chains.find((chain) => chain.id === wanted || chain.name === wanted || chain.aliases.includes(wanted))
}

/** "ethereum (1), optimism (10), …": for messages that must list what is possible. */
export function listChains(): string {
  return chains.map((chain) => `${chain.name} (${chain.id})`).join(', ')
}
