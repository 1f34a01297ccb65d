import type { CompiledQuery, QueryResult } from 'kysely'
import { isConnectionLost } from './failures.ts'
import { resultOf } from './kysely-dialect.ts'
import type { PreparingClient, PreparingPool } from './pool.ts'

/** A pipelined connection that the statements of one turn of the event loop share. */
interface SharedConnection {
  readonly client: Promise<PreparingClient>
  users: number
}

/**
 * Repeats a read on another connection after the first one was lost, as all idle ones are when the server restarts, or
 * after its cached plan became invalid. For reads without transactions.
 */
export class SharedReads {
  readonly #pool: PreparingPool
  readonly #maxConnections: number
  #joinable: SharedConnection | undefined

  /** @param maxConnections size of the pool: limit of lost connections in a row */
  constructor(pool: PreparingPool, maxConnections: number) {
    this.#pool = pool
    this.#maxConnections = maxConnections
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    for (let lost = 0; ; lost++) {
      const shared = this.#join()
      const client = await shared.client
      try {
        return resultOf(await client.query(sql, parameters))
      } catch (error) {
        if (!isConnectionLost(error) || lost === this.#maxConnections) throw error
      } finally {
        // The pool discards a lost connection, and can replace it.
        this.#leave(shared, client)
      }
    }
  }

  #join(): SharedConnection {
    if (!this.#joinable) {
      this.#joinable = { client: this.#pool.connect(), users: 0 }
      setImmediate(() => {
        this.#joinable = undefined
      })
    }
    this.#joinable.users += 1
    return this.#joinable
  }

  #leave(shared: SharedConnection, client: PreparingClient): void {
    shared.users -= 1
    if (shared.users > 0) return
    if (this.#joinable === shared) this.#joinable = undefined
    client.release()
  }
}
