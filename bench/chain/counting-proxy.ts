import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as passed } from 'node:timers/promises'

/** One HTTP request to a node. */
export interface Asked {
  readonly body: string
  readonly methods: readonly string[]
  readonly start: number
  end: number
}

export interface CountingProxy extends AsyncDisposable {
  readonly url: string
  /** Takes what was asked since the last call. */
  take(): readonly Asked[]
  /** Added to each request (ms). */
  delay: number
}

/** Forwards to a node, records what is asked, and answers later by `delay`. */
export async function startProxy(node: string): Promise<CountingProxy> {
  let asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const entry: Asked = { body, methods: methodsOf(body), start: performance.now(), end: Number.POSITIVE_INFINITY }
    asked.push(entry)
    const forwarded = fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    // At the end the node stops first.
    const read = forwarded.then((each) => each.text()).catch(() => undefined)
    const [answer] = await Promise.all([read, proxy.delay > 0 && passed(proxy.delay)])
    if (answer === undefined) return void response.destroy()
    response.setHeader('content-type', 'application/json')
    response.end(answer)
    entry.end = performance.now()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: CountingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: 0,
    take() {
      const taken = asked
      asked = []
      return taken
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

function methodsOf(body: string): string[] {
  const parsed = JSON.parse(body) as { method: string } | { method: string }[]
  return [parsed].flat().map(({ method }) => method)
}

/** Requests that were under way together are one trip. */
export function tripsOf(asked: readonly Asked[]): Asked[][] {
  const trips: Asked[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const each of asked.toSorted((a, b) => a.start - b.start)) {
    if (each.start < end) trips.at(-1)?.push(each)
    else trips.push([each])
    end = Math.max(end, each.end)
  }
  return trips
}

/** `serve` asks for the head now and then, whatever is validated. */
export function isForHead({ methods }: Asked): boolean {
  return methods.every((method) => ['eth_getBlockByNumber', 'eth_blockNumber', 'eth_chainId'].includes(method))
}
