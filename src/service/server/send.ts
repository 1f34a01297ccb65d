import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiResponse } from '../../api/operations/message.ts'
import { endAfterBody } from '../../shared/streams/end-after-body.ts'

/** Longest unread body of a declared length that is read so that the connection can take the next request. */
const SHORT_BODY_BYTES = 64 * 1024

/** The most that is read of a longer body, so that the caller is not cut off before it has the answer. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/** Text, or bytes that several answers share. */
export interface SentAnswer extends Omit<ApiResponse, 'body'> {
  readonly body: string | Buffer
}

export interface HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
}

export interface AnswerOptions {
  /** No further request is read from the connection. */
  readonly isLast: boolean
  /** Time for reading the answer (ms). */
  readonly readWithinMs: number
  /** Time for a caller to stop sending a body that is not read (ms). */
  readonly discardMs: number
}

/** Writes an answer, in one call. */
export function send(
  { request, response, id }: HttpExchange,
  { status, headers, body }: SentAnswer,
  { isLast, readWithinMs, discardMs }: AnswerOptions,
): void {
  const isLong = hasLongUnreadBody(request)
  response.writeHead(status, {
    'x-request-id': id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    ...headers,
    ...((isLast || isLong) && { connection: 'close' }),
  })
  if (isLong) {
    response.flushHeaders()
    if (body.length > 0) response.write(body)
    endAfterBody(request, response, { maxBytes: MAX_DISCARDED_BYTES, withinMs: discardMs })
  } else response.end(body)
  // A caller that reads nothing, or a byte at a time, would keep the response in memory.
  if (response.writableFinished || response.socket?.writableLength === 0) return
  const late = setTimeout(() => request.socket.destroy(), readWithinMs)
  response.once('close', () => clearTimeout(late))
}

/**
 * Whether a body is still to come that is not worth reading for the next request on the connection. A caller that waits
 * for "100 Continue" may never send it.
 */
function hasLongUnreadBody({ headers, complete }: IncomingMessage): boolean {
  if (complete) return false
  if (headers['transfer-encoding'] !== undefined) return true
  const length = Number(headers['content-length'] ?? 0)
  return length > SHORT_BODY_BYTES || (length > 0 && headers.expect !== undefined)
}
