import type { BlockHeader, CheckedBlock } from '../../../src/service/chain/blocks/block.ts'
import { nodeFailure, type RpcFailure } from '../../../src/service/chain/rpc/json-rpc.ts'
import type { BlockSource } from '../../../src/service/follower/loop/source.ts'
import { fakeSource } from './fake-source.ts'

const START_S = 1_767_323_045

/** A chain of a test, whose branches a test chooses. Each block is named by the branch and the height. */
export class BlockTree {
  #branch: BlockHeader[]
  readonly #known = new Map<string, BlockHeader>()
  #forks = 0

  /** @param blocks of the first branch, besides the block 0 */
  constructor(blocks = 0, genesis = 'genesis') {
    this.#branch = [header(0, genesis, 'none')]
    this.#remember()
    this.mine(blocks)
  }

  get branch(): readonly BlockHeader[] {
    return this.#branch
  }

  get head(): BlockHeader {
    return this.#branch.at(-1) as BlockHeader
  }

  mine(blocks: number): void {
    for (let mined = 0; mined < blocks; mined++) {
      const parent = this.head
      this.#branch.push(header(parent.number + 1, `fork ${this.#forks}`, parent.hash))
    }
    this.#remember()
  }

  /** Replaces the last blocks by others. */
  reorg(depth: number, blocks: number): void {
    this.#forks += 1
    this.#branch = this.#branch.slice(0, Math.max(1, this.#branch.length - depth))
    this.mine(blocks)
  }

  /** The node forgets its last blocks and has no others. */
  goBack(depth: number): void {
    this.#branch = this.#branch.slice(0, Math.max(1, this.#branch.length - depth))
  }

  #remember(): void {
    for (const each of this.#branch) this.#known.set(each.hash, each)
  }
}

function header(number: number, name: string, parentHash: string): BlockHeader {
  return { number, hash: `${parentHash.slice(0, 12)}/${name} ${number}`, parentHash, timestamp: START_S + number * 12 }
}

export interface TreeNodeOptions {
  readonly host?: string
  /** Default: the host. */
  readonly id?: string
  /** Blocks that it lags. */
  readonly behind?: () => number
  readonly fails?: () => RpcFailure | undefined
}

/** A node of the tree. */
export function sourceOf(
  tree: BlockTree,
  { host = 'node', id = host, behind = () => 0, fails }: TreeNodeOptions = {},
): BlockSource {
  const branch = () => tree.branch.slice(0, Math.max(1, tree.branch.length - behind()))
  const lagging: RpcFailure = nodeFailure(host, 'lagging', 'no such block')
  return fakeSource({
    id,
    host,
    head: async () => fails?.() ?? (branch().at(-1) as BlockHeader),
    headers: async (numbers) => fails?.() ?? numbers.map((number) => branch()[number]),
    finalized: async () => Math.max(0, branch().length - 64),
    block: async (number) => {
      const found = branch().find((each) => each.number === number || each.hash === number)
      return fails?.() ?? (found ? blockOf(found) : lagging)
    },
  })
}

function blockOf(found: BlockHeader): CheckedBlock {
  return { header: found, transactions: 0, matched: [], credits: [] }
}
