import { once } from 'node:events'
import type { Socket } from 'node:net'

/** How a receiver handles a connection. */
export type SocketAction = (socket: Socket) => void | Promise<void>

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Writes one character at a time. */
export async function drip(socket: Socket, text: string, ms: number): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return
    socket.write(character)
    await pause(ms)
  }
}

/** Writes as fast as the other side reads, until it closes. */
export async function pour(socket: Socket, chunk: Buffer | string, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}

/** Responds to a request with exactly this text; then closes by default. */
export function answering(text: string | Buffer, { closes = true } = {}): SocketAction {
  return (socket) => {
    socket.on('data', () => {
      socket.write(text)
      if (closes) socket.end()
    })
  }
}

/** A complete response on a keep-alive connection. */
export const status = (line: string, headers = '', body = '') =>
  answering(`HTTP/1.1 ${line}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, {
    closes: false,
  })

/** Waits for the request, then acts. */
export const after =
  (then: (socket: Socket) => void | Promise<void>): SocketAction =>
  async (socket) => {
    await once(socket, 'data')
    await then(socket)
  }
