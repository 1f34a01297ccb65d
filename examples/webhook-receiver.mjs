import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const seen = new Set() // In earnest: the database that acts on the event.

createServer(async (request, response) => {
  try {
    // The body as it came: parsed and written again it would be other bytes.
    const event = webhook.verify(await text(request), request.headers)
    if (!seen.has(request.headers['webhook-id'])) process.stdout.write(`${event.type} ${JSON.stringify(event.data)}\n`)
    seen.add(request.headers['webhook-id'])
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(Number(process.env.PORT ?? 8787), '127.0.0.1')
