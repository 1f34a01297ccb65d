import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP connection to a server: sends what HTTP clients refuse to send, and reads every byte. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    // Tests may expect a reset.
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1')
      socket.emit('received')
    })
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    const connection = new RawConnection(socket)
    await once(socket, 'connect')
    return connection
  }

  send(bytes: string | Uint8Array): this {
    this.#socket.write(bytes)
    return this
  }

  /** Everything received so far, once it contains `text`. */
  async until(text: string): Promise<string> {
    while (!this.#received.includes(text)) {
      if (this.#socket.closed) throw new Error(`closed before ${JSON.stringify(text)}: ${this.#received}`)
      await Promise.race([once(this.#socket, 'received'), once(this.#socket, 'close')])
    }
    return this.#received
  }

  /** Everything received until the server closed the connection. */
  async untilClosed(): Promise<string> {
    if (!this.#socket.closed) await once(this.#socket, 'close')
    return this.#received
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
