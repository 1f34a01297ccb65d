import { isReply, type RpcFailure, type RpcNode, type RpcRequest } from '../rpc/json-rpc.ts'
import { AddressTable } from './address-table.ts'
import { readAuthorizations } from './authorities.ts'
import { BlockFault } from './block-fault.ts'
import type { BlockReading, BlockRequest } from './block-reader.ts'
import { checkBlock } from './check-block.ts'
import { type RawBlock, readRawBlock } from './raw-block.ts'
import { completeStateSync, POLYGON, type SyncedBlock } from './state-sync.ts'

/**
 * Asks one node for a block, checks it and looks for watched addresses. Never throws for what the node answers.
 * @param until end of the budget, in ms of the node's clock
 */
export async function readCheckedBlock(
  rpc: RpcNode,
  { chainId, block: asked, receipts, only }: BlockRequest,
  watched: AddressTable,
  until: number,
): Promise<BlockReading> {
  let requests = 0
  const ask = async (request: RpcRequest): Promise<unknown> => {
    requests++
    const [reply] = await rpc.batch([request], until)
    if (reply && isReply(reply)) return reply.result
    throw new NodeFailure(reply?.failure ?? { kind: 'failed', message: `${rpc.host}: no reply` })
  }
  const effectsOf = ({ header: { hash } }: RawBlock) => {
    return ask(
      receipts === 'receipts'
        ? { method: 'eth_getBlockReceipts', params: [hash] }
        : { method: 'eth_getLogs', params: [{ blockHash: hash }] },
    )
  }
  const complete = async (block: RawBlock): Promise<SyncedBlock> => {
    if (chainId === POLYGON)
      return completeStateSync(block, receipts, await effectsOf(block), (hash) => {
        return ask({ method: 'eth_getTransactionReceipt', params: [hash] })
      })
    return { block, effects: block.transactions.length > 0 ? await effectsOf(block) : [] }
  }
  try {
    const { block, effects } = await complete(readRawBlock(await ask(blockRequest(asked)), asked))
    const authorizations = await readAuthorizations(block.transactions, chainId)
    const table = only ? AddressTable.of(only) : watched
    return { block: checkBlock({ chainId, block, source: receipts, effects, authorizations }, table), requests }
  } catch (error) {
    return { block: failureOf(error, rpc.host), requests }
  }
}

function blockRequest(asked: number | string): RpcRequest {
  return typeof asked === 'number'
    ? { method: 'eth_getBlockByNumber', params: [`0x${asked.toString(16)}`, true] }
    : { method: 'eth_getBlockByHash', params: [asked, true] }
}

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
  if (error instanceof BlockFault) return { kind: error.kind, message: `${host}: ${error.message}` }
  return { kind: 'failed', message: `${host}: internal error while the block was read` }
}
