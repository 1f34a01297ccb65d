import { type Chain, chains, findChain } from '../../../api/chains.ts'
import { WardenError } from '../../../shared/errors.ts'
import type { StoredChains } from '../../store/repositories/chain-nodes.ts'
import { parseNodeUrl } from '../rpc/node-url.ts'

const VARIABLE = /^TXWARDEN_CHAIN_(.+)_URL$/

export interface EnvironmentNode {
  /** `env:<chain>:<n>` */
  readonly id: string
  readonly chainId: string
  readonly host: string
  readonly url: string
}

/**
 * The nodes that `TXWARDEN_CHAIN_<NAME>_URL` configures, in the order of their URLs; NAME is a name of the chain for
 * `--chain` in upper case, with _ for -. An empty variable counts as unset.
 * @throws WardenError `bad-node-variable`, which names the variable and never its value
 */
export function environmentNodes(env: Readonly<Record<string, string | undefined>>): readonly EnvironmentNode[] {
  const given = Object.keys(env)
    .filter((name) => VARIABLE.test(name))
    .toSorted()
  const counts = new Map<string, number>()
  return given.flatMap((variable) => {
    const urls = (env[variable] ?? '').split(/\s+/).filter((url) => url !== '')
    if (urls.length === 0) return []
    const chain = chainOf(variable)
    return urls.map((url, index) => {
      const { host } = parsedUrl(url, `URL ${index + 1} of ${variable}`)
      const number = (counts.get(chain.id) ?? 0) + 1
      counts.set(chain.id, number)
      return { id: `env:${chain.name}:${number}`, chainId: chain.id, host, url }
    })
  })
}

/** Unknown names are refused: a misspelt one would leave a chain without its node. */
function chainOf(variable: string): Chain {
  const name = VARIABLE.exec(variable)?.[1] ?? ''
  const chain = findChain(name.toLowerCase().replaceAll('_', '-'))
  if (chain) return chain
  const known = chains.map((each) => each.name.toUpperCase().replaceAll('-', '_')).join(', ')
  throw badVariable(`${JSON.stringify(variable)} names no chain: expected TXWARDEN_CHAIN_<NAME>_URL with ${known}`)
}

function parsedUrl(url: string, where: string): URL {
  try {
    return parseNodeUrl(url)
  } catch (error) {
    throw badVariable(`${where}: ${error instanceof WardenError ? error.message : 'not a URL'}`)
  }
}

function badVariable(message: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'bad-node-variable',
    message,
    details: ['Values are not shown, because they may contain a key. Several URLs are separated by blanks.'],
  })
}

/** Whether a chain has nodes, paused or not. Loads nothing. */
export function hasNodes(chainId: string, { nodes }: StoredChains, environment: readonly EnvironmentNode[]): boolean {
  return environment.some((node) => node.chainId === chainId) || nodes.some((row) => row.chain_id === chainId)
}
