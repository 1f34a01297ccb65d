import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { openStore } from '../../src/service/store/open.ts'
import { WardenError } from '../../src/shared/errors.ts'
import { freePort } from '../support/free-port.ts'
import { needs } from '../support/needs.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { test } = needs('pgbouncer')

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const PASSED = 'statement_timeout, lock_timeout, idle_in_transaction_session_timeout'

/** The address of a database through a pgbouncer of its own. */
async function throughPgbouncer(database: string, settings: readonly string[]): Promise<string> {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const port = await freePort()
  const target = new URL(database)
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${target.port} user=txwarden`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...settings,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), lines.join('\n'), { mode: 0o644 })
  const isRoot = userInfo().uid === 0
  const run = ['pgbouncer', '--quiet', join(folder, 'pgbouncer.ini')]
  const command = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...run] : run
  const child: ChildProcess = spawn(command[0] ?? '', command.slice(1), { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  while (!(await listens(port))) await new Promise((resolve) => setTimeout(resolve, 20))
  target.port = String(port)
  return target.href
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

const refusalOf = async (database: string) => {
  try {
    const store = await openStore(database, { env: {} })
    await store.close()
    return 'opened'
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    return { code: error.code, kind: error.kind, says: [error.message, ...error.details].join(' ') }
  }
}

const REFUSED = {
  code: 'transaction-pooler',
  kind: 'refused',
  says: expect.stringMatching(/pgbouncer.*Connect to PostgreSQL directly.*pool_mode = session/),
}

for (const mode of ['transaction', 'statement'])
  for (const passes of [true, false])
    test(`pgbouncer in ${mode} mode is refused by name, ${passes ? 'with' : 'without'} ignored parameters`, async () => {
      const settings = [`pool_mode = ${mode}`, ...(passes ? [`ignore_startup_parameters = ${PASSED}`] : [])]
      const database = await server.createDatabase()
      expect(await refusalOf(await throughPgbouncer(database, settings))).toEqual(REFUSED)
      const tables = await server.admin("select relname from pg_class where relname = 'kysely_migration'", database)
      expect(tables).toEqual([])
    })

test('pgbouncer in session mode is used, with the settings of a session', async () => {
  const settings = ['pool_mode = session', 'default_pool_size = 40', `ignore_startup_parameters = ${PASSED}`]
  const database = await throughPgbouncer(await server.createDatabase(), settings)
  const store = await openStore(database, { env: {} })
  onTestFinished(() => store.close())
  const shown = await store.write(
    async (db) =>
      (await sql<{ value: string }>`select current_setting('lock_timeout') as value`.execute(db)).rows[0]?.value,
  )
  expect(['250ms', '10s']).toContain(shown)
})
