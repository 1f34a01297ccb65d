/**
 * Room: node:http, bodies, listening, overload, metrics and probes, the paths that `serve` adds.
 *
 * Sockets, limits, admission and its own paths. What an answer says is decided in `http` and below.
 */

import { isAscii } from 'node:buffer'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server as HttpServer, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ApiResponse } from '../../api/operations/message.ts'
import { listenError } from '../../shared/system/listen-error.ts'
import { atMost } from '../../shared/time/sleep.ts'
import { bodyNotUtf8, bodyTooLarge, MAX_BODY_BYTES, mediaFault } from '../http/parse-request.ts'
import { Problem, problemResponse } from '../problems/problem.ts'
import type { Ids } from '../runtime/deps.ts'
import { Gate, type GateLimits, type GateOptions } from './admission/gate.ts'
import { flatHeaders } from './request-head.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Methods of operations with a body. */
const WITH_BODY: ReadonlySet<string | undefined> = new Set(['POST', 'PUT'])

export interface ListenAddress {
  /** A name or an address. A name resolves to its first address. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface ServerOptions extends ListenAddress, Omit<GateOptions, 'limits'> {
  readonly limits?: Partial<ServerLimits>
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
    const answered = gate.stop().then(() => true)
    server.closeIdleConnections()
    if (!(await atMost(limits.stop, answered))) server.closeAllConnections()
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

/** Creates the server of Node, behind the gate: handle() does the routing, and reads what was sent. */
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
    throw listenError(error, { host, port, command: 'serve' })
  }
  const { address, family, port: picked } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${picked}`
}

/**
 * Answers input that is not a complete HTTP request (syntax error, headers too large or too slow) with problem details
 * on the raw socket, and closes the connection: the start of the next request is unknown.
 */
function answerMalformed(error: Error & { code?: string }, socket: Duplex, id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isBeingAnswered(socket)) {
    socket.destroy(error)
    return
  }
  socket.end(rawResponse(problemResponse(problemOf(error.code), `urn:uuid:${id}`), id))
}

/** CONNECT asks for a tunnel (RFC 9110, 9.3.6): node leaves its connection to this, without a limit of its own. */
function refuseTunnel(socket: Duplex, id: string): void {
  const problem = new Problem('malformed-request', 'CONNECT is not supported.')
  socket.on('error', () => socket.destroy())
  socket.end(rawResponse(problemResponse(problem, `urn:uuid:${id}`), id), () => socket.destroy())
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'The request headers are larger than 16 KiB.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request did not arrive in time.')
    default:
      return new Problem('malformed-request', 'The request is not valid HTTP.')
  }
}

/** Node keeps the running response on its socket; a second status line would become part of its body. */
function isBeingAnswered(socket: Duplex): boolean {
  const { _httpMessage } = socket as Duplex & { _httpMessage?: { headersSent?: boolean } | null }
  return _httpMessage?.headersSent === true
}

function rawResponse({ status, headers, body }: ApiResponse, id: string): string {
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': id,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}

/**
 * Reads the body of a request, in memory and at most `MAX_BODY_BYTES`, and hands it to the gate. One that nothing reads, because of
 * its method or media type, stays with the connection. A caller that disconnects ends the visit of its request.
 */
function readBody(request: IncomingMessage, gate: Pick<Gate, 'complete' | 'fail'>): void {
  const { method, headers } = request
  // handle() refuses the media type, after the path and the key.
  const isRead = WITH_BODY.has(method) && mediaFault(flatHeaders(headers)) === undefined
  if (!isRead) {
    gate.complete(request, undefined)
    return
  }
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    gate.fail(request, bodyTooLarge())
    return
  }
  const chunks: Buffer[] = []
  let bytes = 0
  const take = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    else {
      request.off('data', take).off('end', end)
      gate.fail(request, bodyTooLarge())
    }
  }
  const end = () => {
    const text = textOf(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    if (text instanceof Problem) gate.fail(request, text)
    else gate.complete(request, text)
  }
  request.on('data', take).once('end', end)
}

/** The text of a body, or why it has none. */
function textOf(bytes: Buffer): string | Problem {
  try {
    return isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes)
  } catch {
    return bodyNotUtf8()
  }
}
