import type { AddressInfo } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { WardenError } from '../shared/errors.ts'
import { type AnswerDeps, answer, type ProxyAnswer } from './answer.ts'
import { type Border, refusedAtBorder } from './border.ts'
import { errorAnswer, rpcCodes } from './rpc/json-rpc.ts'

/** As go-ethereum: larger transactions are not accepted by any node. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024
const LOOPBACK = '127.0.0.1'
const MAX_CONNECTIONS = 1024

export interface ProxyServer {
  readonly port: number
  /** Lets running requests finish. */
  stop(): Promise<void>
}

export interface ProxyServerOptions {
  /** 0: any free port. */
  readonly port: number
  readonly allowedOrigins: readonly string[]
  /** By path: `/`, or one for each chain. */
  readonly routes: ReadonlyMap<string, AnswerDeps>
  /** Errors that are ours. */
  readonly report: (error: unknown) => void
}

/** Listens on loopback. @throws WardenError `cannot-listen` */
export async function startProxyServer(options: ProxyServerOptions): Promise<ProxyServer> {
  const { fastify } = await import('fastify')
  const app = fastify({ bodyLimit: MAX_BODY_BYTES, exposeHeadRoutes: false, forceCloseConnections: 'idle' })
  app.server.maxConnections = MAX_CONNECTIONS
  const border: { -readonly [K in keyof Border]: Border[K] } = { port: 0, allowedOrigins: options.allowedOrigins }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    const refused = refusedAtBorder(request.method, request.headers, border)
    if (refused) return refuse(reply, refused.status, refused.why)
    allowOrigin(request, reply)
    if (request.method === 'OPTIONS') return reply.code(204).send()
  })
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const route = options.routes.get(request.url.split('?', 1)[0] ?? '/')
    if (!route) return refuse(reply, 404, `there is no chain at this path: ${[...options.routes.keys()].join(', ')}`)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return send(reply, await answer(bytes, forwardedHeaders(request), route, gone.signal))
  }
  app.route({ method: ['POST', 'OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'], url: '*', handler: serve })
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      return refuse(reply, 413, `the body is larger than ${MAX_BODY_BYTES} bytes`)
    if (error.statusCode !== undefined && error.statusCode < 500) return refuse(reply, 400, 'the request is malformed')
    options.report(error)
    return refuse(reply, 500, 'internal error of txwarden; nothing was forwarded')
  })
  border.port = await listen(app, options.port)
  return { port: border.port, stop: () => app.close() }
}

async function listen(app: import('fastify').FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ host: LOOPBACK, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    throw new WardenError({
      kind: 'refused',
      code: 'cannot-listen',
      message: `cannot listen on ${LOOPBACK}:${port}: ${code === 'EACCES' ? 'permission denied' : 'the port is in use'}`,
      try: 'txwarden proxy --port 0',
      cause: error,
    })
  }
  return (app.server.address() as AddressInfo).port
}

function refuse(reply: FastifyReply, status: number, why: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .send(errorAnswer(null, { code: rpcCodes.invalidRequest, message: `txwarden: ${why}` }))
}

function allowOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  if (origin === undefined) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    vary: 'Origin',
  })
}

/** Of this connection, or of the browser. */
const NOT_FORWARDED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|proxy-.*|origin|referer|cookie|sec-.*|forwarded|x-forwarded-.*)$/

function forwardedHeaders({ headers }: FastifyRequest): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

const NOT_RETURNED = /^(?:connection|keep-alive|transfer-encoding|content-length|set-cookie|access-control-.*)$/

function send(reply: FastifyReply, { status, headers, body }: ProxyAnswer): FastifyReply {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !NOT_RETURNED.test(name)) reply.header(name, value)
  return reply.code(status).send(body)
}
