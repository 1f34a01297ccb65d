import { setImmediate as nextTurn } from 'node:timers/promises'
import { WardenError } from '../../api/errors.ts'
import type { ApiResponse } from '../../api/message.ts'
import type { KeyKind } from '../../api/operations.ts'
import { isLoopback, targetAddress } from '../address.ts'
import { callerHeaders } from '../headers.ts'
import { interrupted } from '../interrupted.ts'
import { AnswerTooLarge, networkError } from '../network-error.ts'
import { HIDDEN, hideHeaders } from '../secrets.ts'
import { cleanText } from '../server-text.ts'
import { type Addresses, keyVariables, type Outgoing, type Transport } from '../transport.ts'
import { type Connections, type Environment, openConnections } from './connections.ts'

export interface HttpOptions {
  readonly addresses: Addresses
  readonly keys: Readonly<Partial<Record<KeyKind, string>>>
  /** Longest time for one exchange, in ms, from connecting to the last byte. */
  readonly timeoutMs: number
  /** Sent with every request, below what the request itself says. */
  readonly headers: Readonly<Record<string, string>>
  /** Allows plain http to hosts other than this machine. */
  readonly insecureHttp: boolean
  /** For HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env: Environment
  readonly userAgent: string
  /** Ms, any origin: how long an exchange took, for the trace. */
  readonly now: () => number
  /** Takes the trace line by line: requests, headers, status, time. No bodies, no secrets. */
  readonly trace?: (line: string) => void
  /** Longest body that is read, in bytes. Default 64 MiB. */
  readonly maxAnswerBytes?: number
}

export type HttpTransport = Transport & { readonly close: () => Promise<void> }

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/**
 * Sends over HTTP: keep-alive, proxies of the environment, redirects never followed, each key only to its own address.
 * Throws WardenError 'auth' (no key) and 'refused' (plain http) before anything leaves, 'unavailable' when no answer
 * comes, 'interrupted' when the signal aborts.
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
    const trace = tracer(options)
    trace.request(method, address, headers)
    try {
      const response = await exchange(connections, new URL(address), headers, outgoing, options)
      trace.response(response)
      // Some servers repeat in their error what they were sent.
      return response.status < 300 ? response : { ...response, body: hideKeys(response.body, options.keys) }
    } catch (error) {
      if (outgoing.signal?.aborted) throw interrupted(outgoing.signal.reason)
      const failure = error instanceof WardenError ? error : networkError(error, `${method} ${base.origin}`)
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

function checkedBase(base: URL, insecureHttp: boolean): URL {
  if (base.username !== '' || base.password !== '')
    throw new WardenError({
      kind: 'refused',
      code: 'address-with-credentials',
      message: `the base address ${base.origin} must not hold a user name or password`,
      try: 'txwarden config explain',
    })
  if (base.protocol === 'https:') return base
  if (base.protocol !== 'http:')
    throw new WardenError({
      kind: 'refused',
      code: 'unknown-protocol',
      message: `${base.protocol}//${base.host} is not an address we can call: https://host, or http://host on this machine`,
      try: 'txwarden config explain',
    })
  if (insecureHttp || isLoopback(base.hostname)) return base
  throw new WardenError({
    kind: 'refused',
    code: 'plain-http',
    message: `${base.origin} is plain http: the API key could be read on the way`,
    details: ['Use https, or --insecure-http where the way there is trusted.'],
    try: 'txwarden config explain',
  })
}

function checkedKey(key: string | undefined, kind: KeyKind): string {
  const variable = keyVariables[kind]
  if (key === undefined || key === '')
    throw new WardenError({
      kind: 'auth',
      code: 'missing-key',
      message: `a ${kind} key is needed, and neither the profile nor ${variable} has one`,
      try: 'txwarden auth login',
    })
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new WardenError({
    kind: 'auth',
    code: 'malformed-key',
    message: `the ${kind} key holds spaces, line breaks or other characters that no key has`,
    try: 'txwarden auth login',
  })
}

function hideKeys(text: string, keys: HttpOptions['keys']): string {
  // A text that short is a test's placeholder; taking it out would only garble the words.
  const long = Object.values(keys).filter((key) => key.length >= 8)
  return long.reduce((shown, key) => shown.replaceAll(key, HIDDEN), text)
}

interface Tracer {
  readonly request: (method: string, address: string, headers: Readonly<Record<string, string>>) => void
  readonly response: (response: ApiResponse) => void
  readonly failure: (error: WardenError) => void
}

function tracer({ trace, now, keys }: HttpOptions): Tracer {
  const started = now()
  const line = (text: string) => trace?.(hideKeys(cleanText(text, 1000), keys))
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
