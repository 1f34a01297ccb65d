import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenError } from '../../shared/system/listen-error.ts'
import { sleep } from '../../shared/time/sleep.ts'
import type { Begin } from '../http/handle.ts'
import type { Ids } from '../runtime/deps.ts'
import { Gate, type GateLimits } from './admission/gate.ts'
import type { Log } from './log.ts'
import { answerMalformed, refuseTunnel } from './malformed.ts'
import type { OwnPaths } from './own-paths.ts'
import { readBody } from './read-body.ts'

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
  const server = createHttpServer(gate, limits, options.newId)
  const url = await listen(server, options)
  let drained: Promise<void> | undefined
  const drain = async () => {
    const over = new AbortController()
    const answered = gate.stop()
    server.closeIdleConnections()
    const late = sleep(limits.stop, over.signal).then(() => {
      if (!over.signal.aborted) server.closeAllConnections()
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
      const late = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
      await new Promise((closed) => server.close(closed))
      clearTimeout(late)
    },
  }
}

/** Of Node, behind the gate: handle() does the routing, and reads what was sent. */
function createHttpServer(gate: Gate, limits: ServerLimits, newId: Ids): HttpServer {
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
  server.on('clientError', (error, socket) => answerMalformed(error, socket, newId()))
  server.on('request', (request, response) => gate.receive(request, response, () => readBody(request, gate)))
  server.on('checkContinue', (request, response) =>
    gate.receive(request, response, () => {
      response.writeContinue()
      readBody(request, gate)
    }),
  )
  server.on('connect', (_, socket) => refuseTunnel(socket, newId()))
  // Any other Expect header gets the normal response: node's own 417 has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** Returns the URL with the actual port. */
async function listen(server: HttpServer, { host, port }: ListenAddress): Promise<string> {
  try {
    const { address } = await lookup(host)
    await once(server.listen({ host: address, port, backlog: BACKLOG }), 'listening')
  } catch (error) {
    throw listenError(error, host, port)
  }
  const { address, family, port: picked } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${picked}`
}
