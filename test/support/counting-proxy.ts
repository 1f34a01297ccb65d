import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/**
 * What the client sends within this time (ms), and then within these turns of the event loop, depends on no answer. The
 * client is in the same process, so that a busy machine delays both.
 */
const ANSWER_DELAY_MS = 20
const ANSWER_DELAY_TURNS = 30

export interface CountingProxy {
  /** URL of the database behind the proxy. */
  readonly database: string
  /** Statements of each trip since the last call. A trip is what the client sends before the answers to it arrive. */
  takeTrips(): string[][]
}

/** Forwards connections to a PostgreSQL server, delays its answers, and counts how often the client waits for them. */
export async function startCountingProxy(database: string): Promise<CountingProxy> {
  const trips: string[][] = []
  const sockets = new Set<Socket>()
  /** Requests without an answer, on all connections. */
  let pending = 0
  const sent = (statement: string) => {
    if (pending === 0) trips.push([])
    pending += 1
    trips.at(-1)?.push(statement)
  }
  const { hostname, port } = new URL(database)
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let open = 0
    const fromClient = statementReader((statement) => {
      open += 1
      sent(statement)
    })
    const fromServer = messageReader(false, (type) => {
      // ReadyForQuery answers one request; the first one answers the login.
      if (type !== 'Z' || open === 0) return
      open -= 1
      pending -= 1
    })
    near.on('data', (data) => {
      fromClient(data)
      far.write(data)
    })
    let answered = Promise.resolve()
    far.on('data', (data) => {
      const delayed = delay()
      answered = answered.then(async () => {
        await delayed
        fromServer(data)
        near.write(data)
      })
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        pending -= open
        open = 0
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { database: url.href, takeTrips: () => trips.splice(0) }
}

async function delay(): Promise<void> {
  await setTimeout(ANSWER_DELAY_MS)
  for (let turn = 0; turn < ANSWER_DELAY_TURNS; turn++) await setImmediate()
}

/** Calls `sent` with the text of each statement, at the message that asks the server to answer: Query or Sync. */
function statementReader(sent: (statement: string) => void): (data: Buffer) => void {
  const texts = new Map<string, string>()
  let bound = ''
  return messageReader(true, (type, body) => {
    if (type === 'P') {
      const [name = '', text = ''] = body.toString().split('\0')
      texts.set(name, text)
    }
    if (type === 'B') bound = texts.get(body.toString('latin1').split('\0')[1] ?? '') ?? ''
    if (type === 'Q') sent(body.toString('utf8', 0, body.length - 1))
    if (type === 'S') sent(bound)
  })
}

/** Splits a stream into messages of PostgreSQL's protocol: a letter, a length, a body. */
function messageReader(hasStartup: boolean, found: (type: string, body: Buffer) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  /** The first message of a client has no letter. */
  let head = hasStartup ? 0 : 1
  return (data) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= head + 4) {
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      found(rest.toString('latin1', 0, head), rest.subarray(head + 4, end))
      rest = rest.subarray(end)
      head = 1
    }
  }
}
