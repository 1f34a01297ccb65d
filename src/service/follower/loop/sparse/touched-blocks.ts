import { hashOf, quantity, quantityOf } from '../../../../shared/json/evm-json.ts'
import { isRecord } from '../../../../shared/json/json.ts'
import { blockRequest, readBlock } from '../../../chain/nodes/read-block.ts'
import { isReply, type RpcFailure, type RpcRequest } from '../../../chain/rpc/json-rpc.ts'
import { word } from '../../../evm/words.ts'
import { LOG_ADDRESSES, LOG_POSITIONS } from '../rates.ts'
import type { ChainSource } from '../source.ts'

/** Blocks, both included. */
export interface Span {
  readonly first: number
  readonly last: number
}

/** Hashes of blocks, by number. */
export type BlockHashes = ReadonlyMap<number, string>

export interface TouchedBlocks {
  /** Blocks with events of the addresses. */
  readonly found: BlockHashes
  /** The last block of each part of the span that was searched: what answered about the part had it. */
  readonly ends: BlockHashes
}

/**
 * Blocks with an event that names one of the addresses. A span that is too large for the node is halved. Events whose
 * arguments are not indexed are found only by the contract that emits them. A node without the blocks answers that there
 * are no events, so each batch asks for the last block of its span too: behind a load balancer, the same backend answers.
 * @param addresses lower case
 */
export async function touchedBlocks(
  source: ChainSource,
  addresses: readonly string[],
  span: Span,
): Promise<TouchedBlocks | RpcFailure> {
  const found = new Map<number, string>()
  const ends = new Map<number, string>()
  if (addresses.length === 0) return { found, ends }
  const spans = [span]
  for (let next = spans.shift(); next; next = spans.shift()) {
    const requests = [blockRequest(next.last), ...requestsFor(addresses, next)]
    const [end, ...replies] = await source.send(requests)
    const failure = replies.flatMap((reply) => (isReply(reply) ? [] : [reply.failure]))[0]
    if (failure) {
      if (failure.kind !== 'range' || next.first === next.last) return failure
      spans.unshift(...halves(next))
      continue
    }
    const last = end && isReply(end) ? readBlock(end.result) : undefined
    if (Number(last?.number) !== next.last || !last)
      return { kind: 'lagging', message: `${source.host}: it gives events, but not block ${next.last}` }
    ends.set(next.last, last.hash)
    for (const reply of replies) {
      const blocks = isReply(reply) ? blocksOf(reply.result, next) : undefined
      if (!blocks) return { kind: 'bad-answer', message: `${source.host}: the events do not fit the request` }
      for (const [number, hash] of blocks) {
        if ((found.get(number) ?? hash) !== hash)
          return { kind: 'lagging', message: `${source.host}: the events are of different branches` }
        found.set(number, hash)
      }
    }
  }
  return { found, ends }
}

/**
 * Blocks of the span that have one of the transactions. Without an answer, the next step asks again.
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
    const place = isReply(reply) ? placeOf(reply.result) : undefined
    const isAsked = isReply(reply) && isRecord(reply.result) && reply.result.transactionHash === hashes[at]
    return place && isAsked && place[0] >= first && place[0] <= last ? [place] : []
  })
  return new Map(places)
}

/** Number and hash of the block of an event or a receipt. */
function placeOf(value: unknown): [number, string] | undefined {
  const number = isRecord(value) ? quantityOf(value.blockNumber) : undefined
  const hash = isRecord(value) ? hashOf(value.blockHash) : undefined
  return number === undefined || hash === undefined ? undefined : [Number(number), hash]
}

function halves({ first, last }: Span): [Span, Span] {
  const middle = Math.floor((first + last) / 2)
  return [
    { first, last: middle },
    { first: middle + 1, last },
  ]
}

function requestsFor(addresses: readonly string[], { first, last }: Span): RpcRequest[] {
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

/** Number and hash of the block of each event; undefined for anything that is not a list of events of the span. */
function blocksOf(result: unknown, { first, last }: Span): Map<number, string> | undefined {
  if (!Array.isArray(result)) return undefined
  const blocks = new Map<number, string>()
  for (const log of result) {
    const place = placeOf(log)
    if (!place || place[0] < first || place[0] > last) return undefined
    blocks.set(...place)
  }
  return blocks
}
