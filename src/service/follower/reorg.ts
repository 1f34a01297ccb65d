import type { BlockHeader } from '../chain/blocks/block.ts'
import type { RpcFailure } from '../chain/rpc/json-rpc.ts'
import { chainBlocksDown, lowestChainBlock } from '../store/repositories/chain-blocks.ts'
import type { ChainBlockRow, Db } from '../store/schema.ts'
import { keptBlocks } from './chain-facts.ts'
import type { Fault } from './faults.ts'
import { type ChainSource, isFailure } from './source.ts'

/** Headers in one batch. */
const STEP = 16

/**
 * other-chain: not even the first block of the chain is the same · deep: no block that is kept is in the node's branch · absent:
 * the node has no block at a height that was applied.
 */
export type Ancestor =
  | { readonly ancestor: ChainBlockRow }
  | 'other-chain'
  | 'deep'
  | 'absent'
  | { readonly failure: RpcFailure }

/** The last applied block that is in the branch of the node. Asks for headers only, from the tip down. */
export async function findAncestor(
  db: Db,
  source: ChainSource,
  { chainId, tip }: { readonly chainId: string; readonly tip: number },
): Promise<Ancestor> {
  const lowest = await lowestChainBlock(db, chainId)
  for (let below = tip + 1; ; ) {
    const rows = await chainBlocksDown(db, chainId, below, STEP)
    const last = rows.at(-1)
    if (!last || !lowest) return 'deep'
    // The lowest one with the first ones: where it differs, all between differ.
    const numbers = [...rows.map(({ number }) => number), lowest.number]
    const headers = await source.headers(numbers)
    if (isFailure(headers)) return { failure: headers }
    for (const [at, row] of rows.entries()) {
      const header = headers[at]
      if (!header) return 'absent'
      if (header.hash === row.hash) return { ancestor: row }
    }
    if (headers.at(-1)?.hash !== lowest.hash) return lowest.number === 0 ? 'other-chain' : 'deep'
    below = last.number
  }
}

/** Why a node whose branch has no block that is kept is not followed. */
export function strangeBranch({ host }: ChainSource, chainId: string, found: 'other-chain' | 'deep'): Fault {
  if (found === 'other-chain') return { code: 'wrong-chain', reason: `${host}: another chain with the same id` }
  const reason = `${host}: a reorg deeper than the ${keptBlocks(chainId)} kept blocks, or another chain with the same id`
  return { code: 'deep-reorg', reason }
}

/** A reorg of final blocks is never believed of one node alone; of two, a person decides. */
export async function finalReplaced(source: ChainSource, other: ChainSource, ancestor: number): Promise<Fault> {
  const [here, there] = await Promise.all([headerAt(source, ancestor + 1), headerAt(other, ancestor + 1)])
  const reason = `${source.host} replaces final blocks above ${ancestor}`
  if (here === undefined || here.hash !== there?.hash) return { code: 'nodes-disagree', reason }
  return { code: 'deep-reorg', reason: `${reason}, and so does ${other.host}` }
}

/** Undefined: the node has no such block, or did not answer. */
export async function headerAt(source: ChainSource, number: number): Promise<BlockHeader | undefined> {
  const headers = await source.headers([number])
  return isFailure(headers) ? undefined : headers[0]
}
