import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A node on loopback that knows nothing and answers at once: chain 1, a hash for what is sent. It prints its address. */
interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

const resultOf = ({ method, params }: Call): unknown => {
  if (method === 'eth_chainId') return '0x1'
  if (method === 'eth_sendRawTransaction') return `0x${createHash('sha256').update(String(params[0])).digest('hex')}`
  if (method === 'eth_getTransactionReceipt') return null
  return `0x${'00'.repeat(32)}`
}

const server = createServer(async (request, response) => {
  const call = JSON.parse((await buffer(request)).toString()) as Call
  const body = JSON.stringify({ jsonrpc: '2.0', id: call.id, result: resultOf(call) })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
