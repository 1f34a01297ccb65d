import { chainById, findChain, listChains } from '../../../../api/chains.ts'
import { refusal, type WardenError } from '../../../../shared/errors.ts'

/** The base URL of a chain's block explorer, without a trailing slash; undefined for an unknown chain. */
export type ExplorerOf = (chainId: string) => string | undefined

export const publicExplorers: ExplorerOf = (chainId) => chainById(chainId)?.explorer

/**
 * The public explorers with those of `TXWARDEN_EXPLORER_URL` instead: a comma-separated list of `chain=URL`.
 * @throws WardenError `bad-explorer`
 */
export function readExplorers(text = ''): ExplorerOf {
  const configured = new Map(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(readExplorer),
  )
  return (chainId) => configured.get(chainId) ?? publicExplorers(chainId)
}

function readExplorer(entry: string): [chainId: string, base: string] {
  const [, name = '', address = ''] = /^([^=]+)=(.+)$/.exec(entry) ?? []
  const chain = findChain(name)
  if (!chain) throw bad(`${JSON.stringify(entry)} does not start with a known chain and =`, `Chains: ${listChains()}.`)
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw bad(`the explorer of ${chain.name} is not an http or https URL`)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw bad(`the explorer of ${chain.name} has a user, query or fragment; give its base URL`)
  }
  return [chain.id, url.href.replace(/(?<!\/)\/+$/, '')]
}

function bad(fault: string, ...details: string[]): WardenError {
  return refusal('bad-explorer', `TXWARDEN_EXPLORER_URL: ${fault}`, {
    details: [...details, 'Expected a comma-separated list of chain=URL, such as ethereum=https://eth.blockscout.com'],
    try: 'unset TXWARDEN_EXPLORER_URL',
  })
}
