import { isReply, type RpcFailure, type RpcNode, type RpcRequest } from '../rpc/json-rpc.ts'
import { AddressTable } from './address-table.ts'
import { readAuthorizations } from './authorities.ts'
import { BlockFault } from './block-fault.ts'
import type { BlockReading, BlockRequest, ReceiptSource } from './block-reader.ts'
import { checkBlock } from './check-block.ts'
import { type RawBlock, readRawBlock } from './raw-block.ts'

/** Its blocks without transactions can have the logs of a state sync. */
const POLYGON = '137'

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
  const effectsOf = async ({ header: { hash } }: RawBlock, source: ReceiptSource) => {
    return ask(
      source === 'receipts'
        ? { method: 'eth_getBlockReceipts', params: [hash] }
        : { method: 'eth_getLogs', params: [{ blockHash: hash }] },
    )
  }
  try {
    const block = readRawBlock(await ask(blockRequest(asked)), asked)
    const { transactions } = block
    const effects = transactions.length > 0 || chainId === POLYGON ? await effectsOf(block, receipts) : undefined
    const authorizations = await readAuthorizations(transactions, chainId)
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
