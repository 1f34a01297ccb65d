import { chunksOf } from '../../../../shared/chunks-of.ts'
import { hashOf, quantityOf } from '../../../../shared/json/evm-json.ts'
import { isRecord } from '../../../../shared/json/json.ts'
import { type LogFilter, type LogQuery, walkLogs } from '../../../chain/history/walk-logs.ts'
import { nodeFailure, type RpcFailure, resultOf } from '../../../chain/rpc/json-rpc.ts'
import { word } from '../../../evm/words.ts'
import { LOG_ADDRESSES, LOG_POSITIONS } from '../rates.ts'
import type { ChainSource } from '../source.ts'

/** A span has its first and its last block. */
export interface BlockSpan {
  readonly first: number
  readonly last: number
}

/** The hashes of blocks are listed by number. */
export type BlockHashes = ReadonlyMap<number, string>

export interface TouchedBlocks {
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
export async function touchedBlocks(
  source: ChainSource,
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
export async function blocksWith(
  source: ChainSource,
  hashes: readonly string[],
  { first, last }: BlockSpan,
): Promise<BlockHashes> {
  if (hashes.length === 0) return new Map()
  const replies = await source.send(hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })))
  const places = replies.flatMap((reply, at) => {
    const receipt = resultOf(reply)
    const place = placeOf(receipt)
    const isRequested = isRecord(receipt) && receipt.transactionHash === hashes[at]
    return place && isRequested && place[0] >= first && place[0] <= last ? [place] : []
  })
  return new Map(places)
}

/** The block of a receipt. */
function placeOf(value: unknown): BlockPlace | undefined {
  const number = isRecord(value) ? quantityOf(value.blockNumber) : undefined
  const hash = isRecord(value) ? hashOf(value.blockHash) : undefined
  return number === undefined || hash === undefined ? undefined : [Number(number), hash]
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
