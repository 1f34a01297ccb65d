import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseJson } from '../../../src/shared/json/json.ts'

export interface RpcErrorBody {
  readonly code: number
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** An answer of a JSON-RPC server. */
export interface RpcAnswer {
  readonly jsonrpc: string
  readonly id: unknown
  readonly result?: unknown
  readonly error?: RpcErrorBody
}

export interface Posted {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Of a body that is one JSON-RPC answer. */
  readonly answer: RpcAnswer
  /** Of a body that is a batch of answers. */
  readonly answers: readonly RpcAnswer[]
}

export interface PostOptions {
  readonly method?: string
  /** Instead of that of the URL. */
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  readonly signal?: AbortSignal
}

/** Sends a body with no header but those given and content-type. Objects are sent as JSON. */
export function post(url: string, body: unknown, options: PostOptions = {}): Promise<Posted> {
  const { hostname, port, pathname } = new URL(url)
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      hostname,
      port,
      path: options.path ?? pathname,
      method: options.method ?? 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes), ...options.headers },
      agent: false,
      ...(options.signal && { signal: options.signal }),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      buffer(response).then((received) => {
        const value = parseJson(received.toString())
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: received,
          answer: value as RpcAnswer,
          answers: value as readonly RpcAnswer[],
        })
      }, reject)
    })
    request.end(bytes)
  })
}

/** The text of a request. */
export function call(method: string, params: unknown = [], id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, params }
}

/** The text of a request without an id. */
export function notification(method: string, params: unknown = []) {
  return { jsonrpc: '2.0', method, params }
}
