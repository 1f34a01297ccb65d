import type { Dispatcher } from 'undici'
import { type ResponseHeaders, retryAfterOf } from '../../shared/time/retry-after.ts'
import { checkUrl } from './address-guard.ts'
import { guardedConnector } from './guarded-connect.ts'
import { openResponse } from './http-exchange.ts'
import { lazyAgent, MAX_HEADER_BYTES, resolveAll, type SafeHttpClientOptions } from './safe-http-client.ts'
import { type FailureKind, failureOf } from './send-failure.ts'

export interface BodyRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** A longer response is cut off, and its connection with it. */
  readonly maxBytes: number
  /** For the whole exchange: name resolution, connection, handshake, headers and body. */
  readonly timeoutMs: number
}

/** A response of any status but a redirect, or why there is none. `encoded`: compressed, which was not requested. */
export type BodyResult =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: string; readonly retryAfterMs?: number }
  | { readonly outcome: 'failed'; readonly kind: FailureKind | 'too-large' | 'encoded'; readonly reason: string }

/** A response with its headers, by lower-case names. */
export type GetResult = BodyResult | (BodyResult & { readonly outcome: 'answered'; readonly headers: ResponseHeaders })

/** Sends requests and returns whole responses. Failures of servers and networks are results, not errors. */
export interface BodyClient {
  post(request: BodyRequest): Promise<BodyResult>
  get(request: Omit<BodyRequest, 'body'>): Promise<GetResult>
  /** Closes all connections and aborts requests in progress. */
  close(): Promise<void>
}

export interface BodyClientOptions extends Omit<SafeHttpClientOptions, 'timeoutMs'> {
  /** Who answers, as the reason of a failure names it. */
  readonly peer: string
}

/** The time limit of a request ends earlier, as a rule; this ends what the system's resolver holds up. */
const CONNECT_MS = 10_000
/** Below the idle time-outs of common proxies (60 s and more), so that few requests meet a closing connection. */
const KEEP_ALIVE_MS = 55_000

/**
 * A sibling of the safe HTTP client for responses that are read: the same guard for each address and connection, no
 * redirects, no proxy variables. Asks for uncompressed responses and accepts no others.
 */
export function createBodyClient({ policy, clock, resolve = resolveAll, peer }: BodyClientOptions): BodyClient {
  const agent = lazyAgent(({ buildConnector }) => ({
    connect: guardedConnector(buildConnector, { policy, resolve, connectTimeoutMs: CONNECT_MS }),
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  }))
  const send = async (
    method: 'GET' | 'POST',
    { url, headers, maxBytes, timeoutMs, ...rest }: Omit<BodyRequest, 'body'> & { readonly body?: string },
  ): Promise<GetResult> => {
    const verdict = checkUrl(url, policy)
    if (!verdict.allowed) return { outcome: 'failed', kind: 'refused-address', reason: verdict.reason }
    const exchanger = await agent.open()
    try {
      const request = { method, headers: { ...headers, 'accept-encoding': 'identity' }, ...rest }
      const response = await openResponse(exchanger, url, request, timeoutMs)
      const result = await readResponse(response, { maxBytes, peer, now: clock.now() })
      return method === 'GET' && result.outcome === 'answered' ? { ...result, headers: response.headers } : result
    } catch (error) {
      const failure = failureOf(error, peer) ?? { kind: 'connect', reason: `${peer} cannot be reached` }
      return { outcome: 'failed', ...failure }
    }
  }
  return {
    post: (request) => send('POST', request),
    get: (request) => send('GET', request),
    close: agent.close,
  }
}

async function readResponse(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { maxBytes, peer, now }: { readonly maxBytes: number; readonly peer: string; readonly now: number },
): Promise<BodyResult> {
  const refuse = (kind: 'redirect' | 'encoded' | 'too-large', reason: string): BodyResult => {
    body.on('error', () => undefined).destroy()
    return { outcome: 'failed', kind, reason }
  }
  if (status >= 300 && status < 400) return refuse('redirect', `${peer} answered ${status}: redirects are not followed`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return refuse('encoded', `${peer} sent a compressed response, which was not requested`)
  const tooLarge = () => refuse('too-large', `the response is larger than ${maxBytes} bytes`)
  if (Number(headers['content-length']) > maxBytes) return tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return tooLarge()
    chunks.push(chunk)
  }
  const retryAfterMs = retryAfterOf(status, headers, now)
  return {
    outcome: 'answered',
    status,
    body: Buffer.concat(chunks).toString('utf8'),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}
