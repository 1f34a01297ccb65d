import { fileURLToPath } from 'node:url'
import { type NodeProcess, startNode } from './node-process.ts'

const SCRIPT = fileURLToPath(new URL('../../tools/hardhat-node.mjs', import.meta.url))

/** Has debug_traceCall, and neither eth_simulateV1 nor eth_createAccessList. */
export function startHardhat({ chainId = 1 }: { readonly chainId?: number } = {}): Promise<NodeProcess> {
  return startNode(process.execPath, [SCRIPT, String(chainId)])
}
