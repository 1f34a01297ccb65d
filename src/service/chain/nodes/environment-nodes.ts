import { chains, definedChains, findChain, inChainOrder, NODE_VARIABLE } from '../../../api/chains.ts'
import { refusal, WardenError } from '../../../shared/errors.ts'
import { didYouMean } from '../../../shared/text/did-you-mean.ts'
import type { StoredChains } from '../../store/repositories/chain-nodes.ts'
import { parseNodeUrl } from '../rpc/node-url.ts'

export interface EnvironmentNode {
  /** `env:<chain>:<n>` */
  readonly id: string
  readonly chainId: string
  /** Host of the URL; where it stands, when it cannot be read. */
  readonly host: string
  readonly url: string | WardenError
}

export interface NodeEnvironment {
  readonly nodes: readonly EnvironmentNode[]
  /** `bad-node-variable`: URLs that cannot be read, and names of no chain. They name the variable, never its value. */
  readonly faults: readonly WardenError[]
}

/**
 * Gives the nodes that `TXWARDEN_CHAIN_<NAME>_URL` configures, in the order of their URLs; NAME is a name of the chain for
 * `--chain` in upper case, with _ for -. An empty variable counts as unset. One with a fault stops no verdict: it is a node
 * that cannot be used.
 */
export function environmentNodes(env: Readonly<Record<string, string | undefined>>): NodeEnvironment {
  const nodes: EnvironmentNode[] = []
  const faults: WardenError[] = []
  const counts = new Map<string, number>()
  const variables = Object.keys(env).filter((name) => NODE_VARIABLE.test(name))
  for (const variable of variables.toSorted()) {
    const urls = (env[variable] ?? '').split(/\s+/).filter((url) => url !== '')
    const chain = findChain(nameIn(variable))
    if (!chain && urls.length > 0) faults.push(unknownChain(variable))
    if (!chain) continue
    for (const [index, url] of urls.entries()) {
      const number = (counts.get(chain.id) ?? 0) + 1
      counts.set(chain.id, number)
      const place = `URL ${index + 1} of ${variable}`
      const parsed = parsedUrl(url)
      const isBad = parsed instanceof WardenError
      if (isBad) faults.push(badVariable(`${place}: ${parsed.message}`))
      nodes.push({
        id: `env:${chain.name}:${number}`,
        chainId: chain.id,
        host: isBad ? place : parsed.host,
        url: isBad ? parsed : url,
      })
    }
  }
  return { nodes, faults }
}

function nameIn(variable: string): string {
  const name = NODE_VARIABLE.exec(variable)?.[1] ?? ''
  return name.toLowerCase().replaceAll('_', '-')
}

function parsedUrl(url: string): URL | WardenError {
  try {
    return parseNodeUrl(url)
  } catch (error) {
    if (error instanceof WardenError) return error
    throw error
  }
}

/** A misspelt name leaves a chain without its node: nothing goes on with it. Any other may be of a chain that is not defined yet. */
function unknownChain(variable: string): WardenError {
  const name = nameIn(variable)
  const known = [...chains, ...definedChains()].map((chain) => chain.name)
  const isSlip = name === '' || didYouMean(name, known) !== ''
  return new WardenError({
    kind: isSlip ? 'usage' : 'refused',
    code: 'bad-node-variable',
    message: `${variable} is set, and it names no chain`,
    details: [
      `Expected TXWARDEN_CHAIN_<NAME>_URL with a chain that is listed or defined, such as ${known.join(', ')}.`,
    ],
    try: `unset ${variable}`,
  })
}

function badVariable(message: string): WardenError {
  return refusal('bad-node-variable', message, {
    details: ['Values are not shown, because they may contain a key. Several URLs are separated by blanks.'],
  })
}

/** Ids of the chains that have nodes, paused or not. Loads nothing. */
export function chainsWithNodes({ nodes }: StoredChains, environment: readonly EnvironmentNode[]): string[] {
  return inChainOrder([...environment.map(({ chainId }) => chainId), ...nodes.map((row) => row.chain_id)])
}
