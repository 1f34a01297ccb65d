import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { SocketAction } from './socket-actions.ts'

/** A TCP server on 127.0.0.1 with one fault. */
export interface Misbehaving {
  readonly port: number
  close(): Promise<void>
}

export interface Fault {
  readonly tls?: TlsOptions
  /** Handles a new connection with the fault; absent: nothing listens. */
  readonly serve?: SocketAction
}

export async function startFault({ tls, serve }: Fault): Promise<Misbehaving> {
  const open = new Set<Socket>()
  const server: Server = tls ? createTlsServer(tls) : createServer()
  const misbehave = (socket: Socket) => {
    // Errors of the client do not matter here.
    socket.on('error', () => {})
    // Ends a receiver that is still dripping.
    Promise.resolve(serve?.(socket)).catch(() => {})
  }
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    if (!tls) misbehave(socket)
  })
  if (tls) server.on('secureConnection', misbehave).on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const socket of open) socket.destroy()
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
  // A port that was just closed: nothing listens there.
  if (!serve) await close()
  return { port, close }
}

/**
 * Signed the certificates beside it: `trusted` and `other-name` until 2120, `expired` until 2020. For NODE_EXTRA_CA_CERTS;
 * its own key is not kept.
 */
export const AUTHORITY_FILE = new URL('certificates/authority.pem', import.meta.url).pathname

/** A name that only an unresponsive name server knows. */
export const SILENT_NAME = 'silent.example.org'
/** Where it listens: nothing but its port 53 is looked at by resolvers. */
export const SILENT_NAME_SERVER = '127.0.0.53'

export async function startSilentNameServer(): Promise<{ close(): void }> {
  const socket = createSocket('udp4').bind(53, SILENT_NAME_SERVER)
  await once(socket, 'listening')
  return socket
}
