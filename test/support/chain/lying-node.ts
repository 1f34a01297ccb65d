import { type FaultProxy, type NodeAnswer, type RpcCall, startFaultProxy } from '../fault-proxy.ts'
import { hex } from './test-chain.ts'

/** Changes the honest answer to a call. @param ask an honest answer to another call */
export type Lie = (
  call: RpcCall,
  honest: NodeAnswer,
  send: (method: string, ...params: readonly unknown[]) => Promise<unknown>,
) => NodeAnswer | Promise<NodeAnswer>

export interface LyingNode extends FaultProxy {
  /** From now on; undefined: the truth. */
  lie(how: Lie | undefined): void
  /** Answers that were not the honest ones, since `lie`. */
  lies(): number
}

/** A node that says what a test wants, in front of a real one. */
export async function startLyingNode(url: string): Promise<LyingNode> {
  let lie: Lie | undefined
  let lies = 0
  const forward = async (method: string, params: readonly unknown[]): Promise<NodeAnswer> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
    return answer.error ? { error: answer.error } : { result: answer.result }
  }
  const send = async (method: string, ...params: readonly unknown[]) => {
    const answer = await forward(method, params)
    return 'result' in answer ? answer.result : undefined
  }
  const proxy = await startFaultProxy(async (call) => {
    const honest = await forward(call.method, call.params)
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
export function aboutReceipts(change: (receipts: readonly Json[], send: Parameters<Lie>[2]) => unknown): Lie {
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
export async function remembering(
  send: (method: string, ...params: readonly unknown[]) => Promise<unknown>,
  first: number,
): Promise<Lie> {
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
