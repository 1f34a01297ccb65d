import { describe, expect, onTestFinished, test } from 'vitest'
import { isReply, type RpcReply, type RpcRequest } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { createRpcNode } from '../../../../src/service/chain/rpc/rpc-node.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { type RpcFaultName, startFaultProxy, type Upstream } from '../../../support/fault-proxy.ts'

const PLENTY_MS = 60_000

/** A node behind the fault proxy; waits between retries pass at once. */
async function nodeWith(upstream: Upstream = echo, more: { path?: string; headers?: Record<string, string> } = {}) {
  const proxy = await startFaultProxy(upstream)
  const clock = new TestClock()
  const waits: number[] = []
  const node = createRpcNode({
    url: `${proxy.url}${more.path ?? ''}`,
    ...(more.headers && { headers: more.headers }),
    clock,
    sleep: async (ms) => {
      waits.push(ms)
      clock.advance(ms)
    },
  })
  onTestFinished(async () => {
    await node.close()
    await proxy.close()
  })
  const ask = (count = 1, until = clock.elapsed() + PLENTY_MS) => node.batch(requests(count), until)
  return { node, proxy, clock, waits, ask }
}

function echo({ method, params }: { method: string; params: readonly unknown[] }) {
  return { result: { method, params } }
}

function requests(count: number): RpcRequest[] {
  return Array.from({ length: count }, (_, at) => ({ method: 'eth_call', params: [at] }))
}

function right(count: number) {
  return requests(count).map((request) => ({ result: request }))
}

function kinds(replies: readonly RpcReply[]): string[] {
  return replies.map((reply) => (isReply(reply) ? 'result' : reply.failure.kind))
}

describe('a node that works', () => {
  test('is asked with one HTTP request for a batch, whatever the order of its answers', async () => {
    const { proxy, ask } = await nodeWith()
    for (const fault of ['none', 'batch reversed', 'batch with foreign answers'] as const) {
      proxy.script(fault)
      expect([fault, await ask(30)]).toEqual([fault, right(30)])
    }
    expect(proxy.exchanges.map(({ calls }) => calls.length)).toEqual([30, 30, 30])
  })

  test('gets an id of its own with every request', async () => {
    const { proxy, ask } = await nodeWith()
    for (let round = 0; round < 3; round++) await ask(5)
    const ids = proxy.exchanges.flatMap(({ calls }) => calls.map(({ id }) => id))
    expect(new Set(ids).size).toBe(15)
  })

  test('gets the given headers, and is asked not to compress', async () => {
    const { proxy, ask } = await nodeWith(echo, { path: '/v2/key', headers: { authorization: 'Bearer one' } })
    await ask()
    expect(proxy.exchanges[0]).toMatchObject({
      path: '/v2/key',
      isBatch: false,
      headers: { authorization: 'Bearer one', 'accept-encoding': 'identity', 'content-type': 'application/json' },
    })
  })

  test('is not asked without requests, or after the budget', async () => {
    const { proxy, ask, clock } = await nodeWith()
    expect(await ask(0)).toEqual([])
    expect(kinds(await ask(2, clock.elapsed()))).toEqual(['timeout', 'timeout'])
    expect(proxy.exchanges).toEqual([])
  })

  test('may answer null, and with an error for one request', async () => {
    const { ask } = await nodeWith(({ params: [at] }) =>
      at === 1 ? { error: { code: 3, message: 'execution reverted', data: '0x08C379a0' } } : { result: null },
    )
    expect(await ask(3)).toEqual([
      { result: null },
      { failure: { kind: 'reverted', code: 3, data: '0x08c379a0', message: expect.stringContaining('reverted') } },
      { result: null },
    ])
  })
})

/** For three requests: each outcome, and how many HTTP requests it takes at most. */
const outcomes: Partial<Record<RpcFaultName, readonly [kind: string, exchanges: number]>> = {
  'cut body': ['network', 3],
  'closes connection': ['network', 3],
  429: ['rate', 3],
  '429 with HTML': ['rate', 3],
  '429 Retry-After 3600': ['rate', 1],
  '429 Retry-After 1': ['rate', 3],
  '402 daily limit': ['rate', 1],
  401: ['closed', 1],
  403: ['closed', 1],
  404: ['failed', 1],
  500: ['failed', 3],
  '503 Retry-After 3600': ['failed', 1],
  '-32005': ['rate', 3],
  '-32007': ['rate', 3],
  '-32011': ['rate', 3],
  '-32603': ['failed', 3],
  'header not found': ['lagging', 3],
  'missing trie node': ['pruned', 1],
  'method not found': ['closed', 1],
  'wrong id': ['bad-answer', 3],
  'id as text': ['bad-answer', 3],
  'no result': ['bad-answer', 3],
  'null result': ['result', 1],
  'null answer': ['bad-answer', 3],
  'empty body': ['bad-answer', 3],
  'HTML 200': ['bad-answer', 3],
  'a number': ['bad-answer', 3],
  null: ['bad-answer', 3],
  truncated: ['bad-answer', 3],
  'deep JSON': ['bad-answer', 3],
  '50 MB body': ['bad-answer', 1],
  '50 MB length': ['bad-answer', 1],
  gzip: ['bad-answer', 1],
  redirect: ['bad-answer', 1],
  'batch rate limited': ['rate', 3],
  'batch crashes': ['failed', 3],
  'hostile text': ['failed', 1],
}

describe('a fault that stays', () => {
  test.each(Object.entries(outcomes))('%s is a failure of each request', async (fault, [kind, exchanges]) => {
    const { proxy, ask } = await nodeWith()
    proxy.script(fault as RpcFaultName)
    expect(kinds(await ask(3))).toEqual([kind, kind, kind])
    expect(proxy.exchanges.length).toBe(exchanges)
  })

  test.each(['slow head', 'slow body', 'trickled body'] as const)('%s ends with the budget', async (fault) => {
    const { proxy, ask, clock } = await nodeWith()
    proxy.script(fault)
    expect(kinds(await ask(3, clock.elapsed() + 100))).toEqual(['timeout', 'timeout', 'timeout'])
    expect(proxy.exchanges.length).toBeLessThanOrEqual(1)
  })
})
