import { retryDelay } from '../../../src/client/sending/retry.ts'
import type { Span } from './budget-model.ts'
import { type Answer, type Keys, ServeProcess } from './serve-process.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** An answer, and when it was asked for first. */
interface Answered extends Span {
  readonly answer: Answer
  /** A server may have done it before, and the answer was lost. */
  readonly isRepeated: boolean
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Servers of one database that are killed and started again, and a client that tries again as a real one does. */
export class KilledServers {
  readonly #servers: (ServeProcess | undefined)[]
  readonly #start: () => Promise<ServeProcess>
  readonly #random: () => number
  #killing: Promise<void> | undefined
  #isOver = false
  kills = 0
  lost = 0

  private constructor(servers: ServeProcess[], start: () => Promise<ServeProcess>, random: () => number) {
    this.#servers = servers
    this.#start = start
    this.#random = random
  }

  static async open(
    count: number,
    { env, keys, connections }: { env: Readonly<Record<string, string>>; keys: Keys; connections: number },
    random: () => number,
  ): Promise<KilledServers> {
    const start = () => ServeProcess.start([], { env, keys, connections })
    return new KilledServers(await Promise.all(Array.from({ length: count }, start)), start, random)
  }

  /** All of them; none is killed any more. */
  get all(): readonly ServeProcess[] {
    return this.#servers.filter((each) => each !== undefined)
  }

  /** @param longestMs between two kills */
  startKilling(longestMs: number): void {
    this.#killing = (async () => {
      while (!this.#isOver) {
        await pause(this.#random() * longestMs)
        const first = Math.floor(this.#random() * this.#servers.length)
        const isAll = this.#random() < 0.2
        await Promise.all(this.#servers.map((_, at) => (isAll || at === first ? this.#kill(at) : undefined)))
      }
    })()
    this.#killing.catch(() => {})
  }

  async stopKilling(): Promise<void> {
    this.#isOver = true
    await this.#killing
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((server) => server.end('SIGTERM')))
  }

  /**
   * Tries until there is an answer that is final.
   * @param mayGiveUp asked after each answer that was lost; undefined is returned when it says so
   */
  async ask({ method, path, body, headers }: Request, mayGiveUp?: () => boolean): Promise<Answered | undefined> {
    const sent = Date.now()
    let isRepeated = false
    for (let attempt = 0; ; attempt++) {
      const server = this.#servers[Math.floor(this.#random() * this.#servers.length)]
      const answer = await server?.ask(method, path, body, headers).catch(() => {
        this.lost++
        isRepeated = true
        return undefined
      })
      const after: Record<string, string> = answer?.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter }
      const moment = { headers: after, attempt, random: this.#random(), now: Date.now() }
      const delay =
        answer?.status === 200 ? undefined : retryDelay({ ...moment, ...(answer && { status: answer.status }) })
      if (answer && delay === undefined) return { answer, sent, answered: Date.now(), isRepeated }
      if (isRepeated && mayGiveUp?.()) return undefined
      await pause(delay ?? 0)
    }
  }

  async #kill(at: number): Promise<void> {
    const server = this.#servers[at]
    this.#servers[at] = undefined
    await server?.end('SIGKILL')
    this.kills++
    this.#servers[at] = await this.#start()
  }
}
