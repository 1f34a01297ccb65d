import { type CompiledQuery, type DatabaseConnection, PostgresDriver, type QueryResult } from 'kysely'

/** Of the driver, which does not name its type. */
type Inner = Parameters<PostgresDriver['releaseConnection']>[0]

const NOTHING: QueryResult<never> = { rows: [] }
/** So many values are sent without waiting for what became of them; they wait in memory meanwhile. */
const MOST_UNWAITED = 4096

/**
 * Runs the statements of everybody on one connection, in the order they come in, from when it is held until it is let
 * go. The connection must be one that sends a statement without waiting for the answer to the one before.
 */
export class HeldConnectionDriver extends PostgresDriver {
  #held: PipelinedInserts | undefined

  async hold(): Promise<PipelinedInserts> {
    await this.init()
    this.#held = new PipelinedInserts(await super.acquireConnection())
    return this.#held
  }

  async letGo(): Promise<void> {
    const { inner } = this.#connection()
    this.#held = undefined
    await super.releaseConnection(inner as Inner)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection()
  }

  override async releaseConnection(): Promise<void> {
    // It is held for the others.
  }

  #connection(): PipelinedInserts {
    if (!this.#held) throw new Error('a statement was left behind by a transaction that is over')
    return this.#held
  }
}

/**
 * Sends an insert that nothing is asked of and goes on: the server does what it is sent in order, so that whatever is
 * asked later sees it. That it failed is told by the next statement that is waited for, `settle` at the latest.
 */
export class PipelinedInserts implements DatabaseConnection {
  readonly inner: DatabaseConnection
  #last: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined
  #changes = 0
  #unwaited = 0

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  /** How many statements did more than read, or failed. */
  get changes(): number {
    return this.#changes
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // By their text: those that are built once have no other description.
    if (!query.sql.startsWith('select ')) this.#changes += 1
    if (query.sql.startsWith('insert into ') && !query.sql.includes(' returning ')) {
      this.#send(query)
      this.#unwaited += query.parameters.length
      if (this.#unwaited > MOST_UNWAITED) await this.settle()
      return NOTHING
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

  /** Waits for what was sent; throws what went wrong first. */
  async settle(): Promise<void> {
    this.#unwaited = 0
    await this.#last
    if (this.#failure) throw this.#failure.error
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('nothing is read as a stream')
  }

  /** Behind a statement that failed all others do, and say only that: what went wrong first is what counts. */
  #failed(error: unknown): unknown {
    this.#changes += 1
    this.#failure ??= { error }
    return this.#failure.error
  }
}
