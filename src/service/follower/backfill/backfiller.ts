/** Room: Blocks before the monitored address was added. */

import type { Clock } from '../../../shared/time/clock.ts'
import type { CheckedBlock } from '../../chain/blocks/block.ts'
import { isFailure, nodeFailure, type RpcFailure } from '../../chain/rpc/json-rpc.ts'
import { chainBlockHashes } from '../../store/repositories/chain-blocks.ts'
import {
  deleteBackfill,
  type OpenBackfill,
  openBackfills,
  updateBackfills,
} from '../../store/repositories/monitor-backfills.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { AtHead, PreparedBlock } from '../loop/block-processing.ts'
import type { BlockSource } from '../loop/source.ts'

/** Blocks, and addresses, of one step. */
const BLOCKS = 8
const ADDRESSES = 5000
/** Until it is looked for work again (ms): without any, and after a failure of the nodes. */
const IDLE_MS = 2000
const RETRY_MS = 30_000

export interface BackfillerDeps {
  readonly chainId: string
  /** Outside of a transaction. */
  readonly db: Db
  readonly clock: Clock
}

/** What a block means for some addresses (lower case). */
export type PrepareBlock = (block: CheckedBlock, addresses: ReadonlySet<string>) => Promise<PreparedBlock>

/**
 * Reads, beside following, the blocks before the tip for addresses that are monitored from an earlier block on. A block that
 * no node gives stops it, with the reason: nothing is left out.
 */
export class Backfiller {
  readonly #deps: BackfillerDeps
  #restUntil = Number.NEGATIVE_INFINITY

  constructor(deps: BackfillerDeps) {
    this.#deps = deps
  }

  /** @param tip number of the last block that was applied, after the addresses were taken over */
  async next(
    tip: number,
    { source, other }: Omit<AtHead, 'mode'>,
    prepare: PrepareBlock,
  ): Promise<PreparedBlock | undefined> {
    const { chainId, db, clock } = this.#deps
    if (clock.elapsed() < this.#restUntil) return undefined
    const rows = await openBackfills(db, chainId, ADDRESSES)
    const part = partOf(rows, tip)
    if (!part) {
      this.#rest(IDLE_MS)
      return undefined
    }
    if (part.last < part.first) return { record: (write) => moveOn(write, part, part.first) }
    const blocks = await this.#read(part, source)
    const read = isFailure(blocks) && other ? await this.#read(part, other) : blocks
    if (isFailure(read)) {
      const note = noted(part, `block ${part.first} is not read: ${read.message}`)
      // What is stored already was tried before, and nothing else waits for it.
      if (!note) this.#rest(RETRY_MS)
      return note
    }
    const addresses = new Set(part.rows.map(({ address }) => address))
    const prepared: PreparedBlock[] = []
    for (const block of read)
      if (block.matched.length + block.credits.length > 0) prepared.push(await prepare(block, addresses))
    return {
      async record(write, progress) {
        for (const each of prepared) await each.record(write, progress)
        await moveOn(write, part, part.first + read.length)
      },
    }
  }

  /** The first blocks of the part, at least one; of the branch that was applied. */
  async #read({ rows, first, last }: Part, source: BlockSource): Promise<readonly CheckedBlock[] | RpcFailure> {
    const { chainId, db } = this.#deps
    const only = rows.map(({ address }) => address)
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const answers = await Promise.all(numbers.map((number) => source.block(number, only)))
    const kept = await chainBlockHashes(db, chainId, numbers)
    const blocks: CheckedBlock[] = []
    for (const answer of answers) {
      if (isFailure(answer)) return blocks.length > 0 ? blocks : answer
      const { number, hash, parentHash } = answer.header
      const isOther = (kept.get(number) ?? hash) !== hash || (blocks.at(-1)?.header.hash ?? parentHash) !== parentHash
      if (isOther) return blocks.length > 0 ? blocks : nodeFailure(source.host, 'lagging', 'another branch')
      blocks.push(answer)
    }
    return blocks
  }

  #rest(ms: number): void {
    this.#restUntil = this.#deps.clock.elapsed() + ms
  }
}

/** Blocks that are read next, both included, for those that are so far. */
interface Part {
  readonly rows: readonly (OpenBackfill & { readonly last_number: number })[]
  readonly first: number
  /** Below `first`: there is nothing to read. */
  readonly last: number
}

function partOf(open: readonly OpenBackfill[], tip: number): Part | undefined {
  // One that cannot go on does not hold up the others.
  const lowest = open.find(({ reason }) => reason === null) ?? open[0]
  if (!lowest) return undefined
  const first = lowest.next_number
  const rows = open
    .filter(({ next_number }) => next_number === first)
    .map((row) => ({ ...row, last_number: row.last_number ?? tip }))
  const later = open.find(({ next_number }) => next_number > first)?.next_number ?? Number.POSITIVE_INFINITY
  const ends = rows.map(({ last_number }) => last_number).filter((last) => last >= first)
  // A reorg can move the tip below the last block: following reads what is above it again.
  if (first > tip || ends.length === 0) return { rows, first, last: first - 1 }
  return { rows, first, last: Math.min(first + BLOCKS - 1, tip, later - 1, ...ends) }
}

/** What was read up to the last block is done. */
async function moveOn(db: Db, { rows, first, last }: Part, next: number): Promise<void> {
  const isEmpty = last < first
  const isDone = ({ last_number }: Part['rows'][number]) => isEmpty || next > last_number
  for (const row of rows) if (isDone(row)) await deleteBackfill(db, row.monitor_id)
  await updateBackfills(
    db,
    rows
      .filter((row) => !isDone(row))
      .map(({ monitor_id, last_number }) => ({ monitor_id, last_number, next_number: next, reason: null })),
  )
}

/** Stores why it does not go on; nothing when that is known. */
function noted({ rows }: Part, reason: string): PreparedBlock | undefined {
  const news = rows.filter((row) => row.reason !== reason)
  if (news.length === 0) return undefined
  return {
    record: (db) =>
      updateBackfills(
        db,
        news.map(({ monitor_id, last_number, next_number }) => ({ monitor_id, last_number, next_number, reason })),
      ),
  }
}
