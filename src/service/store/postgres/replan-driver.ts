import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type QueryResult,
} from 'kysely'
import { isConnectionLost } from './failures.ts'

/** The driver's connection type, which it does not export. */
type Inner = Parameters<PostgresDriver['releaseConnection']>[0]

/** A connection shared by all statements of one turn of the event loop. */
interface SharedConnection {
  readonly connection: Promise<DatabaseConnection>
  users: number
}

/**
 * Repeats a read on another connection after the first one was lost, as all idle ones are when the server restarts, or
 * after its cached plan became invalid. For reads without transactions. Statements of one turn of the event loop share a
 * pipelined connection.
 */
export class ReplanDriver extends PostgresDriver {
  readonly #maxConnections: number
  #joinable: SharedConnection | undefined
  readonly #shared = new Map<DatabaseConnection, SharedConnection>()

  /** @param maxConnections size of the pool: limit of lost connections in a row */
  constructor(config: ConstructorParameters<typeof PostgresDriver>[0], maxConnections: number) {
    super(config)
    this.#maxConnections = maxConnections
  }

  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const acquire = () => this.#join(() => super.acquireConnection(options))
    const release = (connection: DatabaseConnection) => this.#leave(connection)
    return new RetryingConnection(await acquire(), { acquire, release, maxConnections: this.#maxConnections })
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const held = connection instanceof RetryingConnection ? connection.current : undefined
    if (held) await this.#leave(held)
  }

  async #join(acquire: () => Promise<DatabaseConnection>): Promise<DatabaseConnection> {
    if (!this.#joinable) {
      this.#joinable = { connection: acquire(), users: 0 }
      setImmediate(() => {
        this.#joinable = undefined
      })
    }
    const shared = this.#joinable
    shared.users += 1
    const connection = await shared.connection
    this.#shared.set(connection, shared)
    return connection
  }

  async #leave(connection: DatabaseConnection): Promise<void> {
    const shared = this.#shared.get(connection)
    if (!shared || --shared.users > 0) return
    this.#shared.delete(connection)
    if (this.#joinable === shared) this.#joinable = undefined
    await super.releaseConnection(connection as Inner)
  }
}

interface ConnectionSource {
  readonly acquire: () => Promise<DatabaseConnection>
  readonly release: (connection: DatabaseConnection) => Promise<void>
  readonly maxConnections: number
}

class RetryingConnection implements DatabaseConnection {
  /** Undefined between a lost connection and the next one. */
  #current: DatabaseConnection | undefined
  readonly #source: ConnectionSource

  constructor(first: DatabaseConnection, source: ConnectionSource) {
    this.#current = first
    this.#source = source
  }

  get current(): DatabaseConnection | undefined {
    return this.#current
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { acquire, release, maxConnections } = this.#source
    for (let lost = 0; ; lost++) {
      this.#current ??= await acquire()
      const connection = this.#current
      try {
        return await connection.executeQuery<R>(query)
      } catch (error) {
        if (!isConnectionLost(error) || lost === maxConnections) throw error
        // Released first, so that the pool can replace it. The pool discards a lost connection.
        this.#current = undefined
        await release(connection)
      }
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }
}
