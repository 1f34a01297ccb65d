import type { BlockHeader, CheckedBlock } from '../../chain/blocks/block.ts'
import type { RpcFailure } from '../../chain/rpc/json-rpc.ts'
import type { StateSource } from '../../chain/state/state-reader.ts'
import type { ChainHeadRow } from '../../store/schema/schema.ts'

/** One node of a chain, as its follower asks it. Failures are answers. */
export interface BlockSource extends StateSource {
  /** Distinguishes nodes of one host. */
  readonly id: string
  /** Host of the node: all that is shown of its URL. */
  readonly host: string
  /** Whether its URL leads to another chain: then `head` fails. */
  isOnOtherChain(): boolean
  /** Asks for the chain with the next head: what the node says does not fit. */
  doubtChain(): void
  head(): Promise<BlockHeader | RpcFailure>
  /** Headers of the node's branch, in the order of the numbers; undefined: it has no such block. */
  headers(numbers: readonly number[]): Promise<readonly (BlockHeader | undefined)[] | RpcFailure>
  /** Number of the last block with the tag; undefined: it does not say. */
  finalized(tag: 'finalized' | 'safe'): Promise<number | undefined>
  /**
   * Complete and checked; `lagging`: it does not have it yet.
   * @param block number or hash
   * @param only addresses that are looked for instead of the watched ones
   * @param transactions hashes that are matched, too
   */
  block(
    block: number | string,
    only?: readonly string[],
    transactions?: readonly string[],
  ): Promise<CheckedBlock | RpcFailure>
  /** Requests since the last call. */
  takeRequests(): number
}

/** Gives the columns of the node that a chain is read from. */
export function nodeOf({ host, id }: BlockSource): Pick<ChainHeadRow, 'node' | 'node_id'> {
  return { node: host, node_id: id }
}
