import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TlsOptions } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { isRecord, parseJson } from '../../../src/shared/json/json.ts'

/** A call that arrived. */
export interface ArrivedCall {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: string
  readonly params?: readonly unknown[]
}

/** A request that arrived whole. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Names as they were sent, and values, in turns. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  readonly isBatch: boolean
  /** Of the body; none where it is no JSON-RPC. */
  readonly calls: readonly ArrivedCall[]
  /** Resolves when the connection closed or the answer is complete; whether it is complete. */
  readonly answered: Promise<boolean>
}

/** `result` or `error`, without the id. */
export type RpcReply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** Writes the answer to a request. */
export type Behaviour = (arrived: Arrived, response: ServerResponse, upstream: RecordingUpstream) => unknown

export interface RecordingUpstreamOptions {
  /** 0x-hex; default 0x1. */
  readonly chainId?: string
  readonly tls?: TlsOptions
}

/** A node that keeps all that arrives, and answers as a test tells it. */
export class RecordingUpstream {
  readonly url: string
  /** Without questions for the chain id alone, which the proxy itself asks. */
  readonly arrived: Arrived[] = []
  /** Questions for the chain id alone. */
  chainIdQuestions = 0
  /** Every byte of all connections, also of requests that never became whole; not over TLS. */
  readonly bytes: Buffer[] = []
  /** 0x-hex. Answered honestly whatever the behaviour is, unless it is undefined. */
  chainId: string | undefined
  behaviour: Behaviour = honestly
  /** Results of methods, by name; others have a result that names the method. */
  readonly results = new Map<string, (params: readonly unknown[]) => RpcReply>()
  #listeners: { readonly count: number; readonly resolve: () => void }[] = []

  /** Nothing listens from then on. */
  readonly stop: () => void

  constructor(url: string, chainId: string, stop: () => void) {
    this.url = url
    this.chainId = chainId
    this.stop = stop
  }

  /** All calls that arrived, in order, those of batches too. @param method of these only */
  calls(method?: string): ArrivedCall[] {
    return this.arrived.flatMap(({ calls }) => calls).filter((call) => method === undefined || call.method === method)
  }

  /** Resolves when so many requests arrived. */
  async until(count: number): Promise<void> {
    if (this.arrived.length < count) await new Promise<void>((resolve) => this.#listeners.push({ count, resolve }))
  }

  /** An honest result or error, without the id. */
  reply({ method = '', params = [] }: ArrivedCall): RpcReply {
    const notified = this.results.get(method)
    if (notified) return notified(params)
    if (method === 'eth_chainId') return { result: this.chainId }
    if (/^eth_send(?:Raw)?Transaction$/.test(method)) return { result: anyHash(params) }
    return { result: `result of ${method}` }
  }

  async receive(arrived: Arrived, response: ServerResponse): Promise<void> {
    const [only] = arrived.calls
    if (!arrived.isBatch && only?.method === 'eth_chainId') {
      this.chainIdQuestions += 1
      await (this.chainId === undefined ? this.behaviour : honestly)(arrived, response, this)
      return
    }
    this.arrived.push(arrived)
    const isReached = ({ count }: { count: number }) => this.arrived.length >= count
    for (const { resolve } of this.#listeners.filter(isReached)) resolve()
    this.#listeners = this.#listeners.filter((listener) => !isReached(listener))
    await this.behaviour(arrived, response, this)
  }
}

function anyHash(params: readonly unknown[]): string {
  return `0x${createHash('sha256').update(JSON.stringify(params)).digest('hex')}`
}

/** Starts on a free loopback port; stopped after the test. */
export async function startRecordingUpstream(options: RecordingUpstreamOptions = {}): Promise<RecordingUpstream> {
  let upstream: RecordingUpstream | undefined
  const listener: RequestListener = async (request, response) => {
    const answered = new Promise<boolean>((resolve) => response.once('close', () => resolve(response.writableFinished)))
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return
    const { method = '', url: path = '', headers, rawHeaders } = request
    const value = parseJson(body.toString())
    const isBatch = Array.isArray(value)
    const calls: ArrivedCall[] = (isBatch ? value : [value]).filter(isRecord)
    await upstream?.receive({ method, path, headers, rawHeaders, body, isBatch, calls, answered }, response)
  }
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    if (!options.tls) socket.on('data', (chunk: Buffer) => void upstream?.bytes.push(Buffer.from(chunk)))
  })
  // The time limits of Node's server are no part of what a test tells.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  const { port } = server.address() as AddressInfo
  upstream = new RecordingUpstream(`http${options.tls ? 's' : ''}://127.0.0.1:${port}`, options.chainId ?? '0x1', stop)
  return upstream
}

/** The honest answers, with ids; none for notifications. */
export function answersTo({ calls }: Arrived, upstream: RecordingUpstream): Record<string, unknown>[] {
  return calls.filter((call) => 'id' in call).map((call) => ({ jsonrpc: '2.0', id: call.id, ...upstream.reply(call) }))
}

function honestly(arrived: Arrived, response: ServerResponse, upstream: RecordingUpstream): void {
  const answers = answersTo(arrived, upstream)
  json(response, arrived.isBatch ? answers : answers[0])
}

function json(response: ServerResponse, value: unknown): void {
  const body = value === undefined ? '' : JSON.stringify(value)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

export const HTML = '<!doctype html><html><head><title>Just a moment...</title></head></html>'

/** Answers that say the same whatever was asked. */
export function saying(status: number, body: string | Buffer, headers: Record<string, string> = {}): Behaviour {
  return (_arrived, response) => void response.writeHead(status, headers).end(body)
}

/** The honest answers to a batch, changed; a single request is answered honestly. */
export function changingBatch(change: (answers: Record<string, unknown>[]) => unknown): Behaviour {
  return (arrived, response, upstream) =>
    arrived.isBatch ? json(response, change(answersTo(arrived, upstream))) : honestly(arrived, response, upstream)
}

/** Each honest answer changed, in a batch or alone. */
export function changing(change: (answer: Record<string, unknown>) => unknown): Behaviour {
  return (arrived, response, upstream) => {
    const answers = answersTo(arrived, upstream).map(change)
    json(response, arrived.isBatch ? answers : answers[0])
  }
}

/** What nodes and gateways do. */
export const behaviours = {
  honest: honestly,
  hangs: () => undefined,
  closes: (_arrived, response) => void response.destroy(),
  'closes in the body': (arrived, response, upstream) => {
    const body = JSON.stringify(answersTo(arrived, upstream))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.write(body.slice(0, 10), () => response.destroy())
  },
  'closes in the headers': (_arrived, response) =>
    void response.socket?.write('HTTP/1.1 200 OK\r\ncontent-le', () => response.destroy()),
  HTML: saying(200, HTML, { 'content-type': 'text/html' }),
  '403 HTML': saying(403, HTML, { 'content-type': 'text/html' }),
  '429': saying(429, '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"rate limit"}}', {
    'retry-after': '7',
    'content-type': 'application/json',
  }),
  '500': saying(500, 'oops'),
  'empty body': saying(200, ''),
  'wrong ids': changing((answer) => ({ ...answer, id: 987_654_321 })),
  'ids as text': changing((answer) => ({ ...answer, id: String(answer.id) })),
  'other order': changingBatch((answers) => answers.toReversed()),
  'missing members': changingBatch((answers) => answers.slice(1)),
  'one error for a batch': saying(200, '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}', {
    'content-type': 'application/json',
  }),
  'answers twice': changingBatch((answers) => [...answers, ...answers]),
  gzip: (arrived, response, upstream) => {
    const answers = answersTo(arrived, upstream)
    const body = gzipSync(JSON.stringify(arrived.isBatch ? answers : answers[0]))
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
  },
} satisfies Record<string, Behaviour>
