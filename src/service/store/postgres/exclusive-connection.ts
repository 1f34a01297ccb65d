import { type CompiledQuery, type DatabaseConnection, PostgresDriver, type QueryResult } from 'kysely'

/** The driver's connection type, which it does not export. */
type Inner = Parameters<PostgresDriver['releaseConnection']>[0]

const NO_ROWS: QueryResult<never> = { rows: [] }
/** Limit of parameters sent without waiting for a result; they stay in memory. */
const MAX_PENDING = 4096

/**
 * Runs all statements on one pipelined connection, in order, from `acquire` to `release`.
 */
export class ExclusiveConnectionDriver extends PostgresDriver {
  #connection: PipelinedInserts | undefined

  async acquire(): Promise<PipelinedInserts> {
    await this.init()
    this.#connection = new PipelinedInserts(await super.acquireConnection())
    return this.#connection
  }

  async release(): Promise<void> {
    const { inner } = this.#current()
    this.#connection = undefined
    await super.releaseConnection(inner as Inner)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#current()
  }

  override async releaseConnection(): Promise<void> {
    // `release` returns it to the pool.
  }

  #current(): PipelinedInserts {
    if (!this.#connection) throw new Error('a statement runs after the end of its transaction')
    return this.#connection
  }
}

/**
 * Sends inserts without `returning` and does not wait for their results: the server runs statements in order, so later
 * ones see the rows. The next awaited statement reports a failure, `settle` at the latest.
 */
export class PipelinedInserts implements DatabaseConnection {
  readonly inner: DatabaseConnection
  #last: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined
  #changes = 0
  #pending = 0

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  /** Number of statements that wrote or failed. */
  get changes(): number {
    return this.#changes
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // By text: compiled statements have no other description.
    if (!query.sql.startsWith('select ')) this.#changes += 1
    if (query.sql.startsWith('insert into ') && !query.sql.includes(' returning ')) {
      this.#send(query)
      this.#pending += query.parameters.length
      if (this.#pending > MAX_PENDING) await this.settle()
      return NO_ROWS
    }
    try {
      return await this.inner.executeQuery<R>(query)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  #send(query: CompiledQuery): void {
    this.#last = this.inner.executeQuery(query).then(
      () => {},
      (error) => void this.#failed(error),
    )
  }

  /** Waits for all sent inserts; throws the first failure. */
  async settle(): Promise<void> {
    this.#pending = 0
    await this.#last
    if (this.#failure) throw this.#failure.error
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }

  /** Keeps the first failure: every later statement of the transaction fails because of it. */
  #failed(error: unknown): unknown {
    this.#changes += 1
    this.#failure ??= { error }
    return this.#failure.error
  }
}
