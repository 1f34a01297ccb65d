import { parentPort, workerData } from 'node:worker_threads'
import { WardenError } from '../../../shared/errors.ts'
import { systemClock } from '../../../shared/time/clock.ts'
import { type ConnectedRpcNode, createRpcNode } from '../rpc/rpc-node.ts'
import { AddressTable } from './address-table.ts'
import type { BlockReading, BlockRequest, WorkerAnswer, WorkerRequest, WorkerStart } from './block-reader.ts'
import { readCheckedBlock } from './read-checked-block.ts'

/** The thread of a block reader (block-reader.ts). */

/** Largest answer: a block of 5,000 transactions has 4.4 MB and its receipts 10.3 MB. */
const MAX_BYTES = 40 * 2 ** 20
/** Nodes whose connections stay open; eight chains with several nodes each. */
const MAX_NODES = 64

const tables = new Map(
  [...(workerData as WorkerStart).tables].map(([chainId, buffer]) => [chainId, new AddressTable(buffer)]),
)
/** Connected nodes by URL, the least recently used first. */
const nodes = new Map<string, ConnectedRpcNode>()

parentPort?.on('message', (request: WorkerRequest) => {
  if ('watch' in request) answer({ id: request.id, table: watch(request.watch) })
  else void read(request.read).then((reading) => answer({ id: request.id, reading }))
})

function answer(answer: WorkerAnswer): void {
  parentPort?.postMessage(answer)
}

function watch({ chainId, addresses }: { chainId: string; addresses: readonly string[] }): SharedArrayBuffer {
  const table = tableOf(chainId)
  for (const address of addresses) table.add(address)
  return table.buffer
}

async function read(request: BlockRequest): Promise<BlockReading> {
  let rpc: ConnectedRpcNode
  try {
    rpc = nodeOf(request.url)
  } catch (error) {
    const message = error instanceof WardenError ? error.message : 'the node cannot be used'
    return { block: { kind: 'failed', message }, requests: 0 }
  }
  return readCheckedBlock(rpc, request, tableOf(request.chainId), systemClock.elapsed() + request.timeoutMs)
}

function tableOf(chainId: string): AddressTable {
  const table = tables.get(chainId) ?? new AddressTable()
  tables.set(chainId, table)
  return table
}

function nodeOf(url: string): ConnectedRpcNode {
  const node = nodes.get(url) ?? createRpcNode({ url, clock: systemClock, maxBytes: MAX_BYTES })
  nodes.delete(url)
  nodes.set(url, node)
  for (const [old, unused] of nodes) {
    if (nodes.size <= MAX_NODES) break
    nodes.delete(old)
    void unused.close()
  }
  return node
}
