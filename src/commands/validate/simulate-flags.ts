import { BLOCK } from '../../api/quantity.ts'
import { CHAIN_TIMEOUT_MS, simulateModes } from '../../api/vocabulary.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choice, flagName, type OptionValues, parseDuration, parsed, text } from '../../cli/options.ts'

export const simulateFlags = {
  simulate: choice(
    simulateModes,
    'simulate on a node of the chain; yes: no verdict without it (exit code 6); default auto: where a node is configured',
  ),
}

/** Fine points of a simulation. */
export const nodeFlags = {
  node: text('id', 'only node to ask: its id, or its host as `chain list` shows it', { completes: 'node' }),
  block: parsed('block', 'block to simulate on, number or hash; default: the latest', (flag, given) => {
    const block = /^0x[0-9a-f]{1,12}$/i.test(given) ? String(Number(given)) : given
    if (BLOCK.test(block)) return block
    throw usageError(`${flag}: ${JSON.stringify(given)} is not a block: a number, or a hash of 0x and 64 hex digits`)
  }),
  chainTimeout: parsed('duration', 'time for all requests to nodes, such as 500ms; default 2s', (flag, given) => {
    const ms = parseDuration(flag, given)
    const { min, max } = CHAIN_TIMEOUT_MS
    if (ms >= min && ms <= max) return ms
    throw usageError(`${flag}: ${given} is not between ${min}ms and ${max / 1000}s`)
  }),
}

/** How nodes of the chain are queried. */
export type SimulateFlags = Partial<OptionValues<typeof simulateFlags & typeof nodeFlags>>

const OF_A_NODE = ['node', 'block', 'chainTimeout'] as const

/** @throws a usage error for flags that would have no effect */
export function checkSimulateFlags(flags: SimulateFlags & { readonly apiVersion?: 'v1' | 'v2' | undefined }): void {
  const given = (['simulate', ...OF_A_NODE] as const).find((name) => flags[name] !== undefined)
  if (flags.apiVersion === 'v1' && given !== undefined) throw usageError(`${flagName(given)} needs --api-version v2`)
  const ofNode = OF_A_NODE.find((name) => flags[name] !== undefined)
  if (flags.simulate === 'no' && ofNode !== undefined)
    throw usageError(`${flagName(ofNode)} and --simulate no exclude each other: no node is queried`)
}

export function simulateHeaders({ simulate, node, block, chainTimeout }: SimulateFlags) {
  return {
    'x-txwarden-simulate': simulate,
    'x-txwarden-node': node,
    'x-txwarden-block': block,
    'x-txwarden-chain-timeout': chainTimeout?.toString(),
  }
}
