import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ApiResponse } from '../../api/message.ts'
import { interrupted, WardenError } from '../../shared/errors.ts'
import { targetAddress } from '../address.ts'
import { callerHeaders } from '../headers.ts'
import { AnswerTooLarge, networkError } from '../network-error.ts'
import type { Addresses, Outgoing, Transport } from '../transport.ts'
import { checkedBase, checkedKey } from './admission.ts'
import { type Connections, type Environment, openConnections } from './connections.ts'
import { createTracer, hideKeys, type TraceOptions } from './trace.ts'

export interface HttpOptions extends TraceOptions {
  readonly addresses: Addresses
  /** Longest time for one exchange, in ms, from connecting to the last byte. */
  readonly timeoutMs: number
  /** Sent with every request, below what the request itself says. */
  readonly headers: Readonly<Record<string, string>>
  /** Allows plain http to hosts other than this machine. */
  readonly insecureHttp: boolean
  /** For HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env: Environment
  readonly userAgent: string
  /** Longest body that is read, in bytes. Default 64 MiB. */
  readonly maxAnswerBytes?: number
}

export type HttpTransport = Transport & { readonly close: () => Promise<void> }

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/**
 * Sends over HTTP: keep-alive, proxies of the environment, redirects never followed, each key only to its own address.
 * Throws WardenError 'auth' (no key) and 'refused' (plain http) before anything leaves, 'unavailable' when no answer
 * comes, 'interrupted' when the signal aborts. Making it throws 'refused' on extra headers or a proxy that cannot be.
 */
export function createHttpTransport(options: HttpOptions): HttpTransport {
  const connections = openConnections(options.env, options.timeoutMs)
  const common = { 'user-agent': options.userAgent, 'accept-encoding': 'identity', ...callerHeaders(options.headers) }

  const send: Transport = async (outgoing) => {
    const base = checkedBase(options.addresses[outgoing.key], options.insecureHttp)
    const key = checkedKey(options.keys[outgoing.key], outgoing.key)
    const { method } = outgoing.request
    const address = targetAddress(base, outgoing.request)
    const headers = { ...common, ...outgoing.request.headers, 'x-api-key': key }
    const trace = createTracer(options)
    trace.request(method, address, headers)
    try {
      const response = await exchange(connections, new URL(address), headers, outgoing, options)
      trace.response(response)
      // Some servers repeat in their error what they were sent.
      return response.status < 300 ? response : { ...response, body: hideKeys(response.body, options.keys) }
    } catch (error) {
      if (outgoing.signal?.aborted) throw interrupted(outgoing.signal.reason)
      const failure =
        error instanceof WardenError
          ? error
          : networkError(error, `${method} ${base.origin}`, connections.proxyTo(base))
      trace.failure(failure)
      throw failure
    }
  }

  return Object.assign(send, { close: connections.close })
}

async function exchange(
  connections: Connections,
  url: URL,
  headers: Readonly<Record<string, string>>,
  { request, signal }: Outgoing,
  { timeoutMs, maxAnswerBytes = MAX_ANSWER_BYTES }: HttpOptions,
): Promise<ApiResponse> {
  const dispatcher = await connections.to(url)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new TimeLimit(`no complete answer in ${timeoutMs} ms`)), timeoutMs)
  try {
    const answer = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      // Checked by the client core; the type of undici lists the methods it knows.
      method: request.method as 'GET',
      headers,
      body: request.body ?? null,
      signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      // The deadline is for the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const body = await readText(answer.body, maxAnswerBytes)
    // undici frees the connection one turn after the last byte; a next request any sooner would open another one.
    await nextTurn()
    return { status: answer.statusCode, headers: flatHeaders(answer.headers), body }
  } finally {
    clearTimeout(timer)
  }
}

/** Shaped as the network's own errors are. */
class TimeLimit extends Error {
  override readonly name = 'TimeLimit'
  readonly code = 'ETIMEDOUT'
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new AnswerTooLarge(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function flatHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
