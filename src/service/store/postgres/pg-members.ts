/**
 * The members of pg that its documentation does not have, and everything that uses them. test/service/store/postgres says
 * when one of them changes.
 */

import pg from 'pg'

/** The number of the server process, from the start of the connection. */
export function backendProcess(client: pg.PoolClient): number {
  return (client as unknown as { readonly processID: number | null }).processID ?? 0
}

/** Sends all statements of one turn of the event loop in one system call. */
export function sendTurnTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  setImmediate(() => stream.uncork())
}

/** Statements that wait for a result fail as for a lost connection. */
export function terminate({ connection: { stream } }: pg.PoolClient, reason: Error): void {
  stream.destroy(reason)
}

export interface BatchStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Under which the connection prepares it; undefined: parsed each time. */
  readonly name?: string | undefined
}

/** Members of pg's connection and queries that its types do not declare. */
interface PgConnection {
  readonly submittedNamedStatements: Record<string, string>
  sync(): void
}
interface Query {
  text: string
  name: string | undefined
  callback: Callback
  readonly _result: pg.QueryResult & { _types: unknown }
  /** The error of a row that was not readable. */
  readonly _canceledDueToError: unknown
  submit(connection: PgConnection): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: PgConnection): void
  handleError(error: unknown, connection: PgConnection): void
  handleReadyForQuery(connection: PgConnection): void
}
type Callback = (error: unknown, result?: pg.QueryResult) => void
type QueryConfig = Pick<pg.QueryConfig, 'text' | 'name' | 'values'> & { readonly queryMode: 'extended' }
const QueryClass = pg.Query as unknown as new (config: QueryConfig, values?: undefined, callback?: Callback) => Query

/** Runs statements in order, in one round trip. After a failure the server skips the rest. Resolves with the last result. */
export function runBatch(client: pg.PoolClient, statements: readonly BatchStatement[]): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const batch = new BatchQuery(statements, (error, result) => (result ? resolve(result) : reject(error)))
    client.query(batch as unknown as pg.Submittable)
  })
}

/**
 * Several of pg's queries with one Sync message at the end: it is at Sync that the server answers, and up to there that it
 * skips messages after an error. pg would send one after each.
 */
class BatchQuery extends QueryClass {
  readonly #queries: readonly Query[]
  /** Index of the query that the server answers now; pg reads `name` and `text` of it. */
  #index = 0

  constructor(statements: readonly BatchStatement[], callback: Callback) {
    super({ text: '', queryMode: 'extended' }, undefined, callback)
    this.#queries = statements.map(({ sql, parameters, name }) => {
      const named = { text: sql, values: [...parameters], ...(name !== undefined && { name }) }
      return new QueryClass({ ...named, queryMode: 'extended' }, undefined, (error) => this.callback(error))
    })
    this.#describe()
  }

  override submit(connection: PgConnection): Error | null {
    const withoutSync = Object.create(connection, { sync: { value: () => {} } }) as PgConnection
    let failure: Error | null = null
    for (const query of this.#queries) {
      query._result._types = this._result._types
      failure ??= query.submit(withoutSync)
    }
    if (failure) this.callback(failure)
    connection.sync()
    return null
  }

  override handleRowDescription(message: unknown): void {
    this.#current.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: PgConnection): void {
    this.#current.handleCommandComplete(message, connection)
    if (this.#index === this.#queries.length - 1) return
    this.#index += 1
    this.#describe()
  }

  override handleError(error: unknown, connection: PgConnection): void {
    // The server has not read these: the next use parses them again.
    for (const { name } of this.#queries.slice(this.#index)) if (name) delete connection.submittedNamedStatements[name]
    this.callback(error)
  }

  override handleReadyForQuery(): void {
    const unreadable = this.#queries.find((query) => query._canceledDueToError)
    if (unreadable) this.callback(unreadable._canceledDueToError)
    else this.callback(null, this.#current._result)
  }

  get #current(): Query {
    return this.#queries[this.#index] as Query
  }

  #describe(): void {
    this.text = this.#current.text
    this.name = this.#current.name
  }
}
