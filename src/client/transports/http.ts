import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ApiResponse } from '../../api/operations/message.ts'
import type { KeyKind } from '../../api/operations/operation.ts'
import { interrupted, noAccess, refusal, WardenError } from '../../shared/errors.ts'
import { isLoopback } from '../../shared/system/loopback.ts'
import { AnswerTooLarge, networkError } from '../errors/network-error.ts'
import { cleanText } from '../errors/server-text.ts'
import { targetAddress } from '../requests/address.ts'
import { callerHeaders, withHeaders } from '../requests/headers.ts'
import { HIDDEN, hideHeaders } from '../secrets.ts'
import { type Addresses, keyVariables, type Outgoing, type Transport } from '../transport.ts'
import { type Connections, openConnections, type ProxyVariables } from './connections.ts'

export interface HttpOptions extends TraceOptions {
  readonly addresses: Addresses
  /** Time limit of one exchange, from connecting to the last byte. */
  readonly timeoutMs: number
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Allows plain http to other machines. */
  readonly insecureHttp: boolean
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env: ProxyVariables
  readonly userAgent: string
  /** Largest accepted body. Default 64 MiB. */
  readonly maxAnswerBytes?: number
}

export type HttpTransport = Transport & { readonly close: () => Promise<void> }

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/**
 * Sends over HTTP with keep-alive and the proxies of the environment. Redirects are never followed, and each key goes
 * only to its own address. Throws WardenError 'auth' (no key) or 'refused' (plain http) before anything is sent,
 * 'unavailable' without a response, 'interrupted' when the signal aborts. Creating it throws 'refused' for invalid
 * headers or an invalid proxy.
 */
export function createHttpTransport(options: HttpOptions): HttpTransport {
  const connections = openConnections(options.env, options.timeoutMs)
  const common = { 'user-agent': options.userAgent, 'accept-encoding': 'identity' }
  const extra = callerHeaders(options.headers)

  const send: Transport = async (outgoing) => {
    const base = checkedBase(options.addresses[outgoing.key], options.insecureHttp)
    const key = checkedKey(options.keys[outgoing.key], outgoing.key)
    const { method } = outgoing.request
    const address = targetAddress(base, outgoing.request)
    const headers = { ...common, ...withHeaders(extra, outgoing.request.headers), 'x-api-key': key }
    const trace = createTracer(options)
    trace.request(method, address, headers)
    try {
      const response = await exchange(connections, new URL(address), headers, outgoing, options)
      trace.response(response)
      // Some servers echo the request in their error.
      return response.status < 300 ? response : { ...response, body: hideKeys(response.body, options.keys) }
    } catch (error) {
      if (outgoing.signal?.aborted) throw interrupted(outgoing.signal.reason)
      const failure =
        error instanceof WardenError
          ? error
          : networkError(error, `${method} ${base.origin}`, { origin: base.origin, proxy: connections.proxyTo(base) })
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
  const timer = setTimeout(() => deadline.abort(new TimeLimit(`no complete response in ${timeoutMs} ms`)), timeoutMs)
  try {
    const answer = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      // Checked by the client core; the type of undici lists the methods it knows.
      method: request.method as 'GET',
      headers,
      body: request.body ?? null,
      signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      // The deadline covers the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const body = await readText(answer.body, maxAnswerBytes)
    // undici frees the connection one turn after the last byte; an earlier request would open another one.
    await nextTurn()
    return { status: answer.statusCode, headers: flatHeaders(answer.headers), body }
  } finally {
    clearTimeout(timer)
  }
}

/** Has the shape of a network error. */
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

/** Returns the base URL if a key may be sent there; otherwise throws WardenError 'refused'. */
function checkedBase(base: URL, insecureHttp: boolean): URL {
  const { protocol, host, origin } = base
  if (base.username !== '' || base.password !== '')
    throw refused('address-with-credentials', `the base URL ${origin} must not contain a user name or password`)
  if (protocol === 'https:') return base
  if (protocol !== 'http:') {
    const instead = 'use https://host, or http://host on this machine'
    throw refused('unknown-protocol', `${protocol}//${host} is not supported: ${instead}`)
  }
  if (insecureHttp || isLoopback(base.hostname)) return base
  const details = ['Use https, or --insecure-http on a trusted network.']
  throw refused('plain-http', `${origin} is plain http, which exposes the API key`, details)
}

function refused(code: string, message: string, details: readonly string[] = []): WardenError {
  return refusal(code, message, { details, try: 'txwarden config explain' })
}

/** Returns the key if a header can carry it; otherwise throws WardenError 'auth'. */
function checkedKey(key: string | undefined, kind: KeyKind): string {
  const variable = keyVariables[kind]
  if (key === undefined || key === '')
    throw noKey('missing-key', `a ${kind} key is required; neither the profile nor ${variable} has one`)
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw noKey('malformed-key', `the ${kind} key is not a valid API key`)
}

function noKey(code: string, message: string): WardenError {
  return noAccess(code, message, { try: 'txwarden auth login' })
}

type TracedKeys = Readonly<Partial<Record<KeyKind, string>>>

function hideKeys(text: string, keys: TracedKeys): string {
  // Shorter values are not keys; removing them would garble the text.
  return [keys.validation ?? '', keys.management ?? '']
    .filter((key) => key.length >= 8)
    .reduce((shown, key) => shown.replaceAll(key, HIDDEN), text)
}

/** The trace of one exchange; the time starts at its creation. */
interface Tracer {
  readonly request: (method: string, address: string, headers: Readonly<Record<string, string>>) => void
  readonly response: (response: ApiResponse) => void
  readonly failure: (error: WardenError) => void
}

interface TraceOptions {
  /** Receives the trace line by line: requests, headers, status, time; no bodies, no secrets. */
  readonly trace?: (line: string) => void
  /** Milliseconds with any origin. */
  readonly now: () => number
  readonly keys: TracedKeys
}

function createTracer({ trace, now, keys }: TraceOptions): Tracer {
  const started = now()
  const line = (text: string) => trace?.(cleanText(hideKeys(text, keys), 1000))
  const lines = (mark: string, headers: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(hideHeaders(headers))) line(`${mark} ${name}: ${value}`)
  }
  const elapsed = () => `${Math.round(now() - started)} ms`
  return {
    request: (method, address, headers) => {
      line(`> ${method} ${address}`)
      lines('>', headers)
    },
    response: ({ status, headers }) => {
      line(`< ${status} in ${elapsed()}`)
      lines('<', headers)
    },
    failure: ({ code }) => line(`< ${code} after ${elapsed()}`),
  }
}
