import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Closes the connection when the client has read the answer and stopped to send (RFC 9112, 9.6): a socket that is closed with
 * unread bytes resets the connection, and the client could lose the answer. What is sent beyond the limit stays unread until the
 * time is over, which stops the client as well.
 */
export function endAfterBody(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, withinMs }: { readonly maxBytes: number; readonly withinMs: number },
  ended?: () => void,
): void {
  let received = 0
  const end = () => {
    clearTimeout(late)
    response.end(ended)
  }
  const late = setTimeout(end, withinMs)
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) request.pause()
  })
  request.once('end', end).once('close', end)
}
