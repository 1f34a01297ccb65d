import { lookup } from 'node:dns/promises'
import type { Dispatcher } from 'undici'
import { refusal, WardenError } from '../../../shared/errors.ts'
import { retryAfterOf } from '../../../shared/time/retry-after.ts'
import { checkUrl } from '../../egress/address-guard.ts'
import type { EgressPolicy } from '../../egress/egress-policy.ts'
import { guardedConnector } from '../../egress/guarded-connect.ts'
import { failureOf } from '../../egress/send-failure.ts'
import { largeFeed } from './import-failures.ts'

export interface FeedRequest {
  readonly url: string
  /** What the server sent with the stored snapshot; null: nothing. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** Addresses allowed besides public ones. */
  readonly policy: EgressPolicy
  /** Limit of the feed's size; checked while it is read. */
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  /** Ms since 1970. */
  readonly now: number
}

/** The server gives no feed now. */
export class FeedUnreachable extends WardenError {
  /** How long (ms) it asks to wait. */
  readonly retryAfterMs: number | undefined

  constructor(
    url: URL,
    reason: string,
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined },
  ) {
    super({
      kind: 'unavailable',
      code: 'feed-unreachable',
      message: `cannot fetch ${shownUrl(url.href)}: ${reason}`,
      ...(cause !== undefined && { cause }),
    })
    this.retryAfterMs = retryAfterMs
  }
}

export type FetchedFeed =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'feed'
      readonly bytes: AsyncIterable<Uint8Array>
      readonly etag: string | null
      readonly lastModified: string | null
    }

/** Limit of name look-up and connection (ms). */
const CONNECT_MS = 10_000
/** Limit until the response starts, and between two chunks (ms); the total time has no limit. */
const SILENCE_MS = 30_000

/**
 * Requests a feed and passes its bytes to `use` as they arrive. Connects only to public and allowed addresses, follows
 * no redirects, and makes the request conditional on `etag` and `lastModified`.
 * @throws WardenError `feed-unreachable`, `feed-refused`, `feed-too-large`
 */
export async function fetchFeed<T>(request: FeedRequest, use: (feed: FetchedFeed) => Promise<T>): Promise<T> {
  const { feed, close } = await requestFeed(request)
  try {
    return await use(feed)
  } finally {
    await close()
  }
}

/**
 * The bytes of a feed, requested when the first are read.
 * @throws WardenError as `fetchFeed` does
 */
export async function* fetchBytes(request: Omit<FeedRequest, 'etag' | 'lastModified'>): AsyncGenerator<Uint8Array> {
  const { feed, close } = await requestFeed({ ...request, etag: null, lastModified: null })
  try {
    yield* requireFeed(feed, request.url).bytes
  } finally {
    await close()
  }
}

/** The answer to a request without a condition. @throws WardenError `feed-unreachable` */
export function requireFeed(feed: FetchedFeed, url: string): Extract<FetchedFeed, { kind: 'feed' }> {
  if (feed.kind === 'unchanged') throw new FeedUnreachable(new URL(url), 'HTTP 304, which was not asked for', {})
  return feed
}

async function requestFeed(
  request: FeedRequest,
): Promise<{ readonly feed: FetchedFeed; readonly close: () => Promise<void> }> {
  const url = URL.parse(request.url)
  if (!url) throw refused(request.url, 'not a URL')
  const verdict = checkUrl(url, request.policy)
  if (!verdict.allowed) throw refused(url.host, verdict.reason)
  const { Agent, buildConnector, request: send } = await import('undici')
  const resolve = async (host: string) => lookup(host, { all: true })
  const agent = new Agent({
    connect: guardedConnector(buildConnector, { policy: request.policy, resolve, connectTimeoutMs: CONNECT_MS }),
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })
  try {
    const response = await explaining(url, () =>
      send(url, { dispatcher: agent, headers: headersOf(request), ...(request.signal && { signal: request.signal }) }),
    )
    return { feed: readResponse(url, response, request), close: () => agent.destroy() }
  } catch (error) {
    await agent.destroy()
    throw error
  }
}

/** The URL for display: its query may contain a key. */
export function shownUrl(text: string): string {
  const url = URL.parse(text)
  if (!url) return text
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`
}

function headersOf({ etag, lastModified }: FeedRequest): Record<string, string> {
  return {
    'user-agent': 'txwarden',
    'accept-encoding': 'identity',
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}

function readResponse(
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { maxBytes, now }: FeedRequest,
): FetchedFeed {
  if (statusCode === 304) return { kind: 'unchanged' }
  if (statusCode >= 300 && statusCode < 400)
    throw refused(url.host, `HTTP ${statusCode}: redirects are not followed; use the final URL`)
  if (statusCode !== 200)
    throw new FeedUnreachable(url, `HTTP ${statusCode}`, { retryAfterMs: retryAfterOf(statusCode, headers, now) })
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw new FeedUnreachable(url, `unrequested content-encoding ${headers['content-encoding']}`, {})
  if (Number(headers['content-length']) > maxBytes) throw largeFeed(maxBytes, shownUrl(url.href))
  return {
    kind: 'feed',
    bytes: bounded(url, body, maxBytes),
    etag: textOf(headers.etag),
    lastModified: textOf(headers['last-modified']),
  }
}

async function* bounded(url: URL, body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  const iterator = body[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await explaining(url, () => iterator.next())
    if (done) return
    size += value.length
    if (size > maxBytes) throw largeFeed(maxBytes, shownUrl(url.href))
    yield value
  }
}

async function explaining<T>(url: URL, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    if (failure.kind === 'refused-address') throw refused(url.host, failure.reason)
    throw new FeedUnreachable(url, failure.reason, { cause: error })
  }
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}

function refused(where: string, reason: string): WardenError {
  return refusal('feed-refused', `${where}: ${reason}`, {
    details: ['TXWARDEN_ALLOW_DESTINATION allows addresses that are not public.'],
  })
}
