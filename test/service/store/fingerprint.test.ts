import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { DummyDriver, Kysely, type KyselyConfig } from 'kysely'
import { expect, test } from 'vitest'
import { FINGERPRINT } from '../../../src/service/store/migrate.ts'
import { kyselyDialect as postgres } from '../../../src/service/store/postgres/kysely-dialect.ts'
import { createSchema } from '../../../src/service/store/schema/create-schema.ts'
import { type Dialect, postgresDialect, sqliteDialect } from '../../../src/service/store/schema/dialect.ts'
import { kyselyDialect as sqlite } from '../../../src/service/store/sqlite/kysely-dialect.ts'

/** The statements that create the schema, without differences that mean nothing. */
async function statementsOf(compiling: ReturnType<typeof sqlite>, dialect: Dialect): Promise<string[]> {
  const statements: string[] = []
  const recording: KyselyConfig = {
    dialect: { ...compiling, createDriver: () => new DummyDriver() },
    log: ({ query }) => void statements.push(query.sql.replace(/\s+/g, ' ').trim()),
  }
  await createSchema(new Kysely<unknown>(recording), dialect)
  return statements
}

test('the fingerprint in the record of migrations is that of the schema: a changed schema has another one', async () => {
  const statements = [
    ...(await statementsOf(sqlite(new DatabaseSync(':memory:')), sqliteDialect)),
    ...(await statementsOf(
      postgres(() => new DummyDriver()),
      postgresDialect,
    )),
  ]
  expect(statements.length).toBeGreaterThan(200)
  expect(FINGERPRINT).toBe(createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16))
})
