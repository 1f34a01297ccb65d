import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiResponse } from '../../api/operations/message.ts'
import { Problem, problemResponse } from '../problems/problem.ts'

/**
 * Answers input that is not a complete HTTP request (syntax error, headers too large or too slow) with problem details
 * on the raw socket, and closes the connection: the start of the next request is unknown.
 */
export function answerMalformed(error: Error & { code?: string }, socket: Duplex, id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isBeingAnswered(socket)) {
    socket.destroy(error)
    return
  }
  socket.end(rawResponse(problemResponse(problemOf(error.code), `urn:uuid:${id}`), id))
}

/** CONNECT asks for a tunnel (RFC 9110, 9.3.6): node leaves its connection to this, without a limit of its own. */
export function refuseTunnel(socket: Duplex, id: string): void {
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
