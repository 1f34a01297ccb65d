import { WardenError } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { CheckedBlock } from '../../chain/blocks/block.ts'
import type { BlockReader, BlockRequest, ReceiptSource } from '../../chain/blocks/block-reader.ts'
import type { PooledNode } from '../../chain/nodes/pooled-node.ts'
import { blockRequest, readBlock, toHeader } from '../../chain/nodes/read-block.ts'
import {
  isFailure,
  isReply,
  NODE_FAILURES,
  nodeFailure,
  type RpcFailure,
  type RpcReply,
  type RpcRequest,
  resultOf,
} from '../../chain/rpc/json-rpc.ts'
import type { BlockSource } from './source.ts'

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

interface NodeSourceDeps {
  readonly reader: BlockReader
  readonly clock: Clock
}

/** A node of the pool as the source of a followed chain. */
export class NodeBlockSource implements BlockSource {
  readonly #node: PooledNode
  readonly #deps: NodeSourceDeps
  /** Requests for blocks, which a thread reads. */
  #requestsForBlocks = 0
  #blockMs = BLOCK_MS
  /** Tries in a row to read a block with receipts. */
  #unread = 0

  constructor(node: PooledNode, deps: NodeSourceDeps) {
    this.#node = node
    this.#deps = deps
  }

  get id(): string {
    return idOfNode(this.#node)
  }

  get host(): string {
    return this.#node.source.host
  }

  get refusals(): BlockSource['refusals'] {
    return this.#node.refusals
  }

  isOnOtherChain(): boolean {
    return this.#node.otherChain !== undefined
  }

  doubtChain(): void {
    this.#node.doubtChain()
  }

  /** Bound: what reads state takes it alone. */
  readonly send = async (requests: readonly RpcRequest[]): Promise<readonly RpcReply[]> => {
    const rpc = this.#node.connect()
    if ('kind' in rpc) return requests.map(() => ({ failure: rpc }))
    return rpc.send(requests, this.#deps.clock.elapsed() + QUESTION_MS)
  }

  async head(): ReturnType<BlockSource['head']> {
    const head = await this.#node.refreshHead(this.#deps.clock.elapsed() + QUESTION_MS)
    if (!('kind' in head)) return toHeader(head)
    this.#node.health.noteFailure(head)
    return head
  }

  async headers(numbers: readonly number[]): ReturnType<BlockSource['headers']> {
    const replies = await this.send(numbers.map(blockRequest))
    const failed = replies.find((reply) => !isReply(reply) && reply.failure.kind !== 'lagging')
    if (failed && !isReply(failed)) return failed.failure
    return replies.map((reply, at) => {
      const block = readBlock(resultOf(reply))
      return block && Number(block.number) === numbers[at] ? toHeader(block) : undefined
    })
  }

  async finalized(tag: Parameters<BlockSource['finalized']>[0]): Promise<number | undefined> {
    const [reply] = await this.send([blockRequest(tag)])
    const block = readBlock(resultOf(reply))
    return block && Number(block.number)
  }

  async block(...[block, only, transactions]: Parameters<BlockSource['block']>): ReturnType<BlockSource['block']> {
    try {
      return await this.#read({ block, ...(only && { only }), ...(transactions && { transactions }) })
    } catch (error) {
      // Several blocks are read at the same time: one that is not awaited must not end the process.
      const text = error instanceof WardenError ? error.message : 'internal error while a block was read'
      return nodeFailure(this.host, 'failed', text)
    }
  }

  takeRequests(): number {
    const taken = this.#requestsForBlocks + this.#node.takeRequests()
    this.#requestsForBlocks = 0
    return taken
  }

  async #read(wanted: WantedBlock): Promise<CheckedBlock | RpcFailure> {
    const receipts = await this.#receiptSource()
    const block = await this.#readWith(receipts, wanted)
    if (!isFailure(block)) this.#unread = 0
    // The node stopped offering receipts; the next probe finds out whether for good. Some say nothing instead.
    else if (receipts === 'receipts' && (block.kind === 'closed' || this.#hasNone(block))) {
      this.#unread = 0
      this.refusals.note(RECEIPTS)
      return this.#readWith('logs', wanted)
    }
    return block
  }

  async #receiptSource(): Promise<ReceiptSource> {
    if (this.refusals.has(RECEIPTS)) return 'logs'
    const probe = await this.#node.keptProbe()
    return probe?.can.receipts === false ? 'logs' : 'receipts'
  }

  async #readWith(receipts: ReceiptSource, wanted: WantedBlock): Promise<CheckedBlock | RpcFailure> {
    const { health, source } = this.#node
    const { block, requests } = await this.#deps.reader.read({
      chainId: source.chainId,
      url: source.url(),
      receipts,
      timeoutMs: this.#blockMs,
      ...wanted,
    })
    this.#requestsForBlocks += requests
    if (!isFailure(block)) this.#blockMs = BLOCK_MS
    else if (block.kind === 'timeout') this.#blockMs = Math.min(2 * this.#blockMs, LONGEST_BLOCK_MS)
    if (isFailure(block) && NODE_FAILURES.includes(block.kind)) health.noteFailure(block)
    return block
  }

  #hasNone({ kind }: RpcFailure): boolean {
    if (kind === 'lagging' || kind === 'failed') this.#unread += 1
    return this.#unread >= MOST_UNREAD
  }
}
