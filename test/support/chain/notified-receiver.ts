import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** A message about a followed chain. */
export interface Notification {
  /** webhook-id: the event. */
  readonly id: string
  readonly at: number
  readonly alertId: string
  /** Undefined: it is about no transaction. */
  readonly hash: string | undefined
  readonly step: 'included' | 'retracted' | 'included-again' | undefined
  readonly kind: string | undefined
  readonly blockHash: string | undefined
  readonly confirmations: number | undefined
  readonly validatedAs: string | null | undefined
  // biome-ignore lint/suspicious/noExplicitAny: each test reads the few members it needs.
  readonly data: any
}

/** Accepts signed webhooks and keeps each event once, however often it is delivered. */
export interface NotificationReceiver extends AsyncDisposable {
  readonly origin: string
  /** Signing secret of its destinations. */
  readonly secret: string
  /** In the order of their first arrival. */
  readonly notified: readonly Notification[]
  /** Deliveries, also repeated ones. */
  total(): number
  /** Bad signatures, and one id with two contents. */
  readonly faults: readonly string[]
  about(hash: string): readonly Notification[]
  close(): Promise<void>
}

export async function startNotificationReceiver(): Promise<NotificationReceiver> {
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const webhook = new Webhook(secret)
  const faults: string[] = []
  const notified: Notification[] = []
  const contents = new Map<string, string>()
  let total = 0

  const take = (headers: Record<string, string>, body: Buffer) => {
    const id = headers['webhook-id'] ?? ''
    const content = body.toString()
    // Not `verify`, which refuses messages of a server whose clock is wrong.
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    if (webhook.sign(id, at, content) !== headers['webhook-signature']) throw new Error(`${id} has a bad signature`)
    const { data } = JSON.parse(content) as { data: Notification['data'] }
    total++
    if ((contents.get(id) ?? content) !== content) faults.push(`${id} came with two contents`)
    if (contents.has(id)) return
    contents.set(id, content)
    const { step, kind, blockHash, confirmations, validatedAs } = data
    const about = { alertId: data.alert?.id, hash: data.transaction?.transactionId?.toLowerCase() }
    notified.push({ id, at: Date.now(), ...about, step, kind, blockHash, confirmations, validatedAs, data })
  }
  const server = createServer(async (request, response) => {
    try {
      take(request.headers as Record<string, string>, await buffer(request))
      response.writeHead(200).end()
    } catch (error) {
      // An incomplete body means that the sender was killed.
      if (request.complete) faults.push(String(error))
      response.writeHead(400).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    notified,
    total: () => total,
    faults,
    about: (hash) => notified.filter((each) => each.hash === hash),
    close,
    [Symbol.asyncDispose]: close,
  }
}
