import type { CompiledQuery, QueryResult } from 'kysely'
import { resultOf } from './kysely-dialect.ts'
import type { PreparingClient } from './pool.ts'
import { BEGIN } from './transactions.ts'

const NO_ROWS: QueryResult<never> = { rows: [] }
/** Limit of parameters of inserts that wait to be sent; they stay in memory. */
const MAX_PENDING = 4096

/**
 * Sends BEGIN and inserts without `returning` together with the next statement that has a result, in one round trip: the
 * server runs statements in order, so later ones see the rows. That statement reports a failure, `settle` at the latest.
 */
export class BatchedTransaction {
  readonly client: PreparingClient
  #pending: CompiledQuery[] = [BEGIN]
  #pendingParameters = 0
  /** Settles with the first batch. Without a transaction the following statements would commit one by one. */
  #begun: Promise<unknown> | undefined
  #failure: { readonly error: unknown } | undefined
  #changes = 0

  constructor(client: PreparingClient) {
    this.client = client
  }

  /** Number of statements that wrote or failed. */
  get changes(): number {
    return this.#changes
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // By text: compiled statements have no other description.
    if (!query.sql.startsWith('select ')) this.#changes += 1
    if (query.sql.startsWith('insert into ') && !query.sql.includes(' returning ')) {
      this.#pending.push(query)
      this.#pendingParameters += query.parameters.length
      if (this.#pendingParameters > MAX_PENDING) await this.settle()
      return NO_ROWS
    }
    this.#pending.push(query)
    return this.#send<R>()
  }

  /** Waits for all inserts; throws the first failure. */
  async settle(): Promise<void> {
    const hasInserts = this.#pending.some((query) => query !== BEGIN)
    if (hasInserts) await this.#send()
    if (this.#failure) throw this.#failure.error
  }

  /** Ignores failures: a lost connection has no transaction to roll back. */
  async rollBack(): Promise<void> {
    this.#pending = []
    await this.#begun?.catch(() => {})
    if (this.#begun) await this.client.query('rollback', []).catch(() => {})
  }

  async #send<R>(): Promise<QueryResult<R>> {
    const statements = this.#pending
    this.#pending = []
    this.#pendingParameters = 0
    try {
      if (this.#begun) await this.#begun
      const sent = this.client.batch(statements)
      this.#begun ??= sent
      return resultOf(await sent)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** Keeps the first failure: every later statement of the transaction fails because of it. */
  #failed(error: unknown): unknown {
    this.#changes += 1
    this.#failure ??= { error }
    return this.#failure.error
  }
}
