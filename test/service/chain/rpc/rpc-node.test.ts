import { test as base, describe, expect, onTestFinished } from 'vitest'
import { isReply, nodeFailure, type RpcReply, type RpcRequest } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { createRpcNode } from '../../../../src/service/chain/rpc/rpc-node.ts'
import { oneLine } from '../../../../src/shared/text/one-line.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { type RpcFaultName, rpcFaults, startFaultProxy, type Upstream } from '../../../support/fault-proxy.ts'
import { SILENT_NAME, startFault } from '../../../support/misbehaving.ts'
import { type HttpFault, httpFaults } from '../../../support/misbehaving-http.ts'

const test = base.extend('node', () => nodeWith())

const PLENTY_MS = 60_000

/** A node behind the fault proxy; waits between retries pass at once. */
async function nodeWith(upstream: Upstream = echo, more: { path?: string } = {}) {
  const proxy = await startFaultProxy(upstream)
  const clock = new TestClock()
  const waits: number[] = []
  const node = createRpcNode({
    url: `${proxy.url}${more.path ?? ''}`,
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
  const send = (count = 1, until = clock.elapsed() + PLENTY_MS) => node.send(requests(count), until)
  return { node, proxy, clock, waits, send }
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
  test('gets one HTTP request for a batch, in any order of its answers', async ({ node: { proxy, send } }) => {
    for (const fault of ['none', 'batch reversed', 'batch with foreign answers'] as const) {
      proxy.script(fault)
      expect([fault, await send(30)]).toEqual([fault, right(30)])
    }
    expect(proxy.exchanges.map(({ calls }) => calls.length)).toEqual([30, 30, 30])
  })

  test('gets an id of its own with every request', async ({ node: { proxy, send } }) => {
    for (let round = 0; round < 3; round++) await send(5)
    const ids = proxy.exchanges.flatMap(({ calls }) => calls.map(({ id }) => id))
    expect(new Set(ids).size).toBe(15)
  })

  test('gets its path, and a request not to compress', async () => {
    const { proxy, send } = await nodeWith(echo, { path: '/v2/key' })
    await send()
    expect(proxy.exchanges[0]).toMatchObject({
      path: '/v2/key',
      isBatch: false,
      headers: { 'accept-encoding': 'identity', 'content-type': 'application/json' },
    })
  })

  test('gets nothing without requests, or after the budget', async ({ node: { proxy, send, clock } }) => {
    expect(await send(0)).toEqual([])
    expect(kinds(await send(2, clock.elapsed()))).toEqual(['timeout', 'timeout'])
    expect(proxy.exchanges).toEqual([])
  })

  test('gets requests without end of the budget', async ({ node: { send } }) => {
    expect(await send(2, Number.POSITIVE_INFINITY)).toEqual(right(2))
  })

  test('may answer null, and with an error for one request', async () => {
    const { send, node } = await nodeWith(({ params: [at] }) =>
      at === 1 ? { error: { code: 3, message: 'execution reverted', data: '0x08C379a0' } } : { result: null },
    )
    expect(await send(3)).toEqual([
      { result: null },
      { failure: nodeFailure(node.host, 'reverted', 'error 3: execution reverted', { code: 3, data: '0x08c379a0' }) },
      { result: null },
    ])
  })
})

/** For three requests: each outcome, and how many HTTP requests it takes at most. */
const outcomes: Partial<Record<RpcFaultName, readonly [kind: string, exchanges: number]>> = {
  'cut body': ['network', 3],
  'closes connection': ['network', 3],
  'HTTP 429': ['rate', 3],
  'HTTP 429 with HTML': ['rate', 3],
  'HTTP 429 Retry-After 3600': ['rate', 1],
  'HTTP 429 Retry-After 1': ['rate', 3],
  'HTTP 402 daily limit': ['rate', 1],
  'HTTP 401': ['closed', 1],
  'HTTP 403': ['closed', 1],
  'HTTP 404': ['failed', 1],
  'HTTP 500': ['failed', 3],
  'HTTP 503 Retry-After 3600': ['failed', 1],
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
  'null body': ['bad-answer', 3],
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
    const { proxy, send } = await nodeWith()
    proxy.script(fault as RpcFaultName)
    expect(kinds(await send(3))).toEqual([kind, kind, kind])
    expect(proxy.exchanges.length).toBe(exchanges)
  })

  test.each(['slow head', 'slow body', 'trickled body'] as const)('%s ends with the budget', async (fault) => {
    const { proxy, send, clock } = await nodeWith()
    proxy.script(fault)
    expect(kinds(await send(3, clock.elapsed() + 100))).toEqual(['timeout', 'timeout', 'timeout'])
    expect(proxy.exchanges.length).toBeLessThanOrEqual(1)
  })
})

describe('a fault that passes', () => {
  test.each([
    ['HTTP 429', 250],
    ['-32005', 250],
    ['HTTP 429 Retry-After 1', 1000],
    ['header not found', 150],
    ['closes connection', 50],
    ['truncated', 50],
    ['HTTP 500', 50],
    ['-32603', 50],
  ] as const)('%s is retried once, after %i ms', async (fault, wait) => {
    const { proxy, waits, send } = await nodeWith()
    proxy.script(fault, 'none')
    expect(await send(3)).toEqual(right(3))
    expect([waits, proxy.exchanges.length]).toEqual([[wait], 2])
  })

  test('leaves the other answers of the batch alone', async () => {
    let refusals = 0
    const { proxy, send } = await nodeWith(({ method, params }) =>
      params[0] === 1 && refusals++ === 0
        ? { error: { code: -32_005, message: 'limit' } }
        : { result: { method, params } },
    )
    expect(await send(3)).toEqual(right(3))
    expect(proxy.exchanges.map(({ calls }) => calls.map(({ params }) => params[0]))).toEqual([[0, 1, 2], [1]])
  })
})

describe('a wait that does not fit into the budget', () => {
  test.each([
    ['HTTP 429', 240],
    ['HTTP 429 Retry-After 1', 999],
    ['HTTP 429 Retry-After 3600', PLENTY_MS],
  ] as const)('%s fails at once with %i ms left', async (fault, left) => {
    const { proxy, waits, send, clock } = await nodeWith()
    proxy.script(fault, 'none')
    expect(kinds(await send(3, clock.elapsed() + left))).toEqual(['rate', 'rate', 'rate'])
    expect([waits, proxy.exchanges.length]).toEqual([[], 1])
  })

  test('is reported to the caller', async ({ node: { proxy, send } }) => {
    proxy.script('HTTP 429 Retry-After 3600')
    expect(await send()).toMatchObject([{ failure: { kind: 'rate', retryAfterMs: 3_600_000 } }])
    // The clock of the test says 03:04:05.
    proxy.script('HTTP 402 daily limit')
    expect(await send()).toMatchObject([{ failure: { kind: 'rate', retryAfterMs: 75_355_000 } }])
  })
})

describe('a node with faults in batches', () => {
  test.each(['batch short', 'first of the batch only', 'batch doubled'] as const)(
    '%s: what is unanswered is sent singly, and the next batch as a batch',
    async (fault) => {
      const { proxy, send } = await nodeWith()
      proxy.script(fault)
      const isDoubled = fault === 'batch doubled'
      expect(kinds(await send(4))).toEqual(Array(4).fill(isDoubled ? 'bad-answer' : 'result'))
      const before = proxy.exchanges.length
      await send(4)
      expect(proxy.exchanges[before]?.isBatch).toBe(true)
    },
  )

  test.each(['batch refused', 'batch refused with 400'] as const)('%s: single requests from then on', async (fault) => {
    const { proxy, send } = await nodeWith()
    proxy.script(fault)
    expect(await send(20)).toEqual(right(20))
    expect(await send(5)).toEqual(right(5))
    expect(proxy.exchanges.map(({ isBatch }) => isBatch)).toEqual([true, ...Array(25).fill(false)])
  })

  test('a crash of one batch does not end batches', async ({ node: { proxy, send } }) => {
    proxy.script('batch crashes', 'none')
    expect([await send(5), await send(5)]).toEqual([right(5), right(5)])
    expect(proxy.exchanges.map(({ isBatch }) => isBatch)).toEqual([true, true, true])
  })

  test('a batch that is refused together with its requests does not end batches', async () => {
    const { proxy, send } = await nodeWith(() => ({ error: { code: -32_600, message: 'Invalid Request' } }))
    proxy.script('batch refused')
    expect(kinds(await send(3))).toEqual(['failed', 'failed', 'failed'])
    await send(3)
    expect(proxy.exchanges.map(({ isBatch }) => isBatch)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
    ])
  })

  test('at most 8 single requests are in flight', async () => {
    let inFlight = 0
    let most = 0
    const { proxy, send } = await nodeWith(async (call) => {
      most = Math.max(most, ++inFlight)
      // Requests that were sent together have all arrived by then.
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      inFlight--
      return echo(call)
    })
    proxy.script('batch refused with 400')
    expect(await send(40)).toEqual(right(40))
    expect(most).toBe(8)
  })

  test('a rate limit ends single requests', async ({ node: { proxy, send } }) => {
    proxy.script('batch refused', 'none', 'none', 'HTTP 429 Retry-After 3600')
    const replies = await send(60)
    expect(kinds(replies).filter((kind) => kind !== 'rate').length).toBeLessThanOrEqual(2)
    expect(proxy.exchanges.length).toBeLessThanOrEqual(1 + 2 + 8)
  })
})

test('any other behaviour of a server is a failure of each request within the budget', async () => {
  // Without a name server of the test, the name would be looked up on the network.
  const faults = httpFaults.filter(({ origin }) => !origin?.(1).includes(SILENT_NAME))
  const kindsOf = async (fault: HttpFault) => {
    const server = await startFault(fault)
    const origin = fault.origin?.(server.port) ?? `http://127.0.0.1:${server.port}`
    const clock = new TestClock()
    const node = createRpcNode({ url: `${origin}/plantedKey`, clock, sleep: async () => {} })
    const replies = await node.send(requests(3), 250)
    await Promise.all([node.close(), server.close()])
    expect(JSON.stringify(replies)).not.toMatch(/planted|SECRET/)
    return kinds(replies)
  }
  const found = await Promise.all(faults.map(async (fault) => [fault.name, await kindsOf(fault)] as const))
  expect(found.length).toBeGreaterThan(50)
  // Of three requests, some can end with the budget: all servers misbehave at the same time.
  const isMixed = (ends: readonly string[]) => new Set(ends.filter((kind) => kind !== 'timeout')).size > 1
  expect(found.filter(([, ends]) => ends.includes('result') || isMixed(ends))).toEqual([])
})

describe('the URL is a secret', () => {
  const path = '/v2/plantedPathKey0123/?apikey=plantedQueryKey&token=planted%2DEncoded'

  test.each(Object.keys(rpcFaults) as RpcFaultName[])('%s: no failure contains more than the host', async (fault) => {
    const { proxy, node, send, clock } = await nodeWith(echo, { path })
    proxy.script(fault)
    const replies = await send(
      3,
      clock.elapsed() + (fault.startsWith('slow') || fault.startsWith('tr') ? 50 : PLENTY_MS),
    )
    const failures = replies.flatMap((reply) => (isReply(reply) ? [] : [reply.failure]))
    expect(JSON.stringify(failures)).not.toMatch(/planted/i)
    for (const { message } of failures) {
      expect(message.startsWith(`${node.host}: `)).toBe(true)
      expect(message.length).toBeLessThanOrEqual(node.host.length + 250)
      expect(message).toBe(oneLine(message))
    }
  })

  test('of a port where nothing listens', async () => {
    const { proxy, node, send } = await nodeWith(echo, { path })
    await proxy.close()
    expect(await send()).toEqual([{ failure: nodeFailure(node.host, 'network', 'the node refused the connection') }])
  })

  test.each([
    'https://plantedUser:plantedPassword@node.example/',
    'https://plantedUser@node.example/',
    'wss://node.example/plantedKey',
    'ftp://node.example/plantedKey',
    'plantedKey',
    'https://[::planted]/',
    '',
  ])('%s is refused without showing it', (url) => {
    const refusal = refusalOf(url)
    expect(refusal).toMatchObject({ kind: 'refused', code: 'bad-node-url' })
    expect(`${refusal.message} ${refusal.stack} ${JSON.stringify(refusal)}`).not.toContain('planted')
  })
})

function refusalOf(url: string): Error {
  try {
    createRpcNode({ url, clock: new TestClock() })
  } catch (error) {
    return error as Error
  }
  throw new Error('not refused')
}

test('texts of a node lose control characters and are cut', async ({ node: { proxy, node, send } }) => {
  proxy.script('hostile text')
  const [reply] = await send()
  const message = reply && !isReply(reply) ? reply.failure.message : ''
  expect(message).toMatch(/^127\.0\.0\.1:\d+: error -32000: \[31mredgnp forged: (long )+(l|lo|lon|long)?…$/)
  expect(message.length).toBe(`${node.host}: error -32000: `.length + 200)
})
