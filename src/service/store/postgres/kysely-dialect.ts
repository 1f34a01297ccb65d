import {
  type ColumnDefinitionNode,
  type DatabaseConnection,
  DataTypeNode,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type pg from 'pg'

const BYTEWISE = sql`collate "C"`.toOperationNode()

/**
 * Compares text by bytes, as SQLite does, with any collation of the database: lists have the same order on every server,
 * and indexes support prefix queries.
 */
class BytewiseTextCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const { dataType } = node
    const isText = DataTypeNode.is(dataType) && dataType.dataType === 'text'
    super.visitColumnDefinition(isText ? { ...node, frontModifiers: [...(node.frontModifiers ?? []), BYTEWISE] } : node)
  }
}

export function kyselyDialect(createDriver: () => Driver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new BytewiseTextCompiler(),
  }
}

/** Runs each statement by one function, which begins and ends transactions by itself. */
export class StatementDriver implements Driver, DatabaseConnection {
  readonly executeQuery: DatabaseConnection['executeQuery']
  readonly destroy: () => Promise<void>

  constructor(executeQuery: DatabaseConnection['executeQuery'], destroy: () => Promise<void>) {
    this.executeQuery = executeQuery
    this.destroy = destroy
  }

  async init(): Promise<void> {
    // Pools connect on demand.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async releaseConnection(): Promise<void> {
    // It is not bound to a statement.
  }

  async beginTransaction(): Promise<never> {
    throw new Error('this connection begins transactions by itself')
  }

  commitTransaction = this.beginTransaction
  rollbackTransaction = this.beginTransaction

  streamQuery(): never {
    throw new Error('streaming is not supported')
  }
}

const CHANGING = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

/** As Kysely's driver for PostgreSQL has it. */
export function resultOf<R>({
  command,
  rowCount,
  rows,
}: Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>): QueryResult<R> {
  if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as R] }
  return { rows, ...(CHANGING.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}
