import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server that speaks no HTTP: what it does with a connection is up to the test. */
export async function serveTcp(onData: (socket: Socket) => void): Promise<AsyncDisposable & { url: URL }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => onData(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
