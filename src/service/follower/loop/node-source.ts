import { WardenError } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { BlockHeader, CheckedBlock } from '../../chain/blocks/block.ts'
import type { BlockReader, BlockRequest, ReceiptSource } from '../../chain/blocks/block-reader.ts'
import { NODE_FAILURES } from '../../chain/nodes/node-health.ts'
import type { PooledNode } from '../../chain/nodes/pooled-node.ts'
import { blockRequest, readBlock, toHeader } from '../../chain/nodes/read-block.ts'
import type { Refusals } from '../../chain/nodes/refusals.ts'
import { isReply, type RpcFailure, type RpcReply, type RpcRequest, resultOf } from '../../chain/rpc/json-rpc.ts'
import { type ChainSource, isFailure } from './source.ts'

/** Budget of one question to a node (ms). A complete block has several megabytes. */
const QUESTION_MS = 5000
const BLOCK_MS = 15_000
/** Receipts of blocks, as what a node refuses. */
const RECEIPTS = 'receipts'
/** Blocks in a row that a node has, but gives no receipts of: it offers none. */
const MOST_UNREAD = 5

type Asked = Pick<BlockRequest, 'block' | 'only' | 'transactions'>

/** Of a variable, the place in it alone says nothing when the variable changes. */
export function idOfNode({ source: { host, id } }: PooledNode): string {
  return `${host} ${id}`
}

/** A node of the pool as the source of a followed chain. */
export class FollowedNodeSource implements ChainSource {
  readonly id: string
  readonly host: string
  readonly refusals: Refusals
  readonly #node: PooledNode
  readonly #reader: BlockReader
  readonly #clock: Clock
  /** Of blocks, which a thread reads. */
  #requests = 0
  /** Tries in a row to read a block with receipts. */
  #unread = 0

  constructor(node: PooledNode, { reader, clock }: { readonly reader: BlockReader; readonly clock: Clock }) {
    this.id = idOfNode(node)
    this.host = node.source.host
    this.refusals = node.refusals
    this.#node = node
    this.#reader = reader
    this.#clock = clock
  }

  get isOnOtherChain(): boolean {
    return this.#node.otherChain !== undefined
  }

  doubtChain(): void {
    this.#node.doubtChain()
  }

  async head(): Promise<BlockHeader | RpcFailure> {
    const head = await this.#node.refreshHead(this.#clock.elapsed() + QUESTION_MS)
    if ('kind' in head) {
      this.#node.health.noteFailure(head)
      return head
    }
    return toHeader(head)
  }

  async headers(numbers: readonly number[]): Promise<readonly (BlockHeader | undefined)[] | RpcFailure> {
    const replies = await this.send(numbers.map((number) => blockRequest(number)))
    const headers: (BlockHeader | undefined)[] = []
    for (const [at, reply] of replies.entries()) {
      if (!isReply(reply)) {
        if (reply.failure.kind !== 'lagging') return reply.failure
        headers.push(undefined)
        continue
      }
      const block = readBlock(reply.result)
      headers.push(block && Number(block.number) === numbers[at] ? toHeader(block) : undefined)
    }
    return headers
  }

  async finalized(): Promise<number | undefined> {
    const [reply] = await this.send([blockRequest('finalized')])
    const block = readBlock(resultOf(reply))
    return block && Number(block.number)
  }

  async block(
    block: number | string,
    only?: readonly string[],
    transactions?: readonly string[],
  ): Promise<CheckedBlock | RpcFailure> {
    try {
      return await this.#read({ block, ...(only && { only }), ...(transactions && { transactions }) })
    } catch (error) {
      // Several blocks are read at the same time: one that is not awaited must not end the process.
      const text = error instanceof WardenError ? error.message : 'internal error while a block was read'
      return { kind: 'failed', message: `${this.host}: ${text}` }
    }
  }

  async #read(asked: Asked): Promise<CheckedBlock | RpcFailure> {
    const receipts = await this.#receiptSource()
    const read = await this.#readWith(receipts, asked)
    if (!isFailure(read)) this.#unread = 0
    // The node stopped offering receipts; the next probe finds out whether for good. Some say nothing instead.
    else if (receipts === 'receipts' && (read.kind === 'closed' || this.#hasNone(read))) {
      this.#unread = 0
      this.refusals.note(RECEIPTS)
      return this.#readWith('logs', asked)
    }
    return read
  }

  #hasNone({ kind }: RpcFailure): boolean {
    if (kind === 'lagging' || kind === 'failed') this.#unread += 1
    return this.#unread >= MOST_UNREAD
  }

  async #readWith(receipts: ReceiptSource, asked: Asked): Promise<CheckedBlock | RpcFailure> {
    const { chainId } = this.#node.source
    const url = this.#node.source.url()
    const reading = await this.#reader.read({ chainId, url, receipts, timeoutMs: BLOCK_MS, ...asked })
    this.#requests += reading.requests
    if (isFailure(reading.block) && NODE_FAILURES.includes(reading.block.kind))
      this.#node.health.noteFailure(reading.block)
    return reading.block
  }

  readonly send = async (requests: readonly RpcRequest[]): Promise<readonly RpcReply[]> => {
    const rpc = this.#node.connect()
    if ('kind' in rpc) return requests.map(() => ({ failure: rpc }))
    return rpc.send(requests, this.#clock.elapsed() + QUESTION_MS)
  }

  takeRequests(): number {
    const taken = this.#requests + this.#node.takeRequests()
    this.#requests = 0
    return taken
  }

  async #receiptSource(): Promise<ReceiptSource> {
    if (this.refusals.has(RECEIPTS)) return 'logs'
    const probe = await this.#node.keptProbe()
    return probe?.can.receipts === false ? 'logs' : 'receipts'
  }
}
