import { hashOf, quantity, quantityOf } from '../../../../shared/json/evm-json.ts'
import { isRecord } from '../../../../shared/json/json.ts'
import { type BlockRange, type LogQuery, walkLogs } from '../../../chain/history/walk-logs.ts'
import { blockRequest, readBlock } from '../../../chain/nodes/read-block.ts'
import { nodeFailure, type RpcFailure, type RpcRequest, resultOf } from '../../../chain/rpc/json-rpc.ts'
import { word } from '../../../evm/words.ts'
import { LOG_ADDRESSES, LOG_POSITIONS } from '../rates.ts'
import type { ChainSource } from '../source.ts'

/** A span has its first and its last block. */
export interface Span {
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
  { first, last }: Span,
): Promise<TouchedBlocks | RpcFailure> {
  const found = new Map<number, string>()
  const ends = new Map<number, string>()
  if (addresses.length === 0) return { found, ends }
  const range = { first: BigInt(first), last: BigInt(last) }
  // What times out is tried again in the next step.
  const walked = await walkLogs({ rpc: source, query: eventsOf(addresses), range, limits: { timeouts: 0 } })
  if (walked.notRead?.failure) return walked.notRead.failure
  for (const { end, blocks } of walked.found) {
    ends.set(...end)
    for (const [number, hash] of blocks) {
      if ((found.get(number) ?? hash) !== hash)
        return nodeFailure(source.host, 'lagging', 'the events are of different branches')
      found.set(number, hash)
    }
  }
  return { found, ends }
}

/** Number and hash of a block. */
type BlockPlace = readonly [number, string]

function eventsOf(
  addresses: readonly string[],
): LogQuery<{ readonly end: BlockPlace; readonly blocks: readonly BlockPlace[] }> {
  return {
    noun: 'blocks',
    requests: (range) => [blockRequest(range.last), ...requestsFor(addresses, range)],
    read([end, ...logs], { first, last }) {
      const block = readBlock(end)
      if (block?.number !== last) return 'lagging'
      if (!logs.every(Array.isArray)) return undefined
      const blocks = logs.flat().map(placeOf)
      const isInside = (place?: BlockPlace): place is BlockPlace => !!place && place[0] >= first && place[0] <= last
      return blocks.every(isInside) ? [{ end: [Number(last), block.hash], blocks }] : undefined
    },
  }
}

/**
 * Finds blocks of the span that have one of the transactions. Without an answer, the next step asks again.
 * @param hashes of transactions, lower case
 */
export async function blocksWith(
  source: ChainSource,
  hashes: readonly string[],
  { first, last }: Span,
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

/** Number and hash of the block of an event or a receipt. */
function placeOf(value: unknown): BlockPlace | undefined {
  const number = isRecord(value) ? quantityOf(value.blockNumber) : undefined
  const hash = isRecord(value) ? hashOf(value.blockHash) : undefined
  return number === undefined || hash === undefined ? undefined : [Number(number), hash]
}

function requestsFor(addresses: readonly string[], { first, last }: BlockRange): RpcRequest[] {
  const requests: RpcRequest[] = []
  const range = { fromBlock: quantity(first), toBlock: quantity(last) }
  for (let at = 0; at < addresses.length; at += LOG_ADDRESSES) {
    const part = addresses.slice(at, at + LOG_ADDRESSES)
    const topics = part.map((address) => `0x${word(address)}`)
    for (const position of LOG_POSITIONS) {
      const filter =
        position === 'emitter'
          ? { address: part }
          : { topics: [...Array.from({ length: position }, () => null), topics] }
      requests.push({ method: 'eth_getLogs', params: [{ ...range, ...filter }] })
    }
  }
  return requests
}
