import type { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { DirectAdapter } from '../repositories/cached-query.ts'
import type { Db, Schema } from '../schema/schema.ts'
import { forKysely } from './connection.ts'

/** Takes the write lock at the start: a transaction that reads first and writes later would fail instead of waiting. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite can roll back schema changes, which makes migrations all or nothing. */
class TransactionalAdapter extends SqliteAdapter implements DirectAdapter {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    super()
    this.#database = database
  }

  run(statement: string, parameters: readonly unknown[]): unknown[] {
    const prepared = this.#database.prepare(statement)
    if (prepared.reader) return prepared.all(parameters)
    prepared.run(parameters)
    return []
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Drops row locks: SQLite has a single writer. */
class SingleWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!['ForUpdate', 'ForShare', 'SkipLocked'].includes(node.modifier ?? '')) super.visitSelectModifier(node)
  }
}

export function kyselyDialect(connection: DatabaseSync): Dialect {
  const database = forKysely(connection)
  return {
    createAdapter: () => new TransactionalAdapter(database),
    createDriver: () => new ImmediateDriver({ database }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SingleWriterCompiler(),
  }
}

export function toDb(connection: DatabaseSync): Db {
  return new Kysely<Schema>({ dialect: kyselyDialect(connection) })
}
