import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type QueryResult,
} from 'kysely'
import { isConnectionLost } from './failures.ts'

/** Of the driver, which does not name its type. */
type Inner = Parameters<PostgresDriver['releaseConnection']>[0]

/** A connection that all who ask in one turn of the event loop send their statements on. */
interface Shared {
  readonly connection: Promise<DatabaseConnection>
  users: number
}

/**
 * Reads again, on another connection, what was asked of one that was lost: after a restart of the server those that
 * were idle all are, and nothing is done twice by reading. For reading only, without transactions, on connections that
 * send a statement without waiting for the answer to the one before: those of one turn go out on one of them together.
 */
export class ReplanDriver extends PostgresDriver {
  readonly #most: number
  #joinable: Shared | undefined
  readonly #shared = new Map<DatabaseConnection, Shared>()

  /** @param most connections of the pool: so many may be lost one after another */
  constructor(config: ConstructorParameters<typeof PostgresDriver>[0], most: number) {
    super(config)
    this.#most = most
  }

  override async acquireConnection(options?: AbortableOperationOptions): Promise<DatabaseConnection> {
    const acquire = () => this.#join(() => super.acquireConnection(options))
    const release = (connection: DatabaseConnection) => this.#leave(connection)
    return new RereadingConnection(await acquire(), { acquire, release, most: this.#most })
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const held = connection instanceof RereadingConnection ? connection.current : undefined
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

interface Supply {
  readonly acquire: () => Promise<DatabaseConnection>
  readonly release: (connection: DatabaseConnection) => Promise<void>
  readonly most: number
}

class RereadingConnection implements DatabaseConnection {
  /** Undefined while there is none, and when there was no other. */
  #current: DatabaseConnection | undefined
  readonly #supply: Supply

  constructor(first: DatabaseConnection, supply: Supply) {
    this.#current = first
    this.#supply = supply
  }

  get current(): DatabaseConnection | undefined {
    return this.#current
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { acquire, release, most } = this.#supply
    for (let lost = 0; ; lost++) {
      this.#current ??= await acquire()
      const connection = this.#current
      try {
        return await connection.executeQuery<R>(query)
      } catch (error) {
        if (!isConnectionLost(error) || lost === most) throw error
        // Given back first: where all are lost at once, nobody would get another. The pool sees that it is of no use.
        this.#current = undefined
        await release(connection)
      }
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('nothing is read as a stream')
  }
}
