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
  readonly args?: readonly string[]
}

export function startAnvil({ chainId = 1, noMining = false, args = [] }: AnvilOptions = {}): Promise<NodeProcess> {
  const mining = noMining ? ['--no-mining'] : []
  return startNode(ANVIL, ['--port', '0', '--chain-id', String(chainId), ...mining, ...args])
}
