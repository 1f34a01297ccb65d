import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A webhook receiver in its own process: prints its URL and answers each POST with 204, at `/far` after 5 ms. GET answers
 * with what arrived since the last GET: ids of events sort in the order of the events.
 */
export interface Arrivals {
  readonly taken: number
  /** Arrived after one with a larger id. */
  readonly disordered: number
  readonly repeated: number
}

const FAR_MS = 5

let taken = 0
let disordered = 0
let largest = ''
let seen = new Set<string>()

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const arrivals: Arrivals = { taken, disordered, repeated: taken - seen.size }
    taken = 0
    disordered = 0
    largest = ''
    seen = new Set()
    response.end(JSON.stringify(arrivals))
    return
  }
  const id = String(request.headers['webhook-id'])
  taken += 1
  if (id < largest) disordered += 1
  else largest = id
  seen.add(id)
  const answer = () => response.writeHead(204).end()
  request.resume().on('end', () => void (request.url === '/far' ? setTimeout(answer, FAR_MS) : answer()))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`)
})
