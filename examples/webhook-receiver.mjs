import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET, PORT = '9797' } = process.env
if (!WEBHOOK_SECRET) {
  process.stderr.write('WEBHOOK_SECRET is not set: set it to the signing secret of the destination\n')
  process.exit(2)
}
const webhook = new Webhook(WEBHOOK_SECRET)
const seen = new Set() // In production: a unique key in a database.

const server = createServer(async (request, response) => {
  try {
    // Verify the original bytes: parsing and serializing would change them.
    const event = webhook.verify(await text(request), request.headers)
    if (!seen.has(request.headers['webhook-id'])) process.stdout.write(`${event.type} ${JSON.stringify(event.data)}\n`)
    seen.add(request.headers['webhook-id'])
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stderr.write(`listening on http://127.0.0.1:${server.address().port}\n`)
})
