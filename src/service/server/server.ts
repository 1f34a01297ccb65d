import { lookup } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiRequest, ApiResponse } from '../../api/message.ts'
import { WardenError } from '../../shared/errors.ts'
import type { Handle } from '../http/handle.ts'
import { MAX_BODY_BYTES, mediaFault, unsupportedMedia } from '../http/parse-request.ts'
import { Problem, problemResponse } from '../problems/problem.ts'
import type { Ids } from '../runtime/deps.ts'
import type { Log, RequestInfo } from './log.ts'
import { answerMalformed } from './malformed.ts'
import type { OwnPaths } from './own-paths.ts'

export interface ListenAddress {
  /** A name or an address. A name resolves to its first address. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface ServerOptions extends ListenAddress {
  readonly handle: Handle
  readonly ownPaths: OwnPaths
  readonly log: Log
  readonly newId: Ids
  readonly limits?: Partial<ServerLimits>
}

/** All in ms. */
export interface ServerLimits {
  /** For receiving the headers. */
  readonly headers: number
  /** For receiving the whole request. */
  readonly request: number
  /** For an idle connection. */
  readonly keepAlive: number
  /** For a connection without traffic during a request. */
  readonly silence: number
  /** For reading a response. */
  readonly response: number
  /** For running requests at a stop: longer than the slowest one, a destination test. */
  readonly stop: number
}

const LIMITS: ServerLimits = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 30_000,
  silence: 60_000,
  response: 60_000,
  stop: 15_000,
}

export interface Server {
  /** With the actual port. */
  readonly url: string
  /** Rejects new requests, and resolves when all running ones are done. */
  stop(): Promise<void>
}

/**
 * Serves handle() over HTTP.
 * @throws WardenError `cannot-listen`
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { log, newId } = options
  const limits = { ...LIMITS, ...options.limits }
  const app = await createApp(newId, limits)
  const state = { stopping: false, underWay: new Set<Promise<unknown>>(), sockets: new Set<Socket>() }
  const infos = new WeakMap<FastifyRequest, RequestInfo>()

  app.server.on('connection', (socket) => {
    state.sockets.add(socket)
    socket.once('close', () => state.sockets.delete(socket))
  })
  // Any Expect header gets the normal response: node's own 417 has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    logWhenDone(request, reply, log, infos)
    limitUnanswered(request.socket, reply, unanswered)
    // Decided when the headers arrive: a request whose body is incomplete at the signal still gets its response.
    if (state.stopping)
      done(new Problem('shutting-down', 'The service is shutting down.', { headers: { 'retry-after': '5' } }))
    else done(headerFault(request))
  })

  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    const work = answer(request, options)
      .catch((error) => ({ ...refusal(error, request, log), info: {} }))
      .then((response) => {
        state.underWay.delete(work)
        infos.set(request, response.info)
        send(reply, response, state.stopping, limits.response)
      })
      .catch((error) => {
        log.failure(error)
        reply.raw.destroy()
      })
    state.underWay.add(work)
  }
  app.all('/', respond)
  // Methods unknown to fastify: handle() answers them with a 405.
  app.setNotFoundHandler(respond)
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    send(reply, refusal(error, request, log), state.stopping, limits.response),
  )

  const url = await listen(app, options)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    state.stopping = true
    // Node treats connections that sent nothing as busy until their headers time out.
    for (const socket of state.sockets) if (socket.bytesRead === 0) socket.destroy()
    const late = setTimeout(() => app.server.closeAllConnections(), limits.stop)
    await app.close()
    clearTimeout(late)
    // The work of a disconnected caller still runs and needs the open database.
    await Promise.allSettled(state.underWay)
  }
  return {
    url,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

async function createApp(newId: Ids, limits: ServerLimits): Promise<FastifyInstance> {
  const { fastify } = await import('fastify')
  const app = fastify({
    // handle() does the routing: fastify's router would decode and reject some paths first.
    rewriteUrl: () => '/',
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionTimeout: limits.silence,
    // The onRequest hook answers with problem details instead.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']) ?? newId(),
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, newId()),
    // Node's own response to a missing Host has no body.
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: Math.min(1000, limits.headers),
      requireHostHeader: false,
    },
  })
  app.removeAllContentTypeParsers()
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ headers }, body, done) => {
    // handle() refuses these without reading the body, after the path and the key.
    if (mediaFault(flatHeaders(headers))) return done(null, '')
    try {
      done(null, utf8.decode(body as Buffer))
    } catch {
      done(new Problem('invalid-json', 'The body is not valid UTF-8.'))
    }
  })
  return app
}

async function answer(request: FastifyRequest, options: ServerOptions): Promise<ApiResponse & { info: RequestInfo }> {
  const apiRequest = readRequest(request)
  const own = options.ownPaths(apiRequest.method, apiRequest.path)
  if (own) return { ...(await own), info: { ownPath: apiRequest.path } }
  return options.handle(apiRequest, { kind: 'network', address: request.socket.remoteAddress ?? '' })
}

/** Writes directly to node, in one call: fastify adds a charset to the type and writes headers and body separately. */
function send(
  reply: FastifyReply,
  { status, headers, body }: ApiResponse,
  isLast: boolean,
  readWithinMs: number,
): void {
  // Fastify sets the header when it rejects a body without reading it.
  const closes = isLast || reply.hasHeader('connection')
  reply.hijack()
  reply.raw.writeHead(status, {
    'x-request-id': reply.request.id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    ...headers,
    ...(closes && { connection: 'close' }),
  })
  reply.raw.end(body)
  // A caller that reads nothing, or a byte at a time, would keep the response in memory.
  if (reply.raw.writableFinished || reply.raw.socket?.writableLength === 0) return
  const late = setTimeout(() => reply.request.socket.destroy(), readWithinMs)
  reply.raw.once('close', () => clearTimeout(late))
}

/** Requests of one connection without a response that was read. Their responses wait in memory for the earlier ones. */
const MAX_UNANSWERED = 32

/** Closes a connection that sends more requests than it reads responses. */
function limitUnanswered(socket: Socket, { raw }: FastifyReply, unanswered: WeakMap<Socket, number>): void {
  const count = (unanswered.get(socket) ?? 0) + 1
  unanswered.set(socket, count)
  raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  if (count > MAX_UNANSWERED) socket.destroy()
}

function refusal(error: FastifyError | Problem, request: FastifyRequest, log: Log): ApiResponse {
  return problemResponse(problemOf(error, log), splitTarget(request.originalUrl).path)
}

/** Headers that occur once. Node joins some repeated headers and keeps the first of others; a proxy may use the last. */
const SINGLE_HEADERS = ['host', 'content-type', 'x-api-key', 'idempotency-key']

/** RFC 9112, 3.2: a host and a port. */
const HOST = /^(?:[^\s/?#@\\,:[\]]*|\[[0-9a-f:.]+\])(?::\d*)?$/i

function headerFault({ headers: { host }, raw }: FastifyRequest): Problem | undefined {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  const repeated = SINGLE_HEADERS.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (repeated !== undefined) return new Problem('malformed-request', `The request has several ${repeated} headers.`)
  if (host === undefined && raw.httpVersion === '1.1')
    return new Problem('malformed-request', 'The request has no Host header.')
  if (host !== undefined && !HOST.test(host))
    return new Problem('malformed-request', 'The Host header of the request is not a host.')
  return undefined
}

function logWhenDone(
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
  infos: WeakMap<FastifyRequest, RequestInfo>,
): void {
  const started = performance.now()
  reply.raw.once('close', () =>
    log.request({
      id: request.id,
      method: request.method,
      info: infos.get(request) ?? {},
      status: reply.raw.writableFinished ? reply.statusCode : undefined,
      ms: performance.now() - started,
    }),
  )
}

function problemOf(error: FastifyError | Problem, log: Log): Problem {
  if (error instanceof Problem) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('body-too-large', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMedia('Send the body as application/json.')
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new Problem('malformed-request', 'The body does not match the request headers.')
  log.failure(error)
  return new Problem('internal', 'Internal error. See the log of the service.')
}

function readRequest({ method, originalUrl, headers, body }: FastifyRequest): ApiRequest {
  return {
    method,
    ...splitTarget(originalUrl),
    headers: flatHeaders(headers),
    ...(typeof body === 'string' && { body }),
  }
}

/** Path and query of a request target (RFC 9112, 3.2): `/path?query`, or an absolute URL from a proxy. */
function splitTarget(target: string): { path: string; query: string } {
  const fromPath = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? target
  const mark = fromPath.indexOf('?')
  const path = mark < 0 ? fromPath : fromPath.slice(0, mark)
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : fromPath.slice(mark + 1) }
}

/** The caller's request id, when it is safe to log. */
function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : undefined
}

function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return flat
}

/** Returns the URL with the actual port. */
async function listen(app: FastifyInstance, { host, port }: ListenAddress): Promise<string> {
  try {
    const { address } = await lookup(host)
    await app.listen({ host: address, port })
  } catch (error) {
    throw listenError(error, host, port)
  }
  const { address, family, port: picked } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${picked}`
}

function listenError(error: unknown, host: string, port: number): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'the port is in use',
    EACCES: 'permission denied',
    EADDRNOTAVAIL: 'this machine does not have the address',
    ENOTFOUND: 'host not found',
    EAI_AGAIN: 'host not found',
  }
  const reason = reasons[code]
  if (reason === undefined) return error
  return new WardenError({
    kind: 'refused',
    code: 'cannot-listen',
    message: `cannot listen on ${host.includes(':') ? `[${host}]` : host}:${port}: ${reason}`,
    try: code === 'EADDRINUSE' || code === 'EACCES' ? 'txwarden serve --port 0' : 'txwarden serve',
    cause: error,
  })
}
