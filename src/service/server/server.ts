import { lookup } from 'node:dns/promises'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listenError } from '../../shared/system/listen-error.ts'
import { sleep } from '../../shared/time/sleep.ts'
import type { Begin } from '../http/handle.ts'
import { MAX_BODY_BYTES, mediaFault, unsupportedMedia } from '../http/parse-request.ts'
import { Problem } from '../problems/problem.ts'
import type { Ids } from '../runtime/deps.ts'
import { Gate, type GateLimits } from './admission/gate.ts'
import type { Log } from './log.ts'
import { answerMalformed, refuseTunnel } from './malformed.ts'
import type { OwnPaths } from './own-paths.ts'
import { hasPlainBody, readPlainBody, textOf } from './plain-body.ts'
import { flatHeaders } from './request-head.ts'

export interface ListenAddress {
  /** A name or an address. A name resolves to its first address. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface ServerOptions extends ListenAddress {
  readonly begin: Begin
  readonly ownPaths: OwnPaths
  readonly log: Log
  readonly newId: Ids
  readonly limits?: Partial<ServerLimits>
  /** Called for each request that is refused because of overload. */
  readonly refused?: (() => void) | undefined
}

export interface ServerLimits extends GateLimits {
  /** For receiving the headers (ms, as all here). */
  readonly headers: number
  /** For receiving the whole request. */
  readonly request: number
  /** For an idle connection. */
  readonly keepAlive: number
  /** For a connection without traffic during a request. */
  readonly silence: number
  /** For running requests at a stop: longer than the slowest one, a destination test. */
  readonly stop: number
}

const LIMITS: ServerLimits = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 30_000,
  silence: 60_000,
  response: 60_000,
  discard: 5_000,
  stop: 15_000,
  connections: 4096,
  bytes: 64 * 1024 * 1024,
}

/** Connections that wait to be accepted; the system has a limit of its own. */
const BACKLOG = 4096

/** For answers that are being sent when the server closes, such as refusals (ms). */
const LAST_ANSWERS_MS = 1000

export interface Server {
  /** With the actual port. */
  readonly url: string
  /**
   * Refuses new requests with 503, and resolves when running ones are done, after a limit in any case. It still listens: a
   * balancer reads there that it is not ready.
   */
  drain(): Promise<void>
  /** The same, then it listens no more and closes every connection. */
  stop(): Promise<void>
}

/**
 * Serves the API over HTTP.
 * @throws WardenError `cannot-listen`
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const limits = { ...LIMITS, ...options.limits }
  const gate = new Gate({ ...options, limits })
  const app = await createApp(options, gate, limits)
  const url = await listen(app, options)
  let drained: Promise<void> | undefined
  const drain = async () => {
    const over = new AbortController()
    const answered = gate.stop()
    app.server.closeIdleConnections()
    const late = sleep(limits.stop, over.signal).then(() => {
      if (!over.signal.aborted) app.server.closeAllConnections()
    })
    await Promise.race([answered, late])
    over.abort()
    await gate.idle()
  }
  return {
    url,
    drain() {
      drained ??= drain()
      return drained
    },
    async stop() {
      drained ??= drain()
      await drained
      const late = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS)
      await app.close()
      clearTimeout(late)
    },
  }
}

function noSchemas(): never {
  throw new Error('a route has a schema')
}

/** Behind the gate: reads bodies. */
async function createApp({ newId, log }: ServerOptions, gate: Gate, limits: ServerLimits): Promise<FastifyInstance> {
  const { fastify } = await import('fastify')
  const app = fastify({
    // handle() does the routing: fastify's router would decode and reject some paths first.
    rewriteUrl: () => '/',
    bodyLimit: MAX_BODY_BYTES,
    // Without these, fastify loads its compilers of schemas, which no route has.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // The gate answers with problem details instead.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, newId()),
    serverFactory: (readBody) => createHttpServer(gate, limits, readBody, newId),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ headers }, body, done) => {
    // handle() refuses these without reading the body, after the path and the key.
    if (mediaFault(flatHeaders(headers))) return done(null, '')
    const text = textOf(body as Buffer)
    if (text instanceof Problem) done(text)
    else done(null, text)
  })
  const complete = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    gate.complete(request.raw, typeof request.body === 'string' ? request.body : undefined)
  }
  app.all('/', complete)
  // Methods unknown to fastify: handle() answers them with a 405.
  app.setNotFoundHandler(complete)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    reply.hijack()
    gate.fail(request.raw, problemOf(error, log))
  })
  return app
}

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

function createHttpServer(gate: Gate, limits: ServerLimits, readBody: RequestListener, newId: Ids): HttpServer {
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: Math.min(1000, limits.headers),
    // Node's own response to a missing Host has no body.
    requireHostHeader: false,
  })
  server.setTimeout(limits.silence)
  server.maxConnections = 2 * limits.connections
  server.on('connection', (socket) => gate.connect(socket))
  server.on('request', (request, response) =>
    gate.receive(request, response, () => {
      if (hasPlainBody(request)) readPlainBody(request, gate)
      else readBody(request, response)
    }),
  )
  server.on('checkContinue', (request, response) =>
    gate.receive(request, response, () => {
      response.writeContinue()
      readBody(request, response)
    }),
  )
  server.on('connect', (_, socket) => refuseTunnel(socket, newId()))
  // Any other Expect header gets the normal response: node's own 417 has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
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

/** Returns the URL with the actual port. */
async function listen(app: FastifyInstance, { host, port }: ListenAddress): Promise<string> {
  try {
    const { address } = await lookup(host)
    await app.listen({ host: address, port, backlog: BACKLOG })
  } catch (error) {
    throw listenError(error, host, port)
  }
  const { address, family, port: picked } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${picked}`
}
