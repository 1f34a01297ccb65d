import { lookup } from 'node:dns/promises'
import type { Dispatcher } from 'undici'
import { retryAfterOf } from '../../shared/retry-after.ts'
import { judgeUrl } from './address-guard.ts'
import type { EgressPolicy } from './egress-policy.ts'
import { guardedConnector, type Resolve } from './guarded-connect.ts'
import { type Failure, type FailureKind, failureOf } from './send-failure.ts'

export interface SafeHttpRequest {
  readonly url: string
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** How much of the answer the caller wants to interpret (never to show): at most 4096 bytes; default none. */
  readonly replyBytes?: number
}

export type SendOutcome = Exchange &
  (
    | { readonly outcome: 'accepted'; readonly status: number }
    | {
        readonly outcome: 'failed'
        readonly kind: FailureKind
        readonly status?: number
        readonly reason: string
        /** Of a refused address: `host` or `host:port` as the URL had it. */
        readonly host?: string
      }
  )

interface Exchange {
  /** Until the first byte of the answer, or until it was clear that none comes. */
  readonly latencyMs: number
  readonly reply?: string
  /** How long the receiver asks to be left alone (ms), by its headers. */
  readonly pauseMs?: number
}

export interface SafeHttpClient {
  /** One request to an address somebody entered. Failures that receivers and networks cause are answers, not errors. */
  send(request: SafeHttpRequest): Promise<SendOutcome>
  /** Closes idle connections and ends what is under way. */
  close(): Promise<void>
}

export interface SafeHttpClientOptions {
  readonly policy: EgressPolicy
  /** For the whole exchange: name, connection, handshake, headers and body. */
  readonly timeoutMs: number
  readonly now: () => number
  readonly resolve?: Resolve
}

const MAX_REPLY_BYTES = 4 * 1024
/** Read on so that the connection can be used again; what sends more is cut off. */
const MAX_BODY_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024

/**
 * A sender that reaches public addresses and allowed ones only. Redirects are failures (a 307 would carry the message
 * to an address nobody judged), proxy variables are not read, a kept connection stays at the address it was judged for.
 */
export function createSafeHttpClient({
  policy,
  timeoutMs,
  now,
  resolve = resolveAll,
}: SafeHttpClientOptions): SafeHttpClient {
  let opened: Promise<Open> | undefined
  const open = () => {
    opened ??= openAgent(policy, timeoutMs, resolve)
    return opened
  }
  return {
    send: async (request) => {
      const started = now()
      const refused = (reason: string): SendOutcome => {
        return { outcome: 'failed', kind: 'refused-address', latencyMs: now() - started, reason }
      }
      const url = URL.parse(request.url)
      if (url === null) return refused('this is not an address')
      const verdict = judgeUrl(url, policy)
      const outcome = verdict.allowed
        ? await exchange(await open(), url, request, { started, now, timeoutMs })
        : refused(verdict.reason)
      const isRefused = outcome.outcome === 'failed' && outcome.kind === 'refused-address'
      return isRefused ? { ...outcome, host: url.host } : outcome
    },
    close: async () => {
      const agent = opened
      opened = undefined
      await (await agent)?.agent.destroy()
    },
  }
}

interface Open {
  readonly agent: Dispatcher
  readonly request: (
    url: URL,
    options: { dispatcher: Dispatcher } & Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
  ) => Promise<Dispatcher.ResponseData>
}

async function openAgent(policy: EgressPolicy, timeoutMs: number, resolve: Resolve): Promise<Open> {
  const { Agent, buildConnector, request } = await import('undici')
  const agent = new Agent({
    connect: guardedConnector(buildConnector, { policy, resolve, connectTimeoutMs: timeoutMs }),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return { agent, request }
}

interface Timing {
  readonly started: number
  readonly now: () => number
  readonly timeoutMs: number
}

async function exchange(
  { agent, request }: Open,
  url: URL,
  asked: SafeHttpRequest,
  timing: Timing,
): Promise<SendOutcome> {
  // undici's own timers are coarse (half a second) and start anew with each phase.
  const deadline = AbortSignal.timeout(timing.timeoutMs)
  try {
    const response = await beforeAbort(
      deadline,
      request(url, {
        dispatcher: agent,
        method: asked.method ?? 'POST',
        headers: { 'user-agent': 'txwarden', ...asked.headers },
        body: asked.body ?? null,
        signal: deadline,
      }),
    )
    const answeredAt = timing.now()
    const pauseMs = retryAfterOf(response.statusCode, response.headers, answeredAt)
    const reply = await readReply(response.body, Math.min(asked.replyBytes ?? 0, MAX_REPLY_BYTES))
    return {
      ...judgeStatus(response.statusCode),
      latencyMs: answeredAt - timing.started,
      ...(asked.replyBytes !== undefined && { reply }),
      ...(pauseMs !== undefined && { pauseMs }),
    }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return { outcome: 'failed', ...failure, latencyMs: timing.now() - timing.started }
  }
}

/**
 * The result, or the signal's reason if that comes first. undici looks at a signal only once a request has a
 * connection: one that waits for a name or a handshake would go on waiting (it is dropped unsent when that ends).
 */
function beforeAbort<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    result.then(done, fail)
  })
}

type StatusVerdict = { outcome: 'accepted'; status: number } | ({ outcome: 'failed'; status: number } & Failure)

function judgeStatus(status: number): StatusVerdict {
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

/** The first `wanted` bytes as text; a body that breaks off or takes too long changes nothing: the status has come. */
async function readReply(body: Dispatcher.ResponseData['body'], wanted: number): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (size < wanted) kept.push(chunk.subarray(0, wanted - size))
      size += chunk.length
      // Leaving the loop destroys the body, and its connection with it.
      if (size > MAX_BODY_BYTES) break
    }
  } catch {
    return Buffer.concat(kept).toString('utf8')
  }
  return Buffer.concat(kept).toString('utf8')
}

async function resolveAll(host: string): ReturnType<Resolve> {
  return await lookup(host, { all: true })
}
