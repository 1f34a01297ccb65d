import { onTestFinished } from 'vitest'
import type { CheckedBlock } from '../../../../src/service/chain/blocks/block.ts'
import type { BlockReading, BlockRequest } from '../../../../src/service/chain/blocks/block-reader.ts'
import { createBlockReader } from '../../../../src/service/chain/blocks/worker-block-reader.ts'
import type { RpcFailure } from '../../../../src/service/chain/rpc/json-rpc.ts'
import {
  type BlockShape,
  type GeneratedBlock,
  generateBlock,
  type Json,
} from '../../../support/chain/generated-blocks.ts'
import { type RpcCall, startFaultProxy, type Upstream } from '../../../support/fault-proxy.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'

export const WATCHED = '0xabcdef0123456789abcdef0123456789abcdef01'
export const STRANGER = '0x1111111111111111111111111111111111111111'
export const TOKEN = '0x2222222222222222222222222222222222222222'

export const SMALL: BlockShape = { chainId: '1', transactions: 12, blockMs: 12_000, withdrawals: 2, delegations: 1 }

/** A block of Ethereum with a payment and a token transfer to WATCHED. */
export function blockWithTransfers(shape: BlockShape = SMALL): GeneratedBlock {
  return generateBlock(shape, 100, {
    timestamp: 1_700_000_000,
    wanted: [
      { from: STRANGER, to: WATCHED, amount: 5n },
      { token: TOKEN, from: STRANGER, to: WATCHED, amount: 7n },
    ],
  })
}

/** Results by method; a function answers by the parameters. */
export type Answers = Readonly<Record<string, unknown>>

export function answersOf({ block, receipts, logs }: Pick<GeneratedBlock, 'block' | 'receipts' | 'logs'>): Answers {
  return {
    eth_getBlockByNumber: block,
    eth_getBlockByHash: block,
    eth_getBlockReceipts: receipts,
    eth_getLogs: logs,
    eth_getTransactionReceipt: ([hash]: readonly unknown[]) =>
      receipts.find(({ transactionHash }) => transactionHash === hash) ?? null,
  }
}

/** The result of a request; undefined: the node does not have the method. */
export function resultIn(answers: Answers, { method, params }: Pick<RpcCall, 'method' | 'params'>): unknown {
  const answer = answers[method]
  return typeof answer === 'function' ? answer(params) : answer
}

export function upstreamOf(answers: Answers): Upstream {
  return (call) => {
    return call.method in answers
      ? { result: resultIn(answers, call) }
      : { error: { code: -32_601, message: 'no such method' } }
  }
}

/** A copy of a block that a test changes. */
export interface Parts {
  block: Json & { transactions: Json[] }
  receipts: Json[]
  logs: Json[]
}

/** The block with changes to any of its parts. */
export function changed(block: GeneratedBlock, change: (parts: Parts) => void): GeneratedBlock {
  const parts = structuredClone(block)
  change(parts as unknown as Parts)
  return parts
}

/** A reader for one test. */
export function openReader() {
  const reader = createBlockReader()
  onTestFinished(() => reader.close())
  return reader
}

export async function readFrom(
  answers: Answers,
  request: Partial<BlockRequest> = {},
  reader = openReader(),
): Promise<BlockReading & { readonly methods: readonly string[] }> {
  await using proxy = await startProxy(upstreamOf(answers))
  const reading = await reader.read({
    chainId: '1',
    url: proxy.url,
    block: 100,
    receipts: 'receipts',
    timeoutMs: PATIENCE_MS,
    only: [WATCHED],
    ...request,
  })
  return { ...reading, methods: proxy.exchanges.flatMap(({ calls }) => calls.map(({ method }) => method)) }
}

export async function startProxy(upstream: Upstream) {
  const proxy = await startFaultProxy(upstream)
  return { ...proxy, [Symbol.asyncDispose]: () => proxy.close() }
}

export function isBlock(block: CheckedBlock | RpcFailure): block is CheckedBlock {
  return 'header' in block
}

/** @throws Error for a failure */
export function blockOf({ block }: BlockReading): CheckedBlock {
  if (isBlock(block)) return block
  throw new Error(block.message)
}
