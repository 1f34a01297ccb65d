import { chainById } from '../../../api/chains.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { isFailure, type RpcFailure } from '../../chain/rpc/json-rpc.ts'
import { chainBlocksDown, lowestChainBlock } from '../../store/repositories/chain-blocks.ts'
import type { ChainBlockRow, ChainHeadRow, Db } from '../../store/schema/schema.ts'
import type { FollowFault } from './faults.ts'
import type { BlockSource } from './source.ts'

/**
 * Blocks that are kept to find the common ancestor of a reorg, by chain id. Deeper reorgs stop the follower. Sources: the
 * finality of each chain (ethereum 2 to 3 epochs of 32 blocks; polygon milestones, before them 128 blocks and more; others
 * final within seconds by their own rules, so these are generous).
 */
const DEPTHS: Readonly<Record<string, number>> = {
  '1': 96,
  '11155111': 96,
  '10': 256,
  '56': 256,
  '137': 256,
  '8453': 256,
  '42161': 512,
}
const OTHER_DEPTH = 64

/** Headers in one batch. */
const STEP = 16

/**
 * The ancestor is the last common block, or what is there instead. other-chain: not even the first block of the chain
 * is the same · deep: no block that is kept is in the node's branch · absent: the node has no block at a height that
 * was applied.
 */
export type CommonAncestor =
  | { readonly ancestor: ChainBlockRow }
  | 'other-chain'
  | 'deep'
  | 'absent'
  | { readonly failure: RpcFailure }

/** Finds the last applied block that is in the branch of the node. Asks for headers only, from the tip down. */
export async function findAncestor(
  db: Db,
  source: BlockSource,
  { chainId, tip }: { readonly chainId: string; readonly tip: number },
): Promise<CommonAncestor> {
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

/** Says why a node whose branch has no block that is kept is not followed. */
export function strangeBranch({ host }: BlockSource, chainId: string, found: 'other-chain' | 'deep'): FollowFault {
  if (found === 'other-chain') return { code: 'wrong-chain', reason: `${host}: another chain with the same id` }
  const reason = `${host}: a reorg deeper than the ${keptBlocks(chainId)} kept blocks, or another chain with the same id`
  return { code: 'deep-reorg', reason }
}

/** A reorg of final blocks is never believed of one node alone; of two, a person decides. */
async function finalReplaced(source: BlockSource, other: BlockSource, ancestor: number): Promise<FollowFault> {
  const [here, there] = await Promise.all([headerAt(source, ancestor + 1), headerAt(other, ancestor + 1)])
  const reason = `${source.host} replaces final blocks above ${ancestor}`
  if (here === undefined || here.hash !== there?.hash) return { code: 'nodes-disagree', reason }
  return { code: 'deep-reorg', reason: `${reason}, and so does ${other.host}` }
}

/** Blocks that a change of node may undo: nodes have different latest blocks for a moment. */
const FEW_BLOCKS = 4

interface Change {
  /** Host of the node that gave the blocks. */
  readonly former: string
  /** The other node is not that one. */
  readonly isChanged: boolean
  readonly tip: number
  /** The last block that is in the branch of the other node. */
  readonly ancestor: number
  readonly finalized: number | null
}

/** Finds the node that gave the blocks. */
export function formerNode(
  { node, node_id }: Pick<ChainHeadRow, 'node' | 'node_id'>,
  { host, id }: BlockSource,
): Pick<Change, 'former' | 'isChanged'> {
  return { former: node ?? host, isChanged: node_id !== null && node_id !== id }
}

/** Says why a node whose branch leaves the applied one undoes no blocks; undefined: it may. */
export async function undoesNothing(
  source: BlockSource,
  sources: readonly BlockSource[],
  change: Change,
): Promise<FollowFault | undefined> {
  const { ancestor, finalized } = change
  const others = sources.filter((each) => each !== source)
  const [other] = others
  if (other && finalized !== null && ancestor < finalized) return finalReplaced(source, other, ancestor)
  return otherFork(source, others, change)
}

/**
 * Why a change of node undoes no blocks; undefined: it may. More than a few are undone only where another node has the same
 * block above the common ancestor, and none has a different one: otherwise the nodes follow different forks.
 */
async function otherFork(
  source: BlockSource,
  others: readonly BlockSource[],
  { former, isChanged, tip, ancestor }: Change,
): Promise<FollowFault | undefined> {
  if (!isChanged || others.length === 0 || tip - ancestor <= FEW_BLOCKS) return undefined
  const number = ancestor + 1
  const here = await headerAt(source, number)
  const there = await Promise.all(others.map((each) => headerAt(each, number)))
  const isSame = (header: BlockHeader | undefined) => header !== undefined && header.hash === here?.hash
  const differing = others.filter((_, at) => there[at] !== undefined && !isSame(there[at]))
  if (differing.length === 0 && there.some(isSame)) return undefined
  const hosts =
    differing.length > 0 ? differing.map(({ host }) => host).join(' and ') : `${former}, which does not answer`
  return { code: 'nodes-disagree', reason: `${source.host} has another block ${number} than ${hosts}` }
}

/** Lists the numbers of the blocks below one that a follower keeps, so that a reorg finds where it left. */
export function keptBelow({ number }: BlockHeader, chainId: string): number[] {
  return Array.from({ length: Math.min(keptBlocks(chainId), number) }, (_, at) => number - 1 - at)
}

/** Links a block and those below it as far as they fit: another node can answer, with another branch. */
export function linkedBranch(
  header: BlockHeader,
  below: readonly (BlockHeader | undefined)[],
): [BlockHeader, ...BlockHeader[]] {
  const branch: [BlockHeader, ...BlockHeader[]] = [header]
  for (const next of below) {
    if (next === undefined || next.hash !== branch.at(-1)?.parentHash) break
    branch.push(next)
  }
  return branch
}

/** Reads one header; undefined: the node has no such block, or did not answer. */
export async function headerAt(source: BlockSource, number: number): Promise<BlockHeader | undefined> {
  const headers = await source.headers([number])
  return isFailure(headers) ? undefined : headers[0]
}

export function keptBlocks(chainId: string): number {
  const finality = chainById(chainId)?.finality
  return Math.max(DEPTHS[chainId] ?? OTHER_DEPTH, typeof finality === 'number' ? finality : 0)
}
