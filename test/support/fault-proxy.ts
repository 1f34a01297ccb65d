import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

export interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** `result` or `error`, without the id. */
export type NodeAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** What answers behind the proxy: a function, or the URL of a node. */
export type Upstream = string | ((call: RpcCall) => NodeAnswer | Promise<NodeAnswer>)

/** One HTTP request to the proxy. */
export interface RpcExchanged {
  readonly calls: readonly RpcCall[]
  readonly isBatch: boolean
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

interface Exchange extends RpcExchanged {
  readonly response: ServerResponse
  /** The honest answers, with ids, in the order of the calls. */
  answers(): Promise<readonly Record<string, unknown>[]>
}

type FaultAction = (exchange: Exchange) => void | Promise<void>

const MEGABYTE = 2 ** 20

function send({ response }: Exchange, body: string | Buffer, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** Each answer changed, in a batch or alone. */
function changing(change: (answer: Record<string, unknown>, call: RpcCall) => unknown): FaultAction {
  return async (exchange) => {
    const answers = (await exchange.answers()).map((answer, at) => change(answer, exchange.calls[at] as RpcCall))
    send(exchange, JSON.stringify(exchange.isBatch ? answers : answers[0]))
  }
}

/** The whole list of answers changed; a single request is answered honestly. */
function changingBatch(change: (answers: readonly unknown[], exchange: Exchange) => unknown): FaultAction {
  return async (exchange) => {
    const answers = await exchange.answers()
    send(exchange, JSON.stringify(exchange.isBatch ? change(answers, exchange) : answers[0]))
  }
}

function erring(code: number, message: string, data?: unknown): FaultAction {
  return changing(({ id }) => ({ jsonrpc: '2.0', id, error: { code, message, data } }))
}

function status(code: number, body = '', headers: Record<string, string> = {}): FaultAction {
  return (exchange) => send(exchange, body, code, headers)
}

/** The first part of the honest body, then `end` decides. */
function partly(end: (response: ServerResponse, rest: Buffer) => void): FaultAction {
  return async (exchange) => {
    const answers = await exchange.answers()
    const body = Buffer.from(JSON.stringify(exchange.isBatch ? answers : answers[0]))
    exchange.response.writeHead(200, { 'content-length': body.length })
    exchange.response.write(body.subarray(0, 10), () => end(exchange.response, body.subarray(10)))
  }
}

/** A fault of each HTTP request that has a call of the method; others are answered honestly. */
function crashing(method: string, fault: FaultAction): FaultAction {
  const honest = changing((answer) => answer)
  return (exchange) => (exchange.calls.some((call) => call.method === method) ? fault : honest)(exchange)
}

const HTML = '<!doctype html><html><head><title>Just a moment...</title></head></html>'
const isBlock = ({ method }: RpcCall) => method.startsWith('eth_getBlockBy')

/** What nodes, gateways and networks do wrong. */
export const rpcFaults = {
  none: changing((answer) => answer),
  'slow head': () => {},
  'slow body': partly(() => {}),
  'trickled body': partly((response, rest) => {
    let at = 0
    const timer = setInterval(() => response.write(rest.subarray(at, ++at)), 10)
    response.on('close', () => clearInterval(timer))
  }),
  'cut body': partly((response) => response.destroy()),
  'closes connection': ({ response }) => void response.destroy(),
  'HTTP 429': status(429),
  'HTTP 429 with HTML': status(429, HTML),
  'HTTP 429 Retry-After 3600': status(429, '', { 'retry-after': '3600' }),
  'HTTP 429 Retry-After 1': status(429, '', { 'retry-after': '1' }),
  'HTTP 402 daily limit': status(
    402,
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"daily request count exceeded"}}',
  ),
  'HTTP 401': status(401, 'Must be authenticated!'),
  'HTTP 403': status(403, HTML),
  'HTTP 404': status(404, HTML),
  'HTTP 500': status(500, 'oops'),
  'HTTP 503 Retry-After 3600': status(503, HTML, { 'retry-after': '3600' }),
  '-32005': erring(-32_005, 'limit exceeded'),
  '-32007': erring(-32_007, '50/second request limit reached'),
  '-32011': erring(-32_011, 'over rate limit'),
  '-32603': erring(-32_603, 'Internal error'),
  'header not found': erring(-32_000, 'header not found'),
  'missing trie node': erring(-32_000, 'missing trie node 5c0a (path ) <nil>'),
  'method not found': erring(-32_601, 'the method does not exist/is not available'),
  'wrong id': changing((answer) => ({ ...answer, id: 987_654_321 })),
  'id as text': changing((answer) => ({ ...answer, id: String(answer.id) })),
  'no result': changing(({ id }) => ({ jsonrpc: '2.0', id })),
  'null result': changing(({ id }) => ({ jsonrpc: '2.0', id, result: null })),
  'null answer': changing(() => null),
  'null block': changing((answer, call) => (isBlock(call) ? { ...answer, result: null } : answer)),
  'wrong chain id': changing((answer, { method }) =>
    method === 'eth_chainId' ? { ...answer, result: '0xdead' } : answer,
  ),
  'empty logs': changing((answer, { method }) => (method === 'eth_getLogs' ? { ...answer, result: [] } : answer)),
  'empty body': status(200),
  'HTML 200': status(200, HTML, { 'content-type': 'text/html' }),
  'a number': status(200, '42'),
  'null body': status(200, 'null'),
  truncated: async (exchange) => {
    const body = JSON.stringify(await exchange.answers())
    send(exchange, body.slice(0, body.length / 2))
  },
  'deep JSON': status(200, '['.repeat(200_000)),
  '50 MB body': ({ response }) => {
    const chunk = Buffer.alloc(MEGABYTE, ' ')
    let left = 50
    const pour = () => {
      while (left-- > 0) if (!response.write(chunk)) return void response.once('drain', pour)
      response.end()
    }
    response.writeHead(200)
    pour()
  },
  '50 MB length': status(200, '', { 'content-length': String(50 * MEGABYTE) }),
  gzip: async (exchange) =>
    send(exchange, gzipSync(JSON.stringify((await exchange.answers())[0])), 200, { 'content-encoding': 'gzip' }),
  redirect: status(307, '', { location: 'http://127.0.0.1:1/elsewhere' }),
  'batch refused': changingBatch(() => ({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_600, message: 'Invalid Request' },
  })),
  'batch refused with 400': async (exchange) =>
    exchange.isBatch
      ? send(exchange, 'expected an object', 400)
      : send(exchange, JSON.stringify((await exchange.answers())[0])),
  'batch crashes': changingBatch(() => ({ jsonrpc: '2.0', id: null, error: { code: -32_603, message: 'panic' } })),
  'batch rate limited': changingBatch(() => ({ jsonrpc: '2.0', id: 0, error: { code: 429, message: 'slow down' } })),
  'first of the batch only': changingBatch(([first]) => first),
  'batch short': changingBatch((answers) => answers.slice(0, -1)),
  'batch reversed': changingBatch((answers) => answers.toReversed()),
  'batch doubled': changingBatch((answers) => [...answers, ...answers]),
  'batch with foreign answers': changingBatch((answers) => [{ id: 0, result: 'other' }, null, 7, ...answers]),
  'echoes everything': async (exchange) => {
    const { path, headers } = exchange
    const message = `not for ${path}: ${decodeURIComponent(path)} ${JSON.stringify(headers)}`
    await erring(-32_000, message)(exchange)
  },
  'trace closes connection': crashing('debug_traceCall', ({ response }) => void response.destroy()),
  'simulation closes connection': crashing('eth_simulateV1', ({ response }) => void response.destroy()),
  'simulation answers HTTP 500': crashing('eth_simulateV1', status(500, 'oops')),
  'simulation answers HTML': crashing('eth_simulateV1', status(200, HTML)),
  'simulation cuts body': crashing(
    'eth_simulateV1',
    partly((response) => response.destroy()),
  ),
  'hostile text': erring(-32_000, `\u001b[31mred\u202egnp\r\n\tforged: ${'long '.repeat(1000)}`),
} satisfies Record<string, FaultAction>

export type RpcFaultName = keyof typeof rpcFaults

export interface FaultProxy {
  /** http://127.0.0.1:port */
  readonly url: string
  readonly exchanges: readonly RpcExchanged[]
  /** The faults of the next HTTP requests in their order; the last one stays. */
  script(...faults: readonly RpcFaultName[]): void
  close(): Promise<void>
}

/** A JSON-RPC server on 127.0.0.1 that passes requests on and misbehaves by script. */
export async function startFaultProxy(upstream: Upstream): Promise<FaultProxy> {
  const exchanges: RpcExchanged[] = []
  let script: readonly RpcFaultName[] = ['none']
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const body = await text(request).catch(() => undefined)
    // The caller gave up before all of it came.
    if (body === undefined) return
    const parsed = JSON.parse(body) as RpcCall | readonly RpcCall[]
    const calls = Array.isArray(parsed) ? (parsed as readonly RpcCall[]) : [parsed as RpcCall]
    const { url: path = '', headers } = request
    const exchanged: RpcExchanged = { calls, isBatch: Array.isArray(parsed), path, headers }
    exchanges.push(exchanged)
    const [fault = 'none', ...rest] = script
    if (rest.length > 0) script = rest
    const action: FaultAction = rpcFaults[fault]
    try {
      await action({ ...exchanged, response, answers: () => answersOf(upstream, calls) })
    } catch (error) {
      // The node may have stopped since the caller gave up.
      if (!response.destroyed) throw error
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    script: (...faults) => {
      script = faults
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function answersOf(upstream: Upstream, calls: readonly RpcCall[]): Promise<readonly Record<string, unknown>[]> {
  if (typeof upstream === 'function')
    return Promise.all(calls.map(async (call) => ({ jsonrpc: '2.0', id: call.id, ...(await upstream(call)) })))
  const response = await fetch(upstream, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  })
  const answers = (await response.json()) as readonly { id: number }[]
  return calls.map(({ id }) => answers.find((answer) => answer.id === id) ?? { id })
}
