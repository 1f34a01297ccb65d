import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/service/store/open.ts'
import { WardenError } from '../../src/shared/errors.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres({ password: 'a-password-of-the-test' })
})
afterAll(() => server.stop())

const PASSWORD = { PGPASSWORD: 'a-password-of-the-test' }

/** The refusal of a database, or the fact that there was none. */
async function refusalOf(database: string, env: Readonly<Record<string, string>> = PASSWORD): Promise<unknown> {
  try {
    const store = await openStore(database, { env })
    await store.close()
    return 'opened'
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    expect(error.message).not.toContain(PASSWORD.PGPASSWORD)
    expect(error.message).not.toContain('\n')
    return { kind: error.kind, code: error.code }
  }
}

const tablesOf = async (database: string) => {
  const rows = await server.admin(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    database,
  )
  return rows.map(({ relname }) => relname)
}

test('a password comes from the environment: alone, or with the same address', async () => {
  const database = await server.createDatabase()
  expect(await refusalOf(database)).toBe('opened')
  const withPassword = database.replace('@', `:${PASSWORD.PGPASSWORD}@`)
  expect(await refusalOf(database, { TXWARDEN_DATABASE: withPassword })).toBe('opened')
  const other = await server.createDatabase()
  expect(await refusalOf(other, { TXWARDEN_DATABASE: withPassword })).toMatchObject({ code: 'database-login-refused' })
})

test('reports each fault of a URL in one line', async () => {
  const database = await server.createDatabase()
  expect(await refusalOf(database, { PGPASSWORD: 'wrong' })).toEqual({
    kind: 'refused',
    code: 'database-login-refused',
  })
  expect(await refusalOf(database, {})).toEqual({ kind: 'refused', code: 'database-login-refused' })
  expect(await refusalOf(database.replace(/[^/]*$/, 'no_such'))).toEqual({ kind: 'refused', code: 'no-database' })
  expect(await refusalOf('postgres://txwarden@127.0.0.1:1/x')).toEqual({
    kind: 'unavailable',
    code: 'database-unavailable',
  })
  expect(await refusalOf('postgres://txwarden@no-such-host.invalid/x')).toEqual({
    kind: 'unavailable',
    code: 'database-unavailable',
  })
})

test("refuses and does not change a read-only database and another program's", async () => {
  const readOnly = await server.createDatabase()
  await server.admin(`alter database ${readOnly.split('/').at(-1)} set default_transaction_read_only = on`)
  expect(await refusalOf(readOnly)).toEqual({ kind: 'refused', code: 'read-only-database' })

  const foreign = await server.createDatabase()
  await server.admin('create table settings (id int)', foreign)
  expect(await refusalOf(foreign)).toEqual({ kind: 'refused', code: 'foreign-database' })
  expect(await tablesOf(foreign)).toEqual(['settings'])

  const latin = await server.createDatabase("encoding 'LATIN1' locale 'C' template template0")
  expect(await refusalOf(latin)).toEqual({ kind: 'refused', code: 'wrong-encoding' })
})

test('refuses a newer schema', async () => {
  const database = await server.createDatabase()
  await refusalOf(database)
  await server.admin("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')", database)
  expect(await refusalOf(database)).toEqual({ kind: 'refused', code: 'newer-database' })
})

test('creates the schema all or nothing, wherever it is interrupted', async () => {
  const database = await server.createDatabase()
  // Counts the statements that change the schema, and ends the connection at one of them.
  await server.admin('create sequence statements', database)
  await server.admin(
    `create function cut_off() returns event_trigger language plpgsql as $$ begin
      if current_setting('application_name') = 'txwarden' and nextval('statements') = current_setting('cut.at')::int then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
    end $$`,
    database,
  )
  await server.admin('create event trigger cut_off on ddl_command_start execute function cut_off()', database)
  const cuts: number[] = []
  // At one statement in four: each time it opens the database, and executes all statements before.
  for (let at = 1; ; at += 4) {
    await server.admin("select setval('statements', 1, false)", database)
    await server.admin(`alter database ${database.split('/').at(-1)} set cut.at = '${at}'`)
    const refusal = await refusalOf(database)
    if (refusal === 'opened') break
    expect(refusal).toMatchObject({ code: 'database-unavailable' })
    cuts.push(at)
    expect((await tablesOf(database)).filter((name) => !String(name).startsWith('kysely_'))).toEqual([])
  }
  expect(cuts.length).toBeGreaterThan(15)
  expect(await tablesOf(database)).toContain('deliveries')
})

test('concurrent opens of an empty database create one schema', async () => {
  const database = await server.createDatabase()
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(database, { env: PASSWORD })))
  for (const store of stores) onTestFinished(() => store.close())
  expect(await tablesOf(database)).toContain('deliveries')
})
