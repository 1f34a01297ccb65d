import pg from 'pg'
import { type PostgresConnectionOptions, pgOptions } from './connection-options.ts'
import { ServerSilent } from './failures.ts'
import { backendProcess, terminate } from './pg-members.ts'

/** A statement without a result for this long is looked into (ms); most take less than ten. */
const OVERDUE_MS = 2000
/** Limit of a look at the server (ms). */
const PROBE_MS = 2000
const TICK_MS = 250
/** Between looks at a silent server (ms). */
const AGAIN_MS = 1000

interface Waiting {
  /** Statements without a result. */
  count: number
  /** Since when nothing came (ms of performance.now). */
  since: number
  /** An earlier look found that the server does not work for this connection. */
  isSuspect: boolean
}

/**
 * Finds connections on which the server does not work any more, and servers that are frozen or cut off: TCP reports them
 * after minutes. When a statement is overdue, another connection asks the server whether it still works on it. If not, the
 * connection is closed; if the server does not answer, all are, and new requests fail at once until it does.
 */
export class SilenceWatch {
  readonly #options: PostgresConnectionOptions
  readonly #waiting = new Map<pg.PoolClient, Waiting>()
  readonly #connectedAt = new WeakMap<pg.PoolClient, number>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isSilent = false
  #isClosed = false
  /** Connections from before were lost, or may be (ms of performance.now). */
  #suspectUntil = Number.NEGATIVE_INFINITY

  constructor(options: PostgresConnectionOptions) {
    this.#options = options
  }

  /** Notes a new connection of a pool. */
  connected(client: pg.PoolClient): void {
    this.#connectedAt.set(client, performance.now())
  }

  /** Whether a connection was opened before one was lost: it is replaced rather than tried. */
  isSuspect(client: pg.PoolClient): boolean {
    return (this.#connectedAt.get(client) ?? 0) < this.#suspectUntil
  }

  /** @throws ServerSilent when the server did not answer the last look */
  assertAnswering(): void {
    if (this.#isSilent) throw new ServerSilent('the server does not answer')
  }

  /** Watches a statement of the connection until it settles. */
  async during<T>(client: pg.PoolClient, statement: Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(client) ?? { count: 0, since: performance.now(), isSuspect: false }
    waiting.count += 1
    this.#waiting.set(client, waiting)
    this.#timer ??= setInterval(() => void this.#tick(), TICK_MS).unref()
    try {
      return await statement
    } finally {
      waiting.since = performance.now()
      waiting.isSuspect = false
      waiting.count -= 1
      if (waiting.count === 0) this.#waiting.delete(client)
    }
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
  }

  async #tick(): Promise<void> {
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const overdue = [...this.#waiting].filter(([, { since }]) => performance.now() - since > OVERDUE_MS)
    if (overdue.length === 0 || this.#isLooking) return
    this.#isLooking = true
    try {
      const working = await this.#workingFor(overdue.map(([client]) => backendProcess(client)))
      for (const [client, waiting] of overdue) {
        if (working.has(backendProcess(client)) || performance.now() - waiting.since <= OVERDUE_MS) continue
        // A result may be on its way: only the second look decides.
        if (waiting.isSuspect) this.#lose(client)
        waiting.isSuspect = true
      }
    } catch {
      this.#isSilent = true
      for (const client of this.#waiting.keys()) this.#lose(client)
      await this.#untilItAnswers()
    } finally {
      this.#isLooking = false
    }
  }

  /** The processes that execute a statement. Throws when the server does not answer in time. */
  async #workingFor(processes: readonly number[]): Promise<Set<number>> {
    const client = new pg.Client({
      ...pgOptions(this.#options),
      application_name: 'txwarden',
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query("select pid from pg_stat_activity where pid = any($1) and state = 'active'", [
        processes,
      ])
      return new Set(rows.map(({ pid }) => Number(pid)))
    } finally {
      // Not awaited: a frozen server does not confirm it.
      void client.end().catch(() => {})
    }
  }

  async #untilItAnswers(): Promise<void> {
    while (this.#isSilent && !this.#isClosed) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
      this.#isSilent = await this.#workingFor([]).then(
        () => false,
        () => true,
      )
    }
  }

  /** Its statements fail as for a lost connection. */
  #lose(client: pg.PoolClient): void {
    this.#suspectUntil = performance.now()
    terminate(client, new Error('connection terminated: the server does not answer'))
  }
}
