/** Room: Listens on 127.0.0.1 and refuses what web pages could send; the node, whose URL is a secret. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { endAfterBody } from '../../shared/streams/end-after-body.ts'
import { collectGarbage } from '../../shared/system/collect-garbage.ts'
import { listenError } from '../../shared/system/listen-error.ts'
import { atMost } from '../../shared/time/sleep.ts'
import { answer, NotForwarded, type ProxyAnswer } from '../answer.ts'
import type { RouteDeps } from '../decide/decision.ts'
import { withData } from '../decide/refusal.ts'
import { errorAnswer, rpcCodes } from '../rpc/json-rpc.ts'
import { type Border, corsHeaders, refusedAtBorder } from './border.ts'

/** go-ethereum has this limit, and no node accepts larger transactions. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024
/** Bodies in memory, of requests that are not answered yet. */
const MAX_BYTES = 256 * 1024 * 1024
/** What a request counts for besides its body. */
const REQUEST_BYTES = 64 * 1024
/** Size of the bodies after which garbage is collected: each leaves several copies of itself behind. */
const COLLECTED_BYTES = 8 * 1024 * 1024
/** The most that is read of a body that is not wanted, so that the client gets the answer. */
const MAX_DISCARDED_BYTES = 1024 * 1024
const MAX_CONNECTIONS = 1024
/** For requests that were ended (ms). */
const STORE_MS = 1_000
const LOOPBACK = '127.0.0.1'

/** Times (ms). */
export interface ProxyLimits {
  /** For receiving the headers. */
  readonly headers: number
  /** For receiving the whole request. */
  readonly request: number
  /** For a client to stop sending a body that is not wanted. */
  readonly discard: number
  /** For running requests when the proxy stops. */
  readonly stop: number
}

const LIMITS: ProxyLimits = { headers: 10_000, request: 30_000, discard: 1_000, stop: 10_000 }

export interface ProxyServer {
  readonly port: number
  /** Lets running requests finish, for a bounded time. Called again: ends them. */
  stop(): Promise<void>
}

export interface ProxyServerOptions {
  /** 0: any free port. */
  readonly port: number
  readonly allowedOrigins: readonly string[]
  /** By path: `/`, or one for each chain. */
  readonly routes: ReadonlyMap<string, RouteDeps>
  /** Takes errors that are ours. */
  readonly report: (error: unknown) => void
  /** Gets why a request was refused unread: one line of ours. */
  readonly refused: (why: string) => void
  readonly limits?: Partial<ProxyLimits>
  /** Ends what still runs at the upstreams. */
  closeUpstreams(): Promise<void>
}

/** Listens on loopback. @throws WardenError `cannot-listen` */
export async function startProxyServer(options: ProxyServerOptions): Promise<ProxyServer> {
  const limits = { ...LIMITS, ...options.limits }
  const handler = new RequestHandler(options, limits)
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: Math.min(1000, limits.headers, limits.request),
    // Node's own answer has no body; the border refuses it.
    requireHostHeader: false,
  })
  server.maxConnections = MAX_CONNECTIONS
  server.on('request', (request, response) => handler.receive(request, response))
  server.on('checkContinue', (request, response) => handler.receive(request, response))
  server.on('checkExpectation', (request, response) => handler.receive(request, response))
  await listen(server, options.port)
  const { port } = server.address() as AddressInfo
  handler.port = port
  let closing: Promise<void> | undefined
  const abandoned = new AbortController()
  const close = async () => {
    handler.isStopping = true
    const late = setTimeout(() => server.closeAllConnections(), limits.stop)
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await closed
    clearTimeout(late)
    // Sends go on without their client.
    await handler.idle(limits.stop, abandoned.signal)
    await options.closeUpstreams()
    // Those that ended so still store what they know.
    await handler.idle(STORE_MS)
  }
  return {
    port,
    stop() {
      if (closing) {
        server.closeAllConnections()
        abandoned.abort()
      }
      closing ??= close()
      return closing
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, LOOPBACK, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    throw listenError(error, { host: LOOPBACK, port, command: 'proxy' })
  }
}

/** Takes requests, and writes their answers. */
class RequestHandler {
  port = 0
  isStopping = false
  readonly #options: ProxyServerOptions
  readonly #limits: ProxyLimits
  readonly #running = new Set<Promise<void>>()
  #bytes = 0
  /** Bytes of answered bodies since garbage was collected. */
  #uncollected = 0

  constructor(options: ProxyServerOptions, limits: ProxyLimits) {
    this.#options = options
    this.#limits = limits
  }

  /** Resolves when no request runs, also none whose client has left; after the time; or when `signal` aborts. */
  async idle(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.#running.size > 0) await atMost(ms, Promise.allSettled(this.#running), signal)
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    const running = this.#serve(request, response)
      .catch((error: unknown) => {
        const isForwarded = !(error instanceof NotForwarded)
        this.#options.report(isForwarded ? error : error.cause)
        const what = isForwarded ? 'the request may have been forwarded' : 'nothing was forwarded'
        if (response.headersSent) response.destroy()
        else this.#refuse(request, response, 500, `internal error of txwarden; ${what}`, isForwarded)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { allowedOrigins, routes } = this.#options
    const refuse = (status: number, why: string) => this.#refuse(request, response, status, why)
    const border: Border = { port: this.port, allowedOrigins }
    const refused = refusedAtBorder(request, border)
    if (refused) return refuse(refused.status, refused.why)
    const cors = corsHeaders(request.headers)
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    const [path = '/'] = request.url?.split('?', 1) ?? []
    const route = routes.get(path)
    if (!route) return refuse(404, `there is nothing at this path; served: ${[...routes.keys()].join(', ')}`)
    if (this.isStopping) return refuse(503, 'the proxy is stopping')
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > MAX_BODY_BYTES) return refuse(413, `the body is larger than ${MAX_BODY_BYTES} bytes`)
    if (this.#bytes + length > MAX_BYTES) return refuse(503, 'too many requests at once')
    if (request.headers.expect !== undefined) response.writeContinue()
    await this.#answer(request, response, route, cors)
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    route: RouteDeps,
    cors: Record<string, string>,
  ): Promise<void> {
    let taken = REQUEST_BYTES
    this.#bytes += taken
    const closed = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) closed.abort()
    })
    try {
      const bytes = await readUpTo(request, MAX_BODY_BYTES, (size) => {
        taken += size
        this.#bytes += size
      })
      if (bytes === 'too large')
        return this.#refuse(request, response, 413, `the body is larger than ${MAX_BODY_BYTES} bytes`)
      if (bytes === 'cut') return
      const { origin: site } = request.headers
      await send(response, await answer(bytes, request.rawHeaders, { ...route, site }, closed.signal), cors)
    } catch (error) {
      // The client has left.
      if (!closed.signal.aborted || error !== closed.signal.reason) throw error
    } finally {
      this.#bytes -= taken
      this.#collectAfter(taken - REQUEST_BYTES)
    }
  }

  /** Collects what bodies leave behind, once they were large enough. @param bytes of one that was answered */
  #collectAfter(bytes: number): void {
    this.#uncollected += bytes
    if (this.#uncollected < COLLECTED_BYTES) return
    this.#uncollected = 0
    // In a turn of its own, after the answer.
    setImmediate(collectGarbage)
  }

  /** @param isForwarded whether the upstream may have it */
  #refuse(request: IncomingMessage, response: ServerResponse, status: number, why: string, isForwarded = false): void {
    if (!isProbe(request)) this.#options.refused(why)
    const error = { code: rpcCodes.invalidRequest, message: `txwarden: ${why}` }
    const body = errorAnswer(null, isForwarded ? { ...error, data: { source: 'txwarden' } } : withData(error))
    const isLast = hasUnreadBody(request)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(status === 405 && { allow: 'POST' }),
      ...(isLast && { connection: 'close' }),
    })
    if (!isLast) return void response.end(body)
    response.write(body)
    const limits = { maxBytes: MAX_DISCARDED_BYTES, withinMs: this.#limits.discard }
    endAfterBody(request, response, limits, () => request.socket.destroy())
  }
}

async function readUpTo(
  request: IncomingMessage,
  maxBytes: number,
  took: (size: number) => void,
): Promise<Buffer | 'too large' | 'cut'> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const onData = (chunk: Buffer) => {
      size += chunk.length
      took(chunk.length)
      chunks.push(chunk)
      if (size <= maxBytes) return
      request.off('data', onData)
      resolve('too large')
    }
    request.on('data', onData)
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)))
    request.once('close', () => resolve('cut'))
    request.once('error', () => resolve('cut'))
  })
}

/** Probes whether something listens, or whether a page may send, carry no call; a WebSocket could. */
function isProbe({ method = '', headers }: IncomingMessage): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) && headers.upgrade === undefined
}

/** A body that is still to come, and not worth reading for the next request on the connection. */
function hasUnreadBody({ headers, complete }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > REQUEST_BYTES
}

async function send(
  response: ServerResponse,
  { status, headers, body }: ProxyAnswer,
  cors: Record<string, string>,
): Promise<void> {
  const stream = body instanceof Readable ? body : undefined
  if (response.destroyed) return void stream?.destroy()
  response.writeHead(status, { ...headers, ...cors })
  if (!stream) return void response.end(body)
  // The client sees that an answer broke off, and a stream whose client has left is destroyed.
  await pipeline(stream, response).catch(() => undefined)
}
