import { chunksOf } from '../../../shared/chunks-of.ts'
import { blockRequest } from '../nodes/read-block.ts'
import { isReply, nodeFailure, type RpcFailure, type RpcNode, type RpcReply, type RpcRequest } from '../rpc/json-rpc.ts'
import { AddressTable } from './address-table.ts'
import { readSetCodes } from './authorities.ts'
import type { CheckedBlock } from './block.ts'
import type { BlockReading, BlockRequest } from './block-reader.ts'
import { type BlockEffects, checkBlock, withReceipts } from './check-block.ts'
import { BlockFault, readRawBlock } from './raw-block.ts'
import { completeStateSync, POLYGON, stateSyncHash } from './state-sync.ts'

/** Receipts of single transactions in one batch. */
const RECEIPTS_PER_BATCH = 50

/**
 * Requests a block from one node, checks it and looks for watched addresses. Never throws for what the node answers.
 * @param until end of the budget, in ms of the node's clock
 */
export async function readCheckedBlock(
  rpc: RpcNode,
  request: BlockRequest,
  watched: AddressTable,
  until: number,
): Promise<BlockReading> {
  const answers = new NodeAnswers(rpc, until)
  try {
    return { block: await readBlock(answers, request, watched), requests: answers.requests }
  } catch (error) {
    return { block: failureOf(error, rpc.host), requests: answers.requests }
  }
}

async function readBlock(
  answers: NodeAnswers,
  { chainId, block: requested, receipts, only, transactions }: BlockRequest,
  watched: AddressTable,
): Promise<CheckedBlock> {
  const { method, params } = blockRequest(requested)
  const block = readRawBlock(await answers.read({ method, params: [params[0], true] }), requested)
  // A state sync can be missing in its block.
  const isEmpty = block.transactions.length === 0 && chainId !== POLYGON
  const whole = { block, ...(isEmpty ? NO_EFFECTS : await effectsOf(answers, block.header.hash, receipts)) }
  const synced =
    chainId === POLYGON
      ? await completeStateSync(whole, (hash) => answers.read({ method: 'eth_getTransactionReceipt', params: [hash] }))
      : whole
  const authorizations = await readSetCodes(synced.block.transactions, chainId)
  const table = only ? AddressTable.of(only) : watched
  const checked = checkBlock({ chainId, ...synced, authorizations }, table, new Set(transactions))
  if (synced.source !== 'logs') return checked
  // `completeStateSync` reads that of a state sync, which some nodes do not have.
  const ofSync = chainId === POLYGON ? stateSyncHash(checked.header) : undefined
  const hashes = checked.matched.map(({ transaction }) => transaction.hash).filter((hash) => hash !== ofSync)
  const receiptOf = await answers.receipts(hashes)
  return receiptOf ? withReceipts(checked, receiptOf) : checked
}

async function effectsOf(
  answers: NodeAnswers,
  hash: string,
  receipts: BlockRequest['receipts'],
): Promise<BlockEffects> {
  if (receipts === 'logs')
    try {
      return { source: 'logs', effects: await answers.read({ method: 'eth_getLogs', params: [{ blockHash: hash }] }) }
    } catch (error) {
      // There are more logs than the node gives at once, and no smaller part can be requested.
      if (!(error instanceof NodeFailure) || error.failure.kind !== 'range') throw error
    }
  return { source: 'receipts', effects: await answers.read({ method: 'eth_getBlockReceipts', params: [hash] }) }
}

/** What a node answers, with the number of requests; a failure is thrown. */
class NodeAnswers {
  readonly #rpc: RpcNode
  readonly #until: number
  requests = 0

  constructor(rpc: RpcNode, until: number) {
    this.#rpc = rpc
    this.#until = until
  }

  async read(request: RpcRequest): Promise<unknown> {
    this.requests++
    const [reply] = await this.#rpc.send([request], this.#until)
    return this.#resultOf(reply)
  }

  /** Receipts by hash; undefined when the node does not have the method. */
  async receipts(hashes: readonly string[]): Promise<ReadonlyMap<string, unknown> | undefined> {
    const receiptOf = new Map<string, unknown>()
    for (const some of chunksOf(hashes, RECEIPTS_PER_BATCH)) {
      this.requests += some.length
      const batch = some.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
      const replies = await this.#rpc.send(batch, this.#until)
      if (replies.some((reply) => !isReply(reply) && reply.failure.kind === 'closed')) return undefined
      for (const [at, hash] of some.entries()) receiptOf.set(hash, this.#resultOf(replies[at]))
    }
    return receiptOf
  }

  #resultOf(reply: RpcReply | undefined): unknown {
    if (reply && isReply(reply)) return reply.result
    throw new NodeFailure(reply?.failure ?? nodeFailure(this.#rpc.host, 'failed', 'no reply'))
  }
}

const NO_EFFECTS: BlockEffects = { source: 'receipts', effects: [] }

/** The node failed to answer. */
class NodeFailure extends Error {
  readonly failure: RpcFailure

  constructor(failure: RpcFailure) {
    super(failure.message)
    this.failure = failure
  }
}

function failureOf(error: unknown, host: string): RpcFailure {
  if (error instanceof NodeFailure) return error.failure
  if (error instanceof BlockFault) return nodeFailure(host, error.kind, error.message)
  return nodeFailure(host, 'failed', 'internal error while the block was read')
}
