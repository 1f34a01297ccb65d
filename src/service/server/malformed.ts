import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiResponse } from '../../api/message.ts'
import { Problem, problemResponse } from '../problems/problem.ts'

/**
 * Answers what never became a request (broken HTTP, headers too large or too late) on the bare socket, in the same
 * shape as every other refusal, and ends the connection: nobody knows where the next request would start.
 */
export function answerMalformed(error: Error & { code?: string }, socket: Socket, id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isBeingAnswered(socket)) {
    socket.destroy(error)
    return
  }
  socket.end(rawResponse(problemResponse(problemOf(error.code), `urn:uuid:${id}`), id))
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'The headers of the request are larger than 16 KiB.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request did not arrive in time.')
    default:
      return new Problem('malformed-request', 'The request cannot be read as HTTP.')
  }
}

/** Node keeps the response under way on its socket; a second status line in the middle of it would be read as its body. */
function isBeingAnswered(socket: Socket): boolean {
  const { _httpMessage } = socket as Socket & { _httpMessage?: { headersSent?: boolean } | null }
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
