import { chunksOf } from '../../../shared/chunks-of.ts'
import { blockRequest } from '../nodes/read-block.ts'
import { isReply, nodeFailure, type RpcFailure, type RpcNode, type RpcReply, type RpcRequest } from '../rpc/json-rpc.ts'
import { AddressTable } from './address-table.ts'
import { readAuthorizations } from './authorities.ts'
import type { CheckedBlock } from './block.ts'
import { BlockFault } from './block-fault.ts'
import type { BlockReading, BlockRequest } from './block-reader.ts'
import { type BlockEffects, checkBlock, withReceipts } from './check-block.ts'
import { readRawBlock } from './raw-block.ts'
import { completeStateSync, POLYGON, stateSyncHash } from './state-sync.ts'

/** Receipts of single transactions in one batch. */
const RECEIPTS_PER_BATCH = 50

/**
 * Requests a block from one node, checks it and looks for watched addresses. Never throws for what the node answers.
 * @param until end of the budget, in ms of the node's clock
 */
export async function readCheckedBlock(
  rpc: RpcNode,
  { chainId, block: requested, receipts, only, transactions }: BlockRequest,
  watched: AddressTable,
  until: number,
): Promise<BlockReading> {
  let requests = 0
  const resultOf = (reply: RpcReply | undefined): unknown => {
    if (reply && isReply(reply)) return reply.result
    throw new NodeFailure(reply?.failure ?? nodeFailure(rpc.host, 'failed', 'no reply'))
  }
  const read = async (request: RpcRequest): Promise<unknown> => {
    requests++
    const [reply] = await rpc.send([request], until)
    return resultOf(reply)
  }
  /** Undefined: the node does not have the method. */
  const receiptsOf = async ({ header, matched }: CheckedBlock): Promise<ReadonlyMap<string, unknown> | undefined> => {
    const receiptOf = new Map<string, unknown>()
    // `completeStateSync` reads that of a state sync, which some nodes do not have.
    const synced = chainId === POLYGON ? stateSyncHash(header) : undefined
    const hashes = matched.map(({ transaction }) => transaction.hash).filter((hash) => hash !== synced)
    for (const some of chunksOf(hashes, RECEIPTS_PER_BATCH)) {
      requests += some.length
      const batch = some.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
      const replies = await rpc.send(batch, until)
      if (replies.some((reply) => !isReply(reply) && reply.failure.kind === 'closed')) return undefined
      for (const [at, hash] of some.entries()) receiptOf.set(hash, resultOf(replies[at]))
    }
    return receiptOf
  }
  const effectsOf = async (hash: string): Promise<BlockEffects> => {
    if (receipts === 'logs')
      try {
        return { source: 'logs', effects: await read({ method: 'eth_getLogs', params: [{ blockHash: hash }] }) }
      } catch (error) {
        // There are more logs than the node gives at once, and no smaller part can be requested.
        if (!(error instanceof NodeFailure) || error.failure.kind !== 'range') throw error
      }
    return { source: 'receipts', effects: await read({ method: 'eth_getBlockReceipts', params: [hash] }) }
  }
  try {
    const { method, params } = blockRequest(requested)
    const block = readRawBlock(await read({ method, params: [params[0], true] }), requested)
    // A state sync can be missing in its block.
    const isEmpty = block.transactions.length === 0 && chainId !== POLYGON
    const whole = { block, ...(isEmpty ? NO_EFFECTS : await effectsOf(block.header.hash)) }
    const synced =
      chainId === POLYGON
        ? await completeStateSync(whole, (hash) => read({ method: 'eth_getTransactionReceipt', params: [hash] }))
        : whole
    const authorizations = await readAuthorizations(synced.block.transactions, chainId)
    const table = only ? AddressTable.of(only) : watched
    const parts = { chainId, ...synced, authorizations }
    const checked = checkBlock(parts, table, new Set(transactions))
    const receiptOf = synced.source === 'logs' ? await receiptsOf(checked) : undefined
    return { block: receiptOf ? withReceipts(checked, receiptOf) : checked, requests }
  } catch (error) {
    return { block: failureOf(error, rpc.host), requests }
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
