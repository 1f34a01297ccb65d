import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResponse } from '../../api/message.ts'
import type { Handle } from '../http/handle.ts'
import { MAX_BODY_BYTES } from '../http/parse-request.ts'
import { Problem, problemResponse } from '../problems/problem.ts'
import type { Ids } from '../runtime/deps.ts'
import { callersId, readRequest, splitTarget } from './http-request.ts'
import { listen, type Where } from './listen.ts'
import type { About, Log } from './log.ts'
import { answerMalformed } from './malformed.ts'
import type { OwnPaths } from './own-paths.ts'

export interface ServerOptions extends Where {
  readonly handle: Handle
  readonly ownPaths: OwnPaths
  readonly log: Log
  readonly newId: Ids
  readonly limits?: Partial<ServerLimits>
}

/** All in ms. */
export interface ServerLimits {
  /** How long a caller may take over the headers, */
  readonly headers: number
  /** and over a whole request. */
  readonly request: number
  /** How long an idle connection is kept. */
  readonly keepAlive: number
  /** How long a connection may stand still in the middle of something. */
  readonly silence: number
  /** How long stopping waits for requests under way: longer than the slowest of them, the test of a destination. */
  readonly stop: number
}

const LIMITS: ServerLimits = { headers: 10_000, request: 30_000, keepAlive: 30_000, silence: 60_000, stop: 15_000 }

export interface Server {
  /** With the port that was picked. */
  readonly url: string
  /** Takes no more requests, answers those under way, and resolves when the last of them is done. */
  stop(): Promise<void>
}

/** A thin door: HTTP in, handle() behind it, HTTP out. Throws WardenError 'refused' when it cannot listen. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { log, newId } = options
  const limits = { ...LIMITS, ...options.limits }
  const app = await createApp(newId, limits)
  const doings = { stopping: false, underWay: new Set<Promise<unknown>>(), sockets: new Set<Socket>() }
  const abouts = new WeakMap<FastifyRequest, About>()

  app.server.on('connection', (socket) => {
    doings.sockets.add(socket)
    socket.once('close', () => doings.sockets.delete(socket))
  })
  // Nothing is to be expected of us but answers; node's own refusal of such a request (417) has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', (request, reply, done) => {
    logWhenDone(request, reply, log, abouts)
    // Decided when the headers are here: a request whose body was still on its way when the signal came is answered.
    if (doings.stopping)
      done(new Problem('shutting-down', 'The service is shutting down.', { headers: { 'retry-after': '5' } }))
    else if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new Problem('malformed-request', 'The request has no Host header.'))
    else done()
  })

  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    const work = answer(request, options)
      .catch((error) => ({ ...refusal(error, request, log), about: {} }))
      .then((response) => {
        doings.underWay.delete(work)
        abouts.set(request, response.about)
        send(reply, response, doings.stopping)
      })
      .catch((error) => {
        log.failure(error)
        reply.raw.destroy()
      })
    doings.underWay.add(work)
  }
  app.all('/', respond)
  // Methods that fastify does not know: handle() answers them with a 405.
  app.setNotFoundHandler(respond)
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    send(reply, refusal(error, request, log), doings.stopping),
  )

  const url = await listen(app, options)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    doings.stopping = true
    // Connections on which nothing was ever sent count as busy to node, until their headers are overdue.
    for (const socket of doings.sockets) if (socket.bytesRead === 0) socket.destroy()
    const late = setTimeout(() => app.server.closeAllConnections(), limits.stop)
    await app.close()
    clearTimeout(late)
    // A caller that went away leaves its work running: the database must not be closed under it.
    await Promise.allSettled(doings.underWay)
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
    // The routes are handle()'s business: a router of its own would decode paths, and refuse some, in front of it.
    rewriteUrl: () => '/',
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionTimeout: limits.silence,
    // Our answer to that is a problem like every other.
    return503OnClosing: false,
    genReqId: ({ headers }) => callersId(headers['x-request-id']) ?? newId(),
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, newId()),
    // Node's own answer to a missing Host has no body.
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: Math.min(1000, limits.headers),
      requireHostHeader: false,
    },
  })
  app.removeAllContentTypeParsers()
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, utf8.decode(body as Buffer))
    } catch {
      done(new Problem('invalid-json', 'The body is not UTF-8.'))
    }
  })
  return app
}

async function answer(request: FastifyRequest, options: ServerOptions): Promise<ApiResponse & { about: About }> {
  const asked = readRequest(request)
  const own = options.ownPaths(asked.method, asked.path)
  if (own) return { ...(await own), about: { ownPath: asked.path } }
  return options.handle(asked, { kind: 'network', address: request.socket.remoteAddress ?? '' })
}

/** Straight to node, in one piece: fastify would add a charset to the type, and write the body apart from the headers. */
function send(reply: FastifyReply, { status, headers, body }: ApiResponse, isLast: boolean): void {
  // Fastify says so of a body that it will not read.
  const closes = isLast || reply.hasHeader('connection')
  reply.hijack()
  reply.raw.writeHead(status, {
    'x-request-id': reply.request.id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': Buffer.byteLength(body),
    ...(closes && { connection: 'close' }),
  })
  reply.raw.end(body)
}

function refusal(error: FastifyError | Problem, request: FastifyRequest, log: Log): ApiResponse {
  return problemResponse(problemOf(error, log), splitTarget(request.originalUrl).path)
}

function logWhenDone(
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
  abouts: WeakMap<FastifyRequest, About>,
): void {
  const started = performance.now()
  reply.raw.once('close', () =>
    log.request({
      id: request.id,
      method: request.method,
      about: abouts.get(request) ?? {},
      status: reply.raw.writableFinished ? reply.statusCode : undefined,
      ms: performance.now() - started,
    }),
  )
}

function problemOf(error: FastifyError | Problem, log: Log): Problem {
  if (error instanceof Problem) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('body-too-large', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem('unsupported-media-type', 'Send the body as application/json.')
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new Problem('malformed-request', 'The body did not arrive as announced.')
  log.failure(error)
  return new Problem('internal', 'The service failed to answer; its log says why.')
}
