import type { Dispatcher, request } from 'undici'
import type { Clock } from '../../shared/time/clock.ts'
import { retryAfterOf } from '../../shared/time/retry-after.ts'
import { type FailureKind, failureOf, type SendFailure } from './send-failure.ts'

export interface SafeHttpRequest {
  readonly url: string
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Bytes of the response body to return, for interpretation only (never to show): at most 4096; default 0. */
  readonly replyBytes?: number
}

export type HttpResult = EgressExchange &
  (
    | { readonly outcome: 'accepted'; readonly status: number }
    | {
        readonly outcome: 'failed'
        readonly kind: FailureKind
        readonly status?: number
        readonly reason: string
        readonly isFinal?: true
        /** For a refused address that an allow list can allow: `host` or `host:port` of the URL. */
        readonly host?: string
      }
  )

interface EgressExchange {
  /** Time to the response headers or to the failure. */
  readonly latencyMs: number
  readonly reply?: string
  /** The wait that the headers ask for (ms). */
  readonly retryAfterMs?: number
}

export interface HttpSender {
  /** Sends one request to a URL that a user entered. Failures of receivers and networks are results, not errors. */
  send(request: SafeHttpRequest): Promise<HttpResult>
  /** Closes all connections and aborts requests in progress. */
  close(): Promise<void>
}

/** What exchanges requests for responses. */
export interface Exchanger {
  readonly dispatcher: Dispatcher
  readonly request: typeof request
  readonly options?: Pick<Dispatcher.RequestOptions, 'idempotent' | 'blocking'>
  /** Called with the status of a response, before its body is read. */
  readonly onStatus?: (status: number) => void
}

const MAX_REPLY_BYTES = 4 * 1024
/** A body up to this size is read to its end, so that the connection can be reused. */
const MAX_BODY_BYTES = 64 * 1024

interface Timing {
  readonly started: number
  readonly clock: Clock
  readonly timeoutMs: number
}

/** One request and its response, within the time limit. */
export async function exchange(
  exchanger: Exchanger,
  url: URL,
  request: SafeHttpRequest,
  timing: Timing,
): Promise<HttpResult> {
  try {
    const response = await openResponse(exchanger, url, request, timing.timeoutMs)
    exchanger.onStatus?.(response.statusCode)
    const answeredAt = timing.clock.elapsed()
    const retryAfterMs = retryAfterOf(response.statusCode, response.headers, timing.clock.now())
    const reply = await readReply(response.body, Math.min(request.replyBytes ?? 0, MAX_REPLY_BYTES))
    return {
      ...classifyStatus(response.statusCode),
      latencyMs: answeredAt - timing.started,
      ...(request.replyBytes !== undefined && { reply }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return { outcome: 'failed', ...failure, latencyMs: timing.clock.elapsed() - timing.started }
  }
}

/** Sends a request and returns the response once its headers have arrived. The time limit includes reading its body. */
export function openResponse(
  { dispatcher, request: requestOf, options }: Pick<Exchanger, 'dispatcher' | 'request' | 'options'>,
  url: URL,
  request: Pick<SafeHttpRequest, 'method' | 'headers' | 'body'>,
  timeoutMs: number,
): Promise<Dispatcher.ResponseData> {
  // undici's own timers have a resolution of half a second and restart with each phase.
  const deadline = AbortSignal.timeout(timeoutMs)
  return beforeAbort(
    deadline,
    requestOf(url, {
      ...options,
      dispatcher,
      method: request.method ?? 'POST',
      headers: { 'user-agent': 'txwarden', ...request.headers },
      body: request.body ?? null,
      signal: deadline,
    }),
  )
}

/**
 * The result, or a rejection when the signal aborts first. undici checks the signal only after it has a connection: name
 * resolution and handshake would ignore it. undici then drops the request without sending it.
 */
function beforeAbort<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    result.then(done, fail)
  })
}

type StatusResult = { outcome: 'accepted'; status: number } | ({ outcome: 'failed'; status: number } & SendFailure)

function classifyStatus(status: number): StatusResult {
  if (status >= 200 && status < 300) return { outcome: 'accepted', status }
  if (status < 400) {
    return {
      outcome: 'failed',
      kind: 'redirect',
      status,
      reason: `the receiver answered ${status}: redirects are not followed`,
    }
  }
  return { outcome: 'failed', kind: 'status', status, reason: `the receiver answered ${status}` }
}

/** The first `wanted` bytes as text. A body that breaks off or is too slow is no failure: the status is known. */
async function readReply(body: Dispatcher.ResponseData['body'], wanted: number): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (size < wanted) kept.push(chunk.subarray(0, wanted - size))
      size += chunk.length
      // Leaving the loop destroys the body and its connection.
      if (size > MAX_BODY_BYTES) break
    }
  } catch {
    return Buffer.concat(kept).toString('utf8')
  }
  return Buffer.concat(kept).toString('utf8')
}
