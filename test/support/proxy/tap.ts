import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** The answer to a body that arrived. */
export type Respond = (body: string, contentType: string) => Promise<string> | string

/** What stands behind a proxy: keeps the body of every request that arrives. Has no vitest, so that campaigns use it, too. */
export interface Tap extends AsyncDisposable {
  readonly url: string
  /** As they arrived, oldest first. */
  readonly bodies: string[]
  /** Paths with their queries. */
  readonly targets: string[]
  stop(): Promise<void>
}

export async function startTap(respond: Respond): Promise<Tap> {
  const bodies: string[] = []
  const targets: string[] = []
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
    const body = (isZipped ? gunzipSync(bytes) : bytes).toString()
    bodies.push(body)
    targets.push(request.url ?? '')
    try {
      const answer = await respond(body, request.headers['content-type'] ?? '')
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    } catch {
      response.destroy()
    }
  })
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, bodies, targets, stop, [Symbol.asyncDispose]: stop }
}

/** Stands in front of a node. */
export function startTapOf(node: string): Promise<Tap> {
  return startTap(async (body, contentType) => {
    const response = await fetch(node, { method: 'POST', headers: { 'content-type': contentType }, body })
    return response.text()
  })
}

/** A body as the most lenient reader takes it: of any encoding, without escapes, in lower case. */
export function leniently(body: string): string {
  return body
    .replaceAll('\0', '')
    .replace(/\\u([0-9a-fA-F]{4})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .toLowerCase()
}
