import { once } from 'node:events'
import type { Socket } from 'node:net'

/** What a receiver does with a connection. */
export type Deed = (socket: Socket) => void | Promise<void>

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One character at a time. */
export async function drip(socket: Socket, text: string, ms: number): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return
    socket.write(character)
    await pause(ms)
  }
}

/** Writes as fast as the other side reads, for as long as it does. */
export async function pour(socket: Socket, chunk: Buffer | string, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}

/** Reads a request and answers with exactly this, then closes unless told otherwise. */
export function answering(text: string | Buffer, { closes = true } = {}): Deed {
  return (socket) => {
    socket.on('data', () => {
      socket.write(text)
      if (closes) socket.end()
    })
  }
}

/** A whole answer, on a connection that is kept. */
export const status = (line: string, headers = '', body = '') =>
  answering(`HTTP/1.1 ${line}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, {
    closes: false,
  })

/** Waits for the request. */
export const after =
  (then: (socket: Socket) => void | Promise<void>): Deed =>
  async (socket) => {
    await once(socket, 'data')
    await then(socket)
  }
