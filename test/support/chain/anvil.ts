import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { TOOLS } from '../needs.ts'
import { type NodeProcess, startNode } from './node-process.ts'

/** The one that `npm run tools` installs, or the one on the path. */
const ANVIL = existsSync(join(TOOLS, 'anvil')) ? join(TOOLS, 'anvil') : 'anvil'

export interface AnvilOptions {
  readonly chainId?: number
  /** Blocks are made by `evm_mine` only. */
  readonly noMining?: boolean
  /** Of the first block (seconds). */
  readonly timestamp?: number
  /** File with the state to begin with. */
  readonly state?: string
}

export function startAnvil({
  chainId = 1,
  noMining = false,
  timestamp,
  state,
}: AnvilOptions = {}): Promise<NodeProcess> {
  const args = ['--port', '0', '--chain-id', String(chainId)]
  if (noMining) args.push('--no-mining')
  if (timestamp !== undefined) args.push('--timestamp', String(timestamp))
  if (state !== undefined) args.push('--init', state)
  return startNode(ANVIL, args)
}
