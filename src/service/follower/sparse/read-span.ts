import type { BlockHeader, CheckedBlock } from '../../chain/blocks/block.ts'
import type { RpcFailure } from '../../chain/rpc/json-rpc.ts'
import { type ChainSource, isFailure } from '../source.ts'
import { type Span, touchedBlocks } from './touched-blocks.ts'

/** Blocks of one step. */
export const SPAN_BLOCKS = 1000
/** Time between two steps at the head (ms). */
export const SPARSE_STEP_MS = 12_000

export interface ReadSpan {
  /** The last block of the span. */
  readonly last: BlockHeader
  /** Those with events of the addresses, the oldest first. */
  readonly blocks: readonly CheckedBlock[]
}

/**
 * Reads the blocks of a span that have events of the addresses, all of the branch of the span's last block. Balances that
 * no event explains are found afterwards, by the audit.
 */
export async function readSpan(
  source: ChainSource,
  addresses: readonly string[],
  span: Span,
): Promise<ReadSpan | RpcFailure> {
  const touched = await touchedBlocks(source, addresses, span)
  if (isFailure(touched)) return touched
  const blocks: CheckedBlock[] = []
  for (const [number, hash] of Array.from(touched).toSorted(([a], [b]) => a - b)) {
    const block = await source.block(number)
    if (isFailure(block)) return block
    if (block.header.hash !== hash) return branchChanged(source)
    blocks.push(block)
  }
  // Read last: what came before it is of its branch, unless the node changed to another one and back.
  const numbers = [...blocks.map(({ header }) => header.number), span.last]
  const headers = await source.headers(numbers)
  if (isFailure(headers)) return headers
  const last = headers.at(-1)
  if (!last || blocks.some(({ header }, at) => headers[at]?.hash !== header.hash)) return branchChanged(source)
  return { last, blocks }
}

function branchChanged({ host }: ChainSource): RpcFailure {
  return { kind: 'lagging', message: `${host}: the branch changed while it was read` }
}
