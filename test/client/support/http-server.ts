import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the server saw it. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HttpServer extends AsyncDisposable {
  readonly url: URL
  readonly seen: Seen[]
  /** How many TCP connections were opened so far. */
  readonly connections: () => number
}

/** A real server on a free port of 127.0.0.1; it answers only after the whole request is there. */
export async function serveHttp(answer: (response: ServerResponse, seen: Seen) => void): Promise<HttpServer> {
  const seen: Seen[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
      seen.push(one)
      answer(response, one)
    })
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    seen,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** A port of 127.0.0.1 on which nothing listens: one that was just given back. */
export async function closedPort(): Promise<number> {
  const server = await serveHttp((response) => response.end())
  const port = Number(server.url.port)
  await server[Symbol.asyncDispose]()
  return port
}
