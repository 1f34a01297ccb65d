import { chainById, findChain, listChains } from '../../../api/chains.ts'
import { WardenError } from '../../../shared/errors.ts'

/** The base address of a chain's block explorer, without a slash at its end; undefined for a chain nobody knows. */
export type ExplorerOf = (chainId: string) => string | undefined

/** The explorers people know each chain by. */
export const publicExplorers: ExplorerOf = (chainId) => chainById(chainId)?.explorer

/**
 * Explorers of one's own from `TXWARDEN_EXPLORER_URL`: `chain=address`, several with commas; other chains keep theirs.
 * @throws WardenError `bad-explorer`
 */
export function readExplorers(text = ''): ExplorerOf {
  const own = new Map(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(readExplorer),
  )
  return (chainId) => own.get(chainId) ?? publicExplorers(chainId)
}

function readExplorer(entry: string): [chainId: string, base: string] {
  const [, name = '', address = ''] = /^([^=]+)=(.+)$/.exec(entry) ?? []
  const chain = findChain(name)
  if (!chain) throw bad(`${JSON.stringify(entry)} does not begin with a chain and =`, `Chains: ${listChains()}.`)
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw bad(`the explorer of ${chain.name} is no address`)
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw bad(`the explorer of ${chain.name} has a user, query or fragment; give its base address`)
  }
  return [chain.id, url.href.replace(/\/+$/, '')]
}

function bad(fault: string, ...details: string[]): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'bad-explorer',
    message: `TXWARDEN_EXPLORER_URL: ${fault}`,
    details: [...details, 'It is chain=address, several with commas: ethereum=https://eth.blockscout.com'],
    try: 'unset TXWARDEN_EXPLORER_URL',
  })
}
