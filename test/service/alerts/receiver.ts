import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Receiver {
  readonly port: number
  /** http://host:port, by default of 127.0.0.1. */
  readonly origin: string
  readonly requests: readonly ReceivedRequest[]
  readonly connections: () => number
}

export type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/** An HTTP server that records requests; closed at the end of the test. */
export async function startReceiver(answer: Answer, { host = '127.0.0.1', port = 0 } = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  let connections = 0
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const request = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') }
      requests.push(request)
      answer(response, request)
    })
  })
  server.on('connection', () => {
    connections++
  })
  await listening(server, port, host)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const bound = portOf(server)
  return { port: bound, origin: `http://${host}:${bound}`, requests, connections: () => connections }
}

export function answering(status: number, body = '', headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end(body)
}

/** One answer after the other; the last one repeats. */
export function inTurn(...answers: Answer[]): Answer {
  let count = 0
  return (response, request) => answers[Math.min(count++, answers.length - 1)]?.(response, request)
}

export interface Trap {
  readonly port: number
  readonly connections: () => number
  readonly bytes: () => number
}

export interface TrapOptions {
  readonly host?: string
  readonly port?: number
  readonly onConnection?: (socket: Socket) => void
}

/** A listener that must not be reached; by default on every address of the machine, IPv4 and IPv6. */
export async function startTrap({ host = '::', port = 0, onConnection }: TrapOptions = {}): Promise<Trap> {
  let connections = 0
  let bytes = 0
  const open = new Set<Socket>()
  const server = createTcpServer((socket) => {
    connections++
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      bytes += chunk.length
      // The caller need not wait for its time limit: what matters has arrived.
      if (onConnection === undefined) socket.destroy()
    })
    socket.on('close', () => open.delete(socket))
    onConnection?.(socket)
  })
  await listening(server, port, host)
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return { port: portOf(server), connections: () => connections, bytes: () => bytes }
}

type Listening = ReturnType<typeof createTcpServer>

function listening(server: Listening, port: number, host: string): Promise<void> {
  return new Promise((ready, failed) => {
    server.once('error', failed)
    server.listen(port, host, ready)
  })
}

function portOf(server: Listening): number {
  return (server.address() as AddressInfo).port
}
