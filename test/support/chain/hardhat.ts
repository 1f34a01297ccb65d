import { fileURLToPath } from 'node:url'
import { type NodeProcess, startNode } from './node-process.ts'

const SCRIPT = fileURLToPath(new URL('../../tools/hardhat-node.mjs', import.meta.url))

interface HardhatOptions {
  readonly chainId?: number
  /** Of the first block (seconds). */
  readonly timestamp?: number
}

/** Has debug_traceCall, and neither eth_simulateV1 nor eth_createAccessList. */
export function startHardhat({ chainId = 1, timestamp }: HardhatOptions = {}): Promise<NodeProcess> {
  return startNode(process.execPath, [SCRIPT, JSON.stringify({ chainId, timestamp })])
}
