import { unavailable } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import type { NodePool } from '../../chain/nodes/node-pool.ts'
import type { PooledNode } from '../../chain/nodes/pooled-node.ts'
import { blockRequest, readBlock, toHeader } from '../../chain/nodes/read-block.ts'
import { failuresIn, resultOf } from '../../chain/rpc/json-rpc.ts'
import { eventBlocksDown } from '../../store/repositories/chain-events.ts'
import type { Db } from '../../store/schema/schema.ts'

/** Reads headers of the chain of a node, in the order of the numbers; undefined: it has no such block. */
export type HeadersOf = (numbers: readonly number[]) => Promise<readonly (BlockHeader | undefined)[]>

/** Blocks that are compared in one batch. */
const STEP = 64

/**
 * Gives the lowest block with events that the chain of the node has no more, for a tip that it has no more; undefined:
 * it has all. It need not be one of the blocks that are kept: the events name their own.
 */
export async function lowestMissing(db: Db, chainId: string, headersOf: HeadersOf): Promise<number | undefined> {
  let lowest: number | undefined
  for (;;) {
    const blocks = await eventBlocksDown(db, chainId, lowest, STEP)
    if (blocks.length === 0) return lowest
    const headers = await headersOf(blocks.map(({ number }) => number))
    for (const [at, { number, hash }] of blocks.entries()) {
      if (headers[at]?.hash === hash) return lowest
      lowest = number
    }
  }
}

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
 * Reads headers of one node, in the order of the numbers; undefined: it has no such block.
 * @throws WardenError `node-unreachable`
 */
export async function readHeaders(
  { pool, nodes, clock, chain }: Asked,
  numbers: readonly (number | 'latest')[],
): Promise<readonly (BlockHeader | undefined)[]> {
  const until = clock.elapsed() + HEADERS_MS
  const { value, failures } = await pool.race(nodes, until, async ({ node }) => {
    const replies = await node.rpc.send(numbers.map(blockRequest), until)
    const [failure] = failuresIn(replies)
    return failure ? { value: undefined, failure } : { value: replies.map((reply) => headerOf(resultOf(reply))) }
  })
  if (value !== undefined) return value
  throw unavailable(
    'node-unreachable',
    failures[0]?.message ?? `no node of ${chain} is configured, or its nodes are paused`,
    { parameters: { chain } },
  )
}

function headerOf(result: unknown): BlockHeader | undefined {
  const block = readBlock(result)
  if (!block || block.number > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return toHeader(block)
}
