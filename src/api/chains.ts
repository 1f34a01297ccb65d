/** A chain of the interface (EVM only). Ids are strings on the wire, except in `transactionFilter.chainIds`. */
export interface Chain {
  readonly id: string
  /** Name for `--chain` and in tables. */
  readonly name: string
  readonly aliases: readonly string[]
  /** Symbol of the native currency; all have 18 decimals. */
  readonly currency: string
  /** Block explorer; append EIP-3091 paths (`/tx/…`, `/address/…`). */
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

/** Finds a chain by id, name or alias, in any case. */
export function findChain(text: string): Chain | undefined {
  const wanted = text.trim().toLowerCase()
  return chains.find((chain) => chain.id === wanted || chain.name === wanted || chain.aliases.includes(wanted))
}

/** "ethereum (1), optimism (10), …", for error messages. */
export function listChains(): string {
  return chains.map((chain) => `${chain.name} (${chain.id})`).join(', ')
}
