import { chunksOf } from '../../../shared/chunks-of.ts'
import { hashOf, quantityOf } from '../../../shared/json/evm-json.ts'
import { membersOf } from '../../../shared/json/json.ts'
import type { BlockHeader, CheckedBlock } from '../../chain/blocks/block.ts'
import { type LogFilter, type LogQuery, walkLogs } from '../../chain/history/walk-logs.ts'
import { isFailure, nodeFailure, type RpcFailure, resultOf } from '../../chain/rpc/json-rpc.ts'
import { word } from '../../evm/words.ts'
import { LOG_ADDRESSES, LOG_POSITIONS } from './rates.ts'
import type { BlockSource } from './source.ts'

/** Blocks of one step. */
const SPAN_BLOCKS = 1000
/** Applied blocks that are searched again in each step: a node can have a block before it has the events of it. */
const AGAIN_BLOCKS = 64

export interface SpanRequest {
  /** The last applied block. */
  readonly tip: { readonly number: number; readonly hash: string }
  /** The first block that is followed. */
  readonly start: number
  /** Head of the node. */
  readonly head: number
  /** Another node, whose events count too. */
  readonly other: BlockSource | undefined
  /** Transactions (hashes) that a reorg removed: blocks with them are read too, whomever they concern. */
  readonly removed: readonly string[]
}

export interface ReadSpan {
  /** The last block of the span. */
  readonly last: BlockHeader
  /** Those with events of the addresses that were not read before, the oldest first. */
  readonly blocks: readonly CheckedBlock[]
}

/**
 * Reads the blocks above the tip that have events of the addresses, all of the branch of the tip and of the span's last
 * block. An answer without events proves nothing, so the blocks below the tip are searched again, and another node is
 * asked. Balances that no event explains are found afterwards, by the audit.
 */
export class SpanReader {
  /** Numbers of the blocks that were read, by hash. */
  readonly #read = new Map<string, number>()
  #last: string | undefined

  /** @param addresses lower case */
  async read(
    source: BlockSource,
    addresses: readonly string[],
    { tip, start, head, other, removed }: SpanRequest,
  ): Promise<ReadSpan | RpcFailure> {
    // After a reorg, or when the last span was not applied, nothing of it counts as read.
    if (this.#last !== tip.hash) this.#read.clear()
    const first = Math.max(0, Math.min(tip.number + 1, Math.max(start, tip.number + 1 - AGAIN_BLOCKS)))
    const span = { first, last: Math.min(head, tip.number + SPAN_BLOCKS) }
    const touched = await touchedBlocks(source, addresses, span)
    if (isFailure(touched)) return touched
    const more = other ? await moreTouched(other, addresses, { span, touched }) : []
    const own = new Map([...(await blocksWith(source, removed, span)), ...touched.found])
    const blocks: CheckedBlock[] = []
    for (const [number, hash] of [...new Map([...more, ...own])].sort(([a], [b]) => a - b)) {
      if (this.#read.has(hash)) continue
      const block = await source.block(number, undefined, removed)
      if (isFailure(block)) return block
      if (block.header.hash === hash) blocks.push(block)
      else if (own.has(number)) return branchChanged(source)
    }
    const last = await lastOfBranch(source, { tip, last: span.last, hashes: hashesOf(blocks, touched) })
    if (isFailure(last)) return last
    for (const { header } of blocks) this.#read.set(header.hash, header.number)
    for (const [hash, number] of this.#read) if (number < first) this.#read.delete(hash)
    this.#last = last.hash
    return { last, blocks }
  }
}

/** What another node finds besides; nothing when it fails, or is on another branch. */
async function moreTouched(
  other: BlockSource,
  addresses: readonly string[],
  { span, touched }: { readonly span: BlockSpan; readonly touched: TouchedBlocks },
): Promise<readonly (readonly [number, string])[]> {
  const more = await touchedBlocks(other, addresses, span)
  if (isFailure(more) || more.ends.get(span.last) !== touched.ends.get(span.last)) return []
  return [...more.found].filter(([number]) => !touched.found.has(number))
}

function hashesOf(blocks: readonly CheckedBlock[], { found, ends }: TouchedBlocks): BlockHashes {
  return new Map([...blocks.map(({ header }) => [header.number, header.hash] as const), ...found, ...ends])
}

/** Read last: what came before it is of its branch, unless the node changed to another one and back. */
async function lastOfBranch(
  source: BlockSource,
  { tip, last, hashes }: { readonly tip: SpanRequest['tip']; readonly last: number; readonly hashes: BlockHashes },
): Promise<BlockHeader | RpcFailure> {
  const known = [[tip.number, tip.hash] as const, ...hashes]
  const headers = await source.headers([...known.map(([number]) => number), last])
  if (isFailure(headers)) return headers
  const header = headers.at(-1)
  if (!header || known.some(([, hash], at) => headers[at]?.hash !== hash)) return branchChanged(source)
  return header
}

function branchChanged({ host }: BlockSource): RpcFailure {
  return nodeFailure(host, 'lagging', 'the branch changed while it was read')
}

/** A span has its first and its last block. */
interface BlockSpan {
  readonly first: number
  readonly last: number
}

/** The hashes of blocks are listed by number. */
type BlockHashes = ReadonlyMap<number, string>

interface TouchedBlocks {
  /** Blocks with events of the addresses. */
  readonly found: BlockHashes
  /** The last block of each part of the span that was searched: what answered about the part had it. */
  readonly ends: BlockHashes
}

/**
 * Finds blocks with an event that names one of the addresses. A span that is too large for the node is halved. Events whose
 * arguments are not indexed are found only by the contract that emits them. A node without the blocks answers that there
 * are no events, so each batch asks for the last block of its span too: behind a load balancer, the same backend answers.
 * @param addresses lower case
 */
async function touchedBlocks(
  source: BlockSource,
  addresses: readonly string[],
  { first, last }: BlockSpan,
): Promise<TouchedBlocks | RpcFailure> {
  const found = new Map<number, string>()
  if (addresses.length === 0) return { found, ends: found }
  const range = { first: BigInt(first), last: BigInt(last) }
  // What times out is tried again in the next step.
  const walked = await walkLogs({ rpc: source, query: eventsOf(addresses), range, limits: { timeouts: 0 } })
  if (walked.notRead?.failure) return walked.notRead.failure
  for (const [number, hash] of walked.found) {
    if ((found.get(number) ?? hash) !== hash)
      return nodeFailure(source.host, 'lagging', 'the events are of different branches')
    found.set(number, hash)
  }
  return { found, ends: walked.ends }
}

/** Number and hash of a block. */
type BlockPlace = readonly [number, string]

function eventsOf(addresses: readonly string[]): LogQuery<BlockPlace> {
  return {
    noun: 'blocks',
    filters: filtersFor(addresses),
    readsEnds: true,
    read: ({ block, blockHash }) => (blockHash === undefined ? undefined : [[Number(block), blockHash]]),
  }
}

/**
 * Finds blocks of the span that have one of the transactions. Without an answer, the next step asks again.
 * @param hashes of transactions, lower case
 */
async function blocksWith(
  source: BlockSource,
  hashes: readonly string[],
  { first, last }: BlockSpan,
): Promise<BlockHashes> {
  if (hashes.length === 0) return new Map()
  const replies = await source.send(hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })))
  const places = replies.flatMap((reply, at): BlockPlace[] => {
    const { transactionHash, blockNumber, blockHash } = membersOf(resultOf(reply))
    const [number, hash] = [quantityOf(blockNumber), hashOf(blockHash)]
    if (transactionHash !== hashes[at] || number === undefined || hash === undefined) return []
    return number >= first && number <= last ? [[Number(number), hash]] : []
  })
  return new Map(places)
}

function filtersFor(addresses: readonly string[]): LogFilter[] {
  const filters: LogFilter[] = []
  for (const address of chunksOf(addresses, LOG_ADDRESSES)) {
    const topics = address.map((each) => `0x${word(each)}`)
    for (const position of LOG_POSITIONS)
      filters.push(
        position === 'emitter' ? { address } : { topics: [...Array.from({ length: position }, () => null), topics] },
      )
  }
  return filters
}
