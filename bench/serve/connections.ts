import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answered {
  readonly status: number
  /** From the moment the request was due (ms). */
  readonly ms: number
}

/**
 * Connections to one server that send prepared bytes and read no more of an answer than its status and length: cheap enough
 * to send several times what the server can do from one core.
 */
export class Connections {
  readonly #port: number
  readonly #host: string
  readonly #free: Connection[] = []
  #opened = 0
  /** Connections that ended without an answer to a request, or with an error. */
  broken = 0
  /** Requests that wait for an answer. */
  unanswered = 0
  readonly answered: Answered[] = []
  /** Called with a connection that can send the next request. */
  onFree: (() => void) | undefined

  private constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
  }

  static async open(url: string, count: number): Promise<Connections> {
    const all = new Connections(url)
    await Promise.all(Array.from({ length: count }, () => all.#connect()))
    return all
  }

  get free(): number {
    return this.#free.length
  }

  /** Sends on a free connection. @param due ms of performance.now() */
  send(request: Buffer, due: number): void {
    const connection = this.#free.shift()
    if (!connection) throw new Error('no connection is free')
    connection.due = due
    this.unanswered += 1
    connection.socket.write(request)
  }

  close(): void {
    for (const { socket } of this.#free) socket.destroy()
  }

  async #connect(): Promise<void> {
    const socket = connect({ port: this.#port, host: this.#host, noDelay: true })
    const connection: Connection = { socket, due: undefined, left: 0, head: '', status: 0, isLast: false }
    this.#opened += 1
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => this.#read(connection, chunk))
    socket.once('close', () => {
      // An answered connection that the server announced to close is replaced.
      if (!connection.isLast || connection.due !== undefined) {
        this.broken += 1
        if (connection.due !== undefined) this.unanswered -= 1
      }
      const index = this.#free.indexOf(connection)
      if (index >= 0) this.#free.splice(index, 1)
    })
    await once(socket, 'connect')
    this.#free.push(connection)
  }

  #read(connection: Connection, chunk: Buffer): void {
    let at = 0
    if (connection.left === 0) {
      const text = connection.head + chunk.toString('latin1', 0, 2048)
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) {
        connection.head = text
        return
      }
      const head = text.slice(0, end).toLowerCase()
      connection.status = Number(head.slice(9, 12))
      connection.left = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0)
      connection.isLast = head.includes('connection: close')
      at = end + 4 - connection.head.length
      connection.head = ''
    }
    connection.left -= chunk.length - at
    if (connection.left > 0) return
    const now = performance.now()
    this.answered.push({ status: connection.status, ms: now - (connection.due ?? now) })
    connection.due = undefined
    this.unanswered -= 1
    if (connection.isLast) {
      connection.socket.end()
      void this.#connect().then(() => this.onFree?.())
    } else {
      this.#free.push(connection)
      this.onFree?.()
    }
  }
}

interface Connection {
  readonly socket: Socket
  /** Of the running request. */
  due: number | undefined
  /** Bytes of the answer that are still to come. */
  left: number
  head: string
  status: number
  isLast: boolean
}

/** A validation as bytes. */
export function requestBytes(url: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const lines = Object.entries({
    host: new URL(url).host,
    'content-type': 'application/json',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST /api/v2/transaction/validate HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
