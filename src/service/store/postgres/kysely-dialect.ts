import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'

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
