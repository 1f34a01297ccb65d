import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** Accepts all signed webhooks, and checks signatures and ids. */
export interface VerifyingReceiver {
  readonly origin: string
  /** Signing secret of the destinations. */
  readonly secret: string
  /** Requests so far. */
  total(): number
  /** Every received webhook-id. */
  ids(): Iterable<string>
  /** Destinations that received it. */
  arrivalsOf(alertId: string, svcTxId: string): number
  /** How many events each digest counts, by webhook-id. */
  readonly digests: ReadonlyMap<string, number>
  /** Time (ms since the epoch) and path of each request. */
  readonly arrivals: readonly Arrival[]
  /** Bad signatures, ids that change between attempts, ids shared by two events. */
  faults(): readonly string[]
  close(): Promise<void>
}

export interface Arrival {
  readonly at: number
  readonly path: string
  readonly id: string
  readonly svcTxId: string
}

export async function startVerifyingReceiver(): Promise<VerifyingReceiver> {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const webhook = new Webhook(secret)
  const faults: string[] = []
  const arrivals: Arrival[] = []
  const ids = new Map<string, string>()
  const events = new Map<string, string>()
  const places = new Map<string, Set<string>>()
  const digests = new Map<string, number>()

  const take = (path: string, headers: Record<string, string>, body: Buffer) => {
    const id = headers['webhook-id'] ?? ''
    const { data } = webhook.verify(body, headers) as {
      data: { alert: { id: string }; transaction: { svcTxId: string }; group?: { count: number } }
    }
    arrivals.push({ at: Date.now(), path, id, svcTxId: data.transaction.svcTxId })
    if (data.group) {
      const { count } = data.group
      if ((digests.get(id) ?? count) !== count) faults.push(`${id} is the id of two digests`)
      digests.set(id, count)
      return
    }
    const event = `${data.alert.id} ${data.transaction.svcTxId}`
    if ((ids.get(id) ?? event) !== event) faults.push(`${id} is the id of two events`)
    if ((events.get(event) ?? id) !== id) faults.push(`${event} came with two ids`)
    ids.set(id, event)
    events.set(event, id)
    places.set(event, (places.get(event) ?? new Set()).add(path))
  }
  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request)
      take(request.url ?? '', request.headers as Record<string, string>, body)
      response.writeHead(200).end()
    } catch (error) {
      // An incomplete body means that the sender was killed.
      if (request.complete) faults.push(String(error))
      response.writeHead(400).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    total: () => arrivals.length,
    ids: () => ids.keys(),
    arrivalsOf: (alertId, svcTxId) => places.get(`${alertId} ${svcTxId}`)?.size ?? 0,
    digests,
    arrivals,
    faults: () => faults,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
