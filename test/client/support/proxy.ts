import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface Proxy extends AsyncDisposable {
  readonly address: string
  /** "GET http://host/path" or "CONNECT host:port", with the Proxy-Authorization where there was one. */
  readonly asked: string[]
}

/**
 * A real proxy on 127.0.0.1: forwards plain http and tunnels the rest. Every host name leads to `port` of 127.0.0.1.
 * With `refuse`, answers that status instead.
 */
export async function startProxy(port: number, { refuse }: { refuse?: number } = {}): Promise<Proxy> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const note = (line: string, authorization: string | undefined) =>
    asked.push(authorization === undefined ? line : `${line} (${authorization})`)

  const server = createServer((incoming, outgoing) => {
    note(`${incoming.method} ${incoming.url}`, incoming.headers['proxy-authorization'])
    if (refuse !== undefined) return void outgoing.writeHead(refuse).end()
    const { pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, headers, path: pathname + search }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    note(`CONNECT ${incoming.url}`, incoming.headers['proxy-authorization'])
    if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`)
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
