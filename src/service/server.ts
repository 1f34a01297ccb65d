import { lookup } from 'node:dns/promises'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WardenError } from '../api/errors.ts'
import type { ApiRequest, ApiResponse } from '../api/message.ts'
import type { Handle } from './handle.ts'
import type { Ids } from './ids.ts'
import { MAX_BODY_BYTES } from './parse.ts'
import { Problem, problemResponse } from './problem.ts'
import type { About, Log } from './server/log.ts'
import { answerMalformed } from './server/malformed.ts'
import type { OwnPaths } from './server/own-paths.ts'
import { splitTarget } from './server/target.ts'

export interface ServerOptions {
  readonly handle: Handle
  readonly ownPaths: OwnPaths
  readonly log: Log
  readonly newId: Ids
  /** A name or an address; a name that has several is served at the first. */
  readonly host: string
  /** 0: any free one. */
  readonly port: number
}

export interface Server {
  /** With the port that was picked. */
  readonly url: string
  /** Takes no more requests, answers those under way, and resolves when the last of them is done. */
  stop(): Promise<void>
}

/** How long a caller may take over headers, and over a whole request (ms). */
const HEADERS_MS = 10_000
const REQUEST_MS = 30_000
/** How long an idle connection is kept (ms). */
const KEEP_ALIVE_MS = 30_000
/** How long a connection may stand still in the middle of something (ms). */
const SILENCE_MS = 60_000
/** How long stopping waits for requests under way (ms): longer than the slowest of them, the test of a destination. */
const STOP_MS = 15_000

/** A thin door: HTTP in, handle() behind it, HTTP out. Throws WardenError when it cannot listen. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { default: fastify } = await import('fastify')
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: SILENCE_MS,
    // Our own answer to it is a problem like every other.
    return503OnClosing: false,
    genReqId: (request) => requestId(request.headers['x-request-id']) ?? options.newId(),
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, options.newId()),
    frameworkErrors: (error, request, reply) => void send(reply, refusal(error, request, options.log)),
    // Node's own answer to a missing Host has no body.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 1000, requireHostHeader: false },
  })
  const state = { stopping: false }
  const underWay = new Set<Promise<unknown>>()
  const silent = trackSilent(app)
  takeBodiesAsText(app)
  logRequests(app, options.log)

  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.host === undefined && request.raw.httpVersionMinor > 0)
      throw new Problem('malformed-request', 'The request has no Host header.')
    if (state.stopping)
      throw new Problem('shutting-down', 'The service is shutting down.', { headers: { 'retry-after': '5' } })
    const answer = answerOf(readRequest(request), request, options)
    underWay.add(answer)
    const response = await answer.finally(() => underWay.delete(answer))
    await send(reply, response)
  }
  app.all('*', respond)
  // Methods fastify does not know, too.
  app.setNotFoundHandler(respond)
  app.setErrorHandler<FastifyError>((error, request, reply) => send(reply, refusal(error, request, options.log)))
  app.addHook('onSend', async (_, reply) => {
    if (state.stopping) reply.header('connection', 'close')
  })

  const url = await listen(app, options)
  let stopped: Promise<void> | undefined
  return {
    url,
    stop() {
      stopped ??= stopServer()
      return stopped
    },
  }

  async function stopServer(): Promise<void> {
    state.stopping = true
    // Connections on which nothing was ever sent count as busy to node, until their headers are overdue.
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy()
    const late = setTimeout(() => app.server.closeAllConnections(), STOP_MS)
    await app.close()
    clearTimeout(late)
    // A caller that went away leaves its work running: the database is not closed under it.
    await Promise.allSettled(underWay)
  }
}
