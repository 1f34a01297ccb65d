import { WardenError } from '../../../shared/errors.ts'
import { quantity } from '../../../shared/json/evm-json.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import type { NodePool } from '../../chain/nodes/node-pool.ts'
import type { PooledNode } from '../../chain/nodes/pooled-node.ts'
import { blockRequest, readBlock, toHeader } from '../../chain/nodes/read-block.ts'
import { isReply } from '../../chain/rpc/json-rpc.ts'

interface Asked {
  readonly pool: NodePool
  /** The preferred one first. */
  readonly nodes: readonly PooledNode[]
  readonly clock: Clock
  /** Name of the chain. */
  readonly chain: string
}

const HEADERS_MS = 5000

/**
 * Headers of one node, in the order of the numbers; undefined: it has no such block.
 * @throws WardenError `node-unreachable`
 */
export async function readHeaders(
  { pool, nodes, clock, chain }: Asked,
  numbers: readonly (number | 'latest')[],
): Promise<readonly (BlockHeader | undefined)[]> {
  const until = clock.elapsed() + HEADERS_MS
  const { value, failures } = await pool.race(nodes, until, async ({ node }) => {
    const requests = numbers.map((number) => blockRequest(number === 'latest' ? number : quantity(number)))
    const replies = await node.rpc.send(requests, until)
    const failed = replies.find((reply) => !isReply(reply))
    if (failed && !isReply(failed)) return { value: undefined, failure: failed.failure }
    return { value: replies.map((reply) => headerOf(isReply(reply) ? reply.result : undefined)) }
  })
  if (value !== undefined) return value
  throw new WardenError({
    kind: 'unavailable',
    code: 'node-unreachable',
    message: failures[0]?.message ?? `no node of ${chain} is configured, or its nodes are paused`,
    parameters: { chain },
  })
}

function headerOf(result: unknown): BlockHeader | undefined {
  const block = readBlock(result)
  if (!block || block.number > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return toHeader(block)
}
