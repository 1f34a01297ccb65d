import { WardenError } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { CheckedBlock } from '../../chain/blocks/block.ts'
import type { BlockReader, BlockRequest, ReceiptSource } from '../../chain/blocks/block-reader.ts'
import { NODE_FAILURES } from '../../chain/nodes/node-health.ts'
import type { PooledNode } from '../../chain/nodes/pooled-node.ts'
import { blockRequest, readBlock, toHeader } from '../../chain/nodes/read-block.ts'
import { isFailure, isReply, nodeFailure, type RpcFailure, resultOf } from '../../chain/rpc/json-rpc.ts'
import type { ChainSource } from './source.ts'

/** Budget of one question to a node (ms). A complete block has several megabytes. */
const QUESTION_MS = 5000
const BLOCK_MS = 15_000
/** A block that a node needs longer for gets twice the time with each attempt, up to this (ms). */
const LONGEST_BLOCK_MS = 240_000
/** Receipts of blocks, as what a node refuses. */
const RECEIPTS = 'receipts'
/** Blocks in a row that a node has, but gives no receipts of: it offers none. */
const MOST_UNREAD = 5

type WantedBlock = Pick<BlockRequest, 'block' | 'only' | 'transactions'>

/** Joins the host and the id of a node, because the place in a variable alone says nothing when the variable changes. */
export function idOfNode({ source: { host, id } }: PooledNode): string {
  return `${host} ${id}`
}

/** Makes a node of the pool the source of a followed chain. */
export function followedNodeSource(
  node: PooledNode,
  { reader, clock }: { readonly reader: BlockReader; readonly clock: Clock },
): ChainSource {
  const { health, refusals } = node
  const { chainId, host } = node.source
  /** Requests for blocks, which a thread reads. */
  let requestsForBlocks = 0
  let blockMs = BLOCK_MS
  /** Tries in a row to read a block with receipts. */
  let unread = 0

  const send: ChainSource['send'] = async (requests) => {
    const rpc = node.connect()
    if ('kind' in rpc) return requests.map(() => ({ failure: rpc }))
    return rpc.send(requests, clock.elapsed() + QUESTION_MS)
  }

  const receiptSource = async (): Promise<ReceiptSource> => {
    if (refusals.has(RECEIPTS)) return 'logs'
    const probe = await node.keptProbe()
    return probe?.can.receipts === false ? 'logs' : 'receipts'
  }

  const readWith = async (receipts: ReceiptSource, wanted: WantedBlock): Promise<CheckedBlock | RpcFailure> => {
    const url = node.source.url()
    const { block, requests } = await reader.read({ chainId, url, receipts, timeoutMs: blockMs, ...wanted })
    requestsForBlocks += requests
    if (!isFailure(block)) blockMs = BLOCK_MS
    else if (block.kind === 'timeout') blockMs = Math.min(2 * blockMs, LONGEST_BLOCK_MS)
    if (isFailure(block) && NODE_FAILURES.includes(block.kind)) health.noteFailure(block)
    return block
  }

  const hasNone = ({ kind }: RpcFailure): boolean => {
    if (kind === 'lagging' || kind === 'failed') unread += 1
    return unread >= MOST_UNREAD
  }

  const read = async (wanted: WantedBlock): Promise<CheckedBlock | RpcFailure> => {
    const receipts = await receiptSource()
    const block = await readWith(receipts, wanted)
    if (!isFailure(block)) unread = 0
    // The node stopped offering receipts; the next probe finds out whether for good. Some say nothing instead.
    else if (receipts === 'receipts' && (block.kind === 'closed' || hasNone(block))) {
      unread = 0
      refusals.note(RECEIPTS)
      return readWith('logs', wanted)
    }
    return block
  }

  return {
    id: idOfNode(node),
    host,
    refusals,
    send,
    isOnOtherChain: () => node.otherChain !== undefined,
    doubtChain: () => node.doubtChain(),
    async head() {
      const head = await node.refreshHead(clock.elapsed() + QUESTION_MS)
      if (!('kind' in head)) return toHeader(head)
      health.noteFailure(head)
      return head
    },
    async headers(numbers) {
      const replies = await send(numbers.map(blockRequest))
      const failed = replies.find((reply) => !isReply(reply) && reply.failure.kind !== 'lagging')
      if (failed && !isReply(failed)) return failed.failure
      return replies.map((reply, at) => {
        const block = readBlock(resultOf(reply))
        return block && Number(block.number) === numbers[at] ? toHeader(block) : undefined
      })
    },
    async finalized() {
      const [reply] = await send([blockRequest('finalized')])
      const block = readBlock(resultOf(reply))
      return block && Number(block.number)
    },
    async block(block, only, transactions) {
      try {
        return await read({ block, ...(only && { only }), ...(transactions && { transactions }) })
      } catch (error) {
        // Several blocks are read at the same time: one that is not awaited must not end the process.
        const text = error instanceof WardenError ? error.message : 'internal error while a block was read'
        return nodeFailure(host, 'failed', text)
      }
    },
    takeRequests() {
      const taken = requestsForBlocks + node.takeRequests()
      requestsForBlocks = 0
      return taken
    },
  }
}
