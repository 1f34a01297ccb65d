import { test as base, onTestFinished } from 'vitest'
import { type FaultProxy, type NodeAnswer, type RpcCall, startFaultProxy } from '../fault-proxy.ts'
import { answerOf, type FakeChain, fakeChain, rangeOf } from './fake-chain.ts'
import { hex } from './test-chain.ts'

type Send = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/** Changes the honest answer to a call. @param send gives the honest result of another call */
export type Lie = (call: RpcCall, honest: NodeAnswer, send: Send) => NodeAnswer | Promise<NodeAnswer>

/** A node that forwards, fails (`script`) and lies as a test wants. */
export interface FakeNode extends FaultProxy {
  /** From now on; undefined: the truth. */
  lie(how: Lie | undefined): void
  /** Answers that were not the honest ones, since `lie`. */
  lies(): number
}

/** Who knows the truth: a real node by its URL, a chain, or a function. */
type Truth = string | FakeChain | ((call: RpcCall) => NodeAnswer | Promise<NodeAnswer>)

export async function startFakeNode(truth: Truth, first?: Lie): Promise<FakeNode> {
  let lie = first
  let lies = 0
  const ask = async (call: RpcCall): Promise<NodeAnswer> => {
    if (typeof truth === 'function') return await truth(call)
    return typeof truth === 'string' ? await forward(truth, call) : answerOf(truth, call)
  }
  const send: Send = async (method, ...params) => {
    const answer = await ask({ id: 1, method, params })
    return 'result' in answer ? answer.result : undefined
  }
  const proxy = await startFaultProxy(async (call) => {
    const honest = await ask(call)
    const answer = lie ? await lie(call, honest, send) : honest
    if (answer !== honest) lies++
    return answer
  })
  return {
    ...proxy,
    lie(how) {
      lie = how
      lies = 0
    },
    lies: () => lies,
  }
}

/** For one test. @param more what differs from Ethereum */
export async function fakeNode(
  more?: Partial<FakeChain>,
  lie?: Lie,
): Promise<FakeNode & { readonly chain: FakeChain }> {
  const chain = fakeChain(more)
  const node = await startFakeNode(chain, lie)
  onTestFinished(() => node.close())
  return { ...node, chain }
}

async function forward(url: string, { method, params }: RpcCall): Promise<NodeAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
  return error ? { error } : { result }
}

/** Of an honest result; undefined: it stays. */
type Change = (call: RpcCall, honest: unknown) => NodeAnswer | undefined | Promise<NodeAnswer>

/** Lies about some methods. */
export function about(changes: Readonly<Record<string, Change>>): Lie {
  return (call, honest) => changes[call.method]?.(call, 'result' in honest ? honest.result : undefined) ?? honest
}

type Json = Record<string, unknown>
interface BlockJson extends Json {
  readonly number: string
  readonly hash: string
  readonly transactions: readonly unknown[]
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Changes complete blocks: those that are read with their transactions. */
export function aboutBlocks(change: (block: BlockJson) => unknown): Lie {
  return ({ method, params }, honest) =>
    method.startsWith('eth_getBlockBy') && params[1] === true && 'result' in honest && isObject(honest.result)
      ? { result: change(honest.result as BlockJson) }
      : honest
}

/** Changes the receipts of blocks that have some. */
export function aboutReceipts(change: (receipts: readonly Json[], send: Send) => unknown): Lie {
  return async ({ method }, honest, send) =>
    method === 'eth_getBlockReceipts' && 'result' in honest && Array.isArray(honest.result) && honest.result.length > 0
      ? { result: await change(honest.result as Json[], send) }
      : honest
}

/** As if the node were some blocks behind. */
export function behind(blocks: number): Lie {
  return async ({ method, params }, honest, send) => {
    const head = Math.max(0, Number(await send('eth_blockNumber')) - blocks)
    if (method === 'eth_blockNumber') return { result: hex(head) }
    if (method === 'eth_getBlockByNumber') {
      const [which, full] = params
      if (which === 'latest') return { result: await send(method, hex(head), full) }
      return Number(which) > head ? { result: null } : honest
    }
    const found = 'result' in honest && isObject(honest.result) ? honest.result : undefined
    if (method === 'eth_getBlockByHash' && found && Number(found.number) > head) return { result: null }
    return honest
  }
}

/** As the chain is now, also after it made other blocks: answers about blocks, from memory. */
export async function remembering(send: Send, first: number): Promise<Lie> {
  const head = Number(await send('eth_blockNumber'))
  const memory = new Map<string, unknown>()
  const keep = (method: string, params: readonly unknown[], result: unknown) =>
    memory.set(`${method} ${JSON.stringify(params)}`, result)
  for (let number = first; number <= head; number++) {
    for (const full of [true, false]) {
      const block = (await send('eth_getBlockByNumber', hex(number), full)) as BlockJson
      keep('eth_getBlockByNumber', [hex(number), full], block)
      keep('eth_getBlockByHash', [block.hash, full], block)
      if (number === head) keep('eth_getBlockByNumber', ['latest', full], block)
      const receipts = await send('eth_getBlockReceipts', hex(number))
      for (const which of [hex(number), block.hash, { blockHash: block.hash }])
        keep('eth_getBlockReceipts', [which], receipts)
    }
  }
  keep('eth_blockNumber', [], hex(head))
  return ({ method, params }, honest) => {
    const key = `${method} ${JSON.stringify(params)}`
    if (memory.has(key)) return { result: memory.get(key) }
    if (method === 'eth_getBlockByNumber' && Number(params[0]) > head) return { result: null }
    return honest
  }
}

/** Searches no range that a test refuses: by its blocks, and the number of events in them. */
export function refusing(refuse: (first: number, last: number, found: number) => NodeAnswer | undefined): Lie {
  return about({
    eth_getLogs({ params: [filter] }, honest) {
      const { first, last } = rangeOf(filter)
      return refuse(first, last, (honest as unknown[]).length)
    },
  })
}

/** A test with a node of Ethereum: `node`. */
export const test = base.extend('node', () => fakeNode())
