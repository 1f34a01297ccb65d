import { Kysely, PostgresDriver, type PostgresPool, sql } from 'kysely'
import type { Pool } from 'pg'
import { isPostgresUrl, passwordOf, withoutPassword, withPassword } from '../../../shared/database-url.ts'
import { postgresDialect } from '../dialect.ts'
import { appliedMigrations, isUpToDate, migrate } from '../migrate.ts'
import { countUpTo } from '../repositories/page.ts'
import type { Db, Schema } from '../schema.ts'
import { GROWING_TABLES, type Lock, type LockName, type RowEstimates, type Store, type StoreFacts } from '../store.ts'
import { failureOf } from './failures.ts'
import { GroupCommit } from './group-commit.ts'
import { kyselyDialect } from './kysely-dialect.ts'
import { openFailure, refuseUnfit, type ServerFacts } from './open-failure.ts'
import { createPool, preparing } from './pool.ts'
import { ReplanDriver } from './replan-driver.ts'

/** Of one process. A server has 100 in all unless it was set up otherwise; none is held that is not used. */
const READ_CONNECTIONS = 5
/** One for the transactions that several writes share, the others for those that run alone. */
const SHARED_CONNECTIONS = 1
const LONE_CONNECTIONS = 9
/** The lock of the migrations has one, what it guards the other. */
const SCHEMA_CONNECTIONS = 2

/** The longest wait for a row that another transaction holds (ms); where several wait, the others go on soon. */
const LOCK_MS = 10_000
const SHARED_LOCK_MS = 250

/** How the server's list of sessions names those of a command, and those of a `serve`. */
const COMMAND = 'txwarden'
const SERVER = 'txwarden serve'

export interface PostgresOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether it is opened by a `serve`. */
  readonly isServer?: boolean
}

/**
 * Opens a PostgreSQL database as the store: several processes may. A schema that is not there is made, an older one
 * brought up to date, whole or not at all.
 * @param database postgres://user@host/name; the password may come from the environment
 * @throws WardenError for a server or a database that cannot be used, one clear line each
 */
export async function openPostgresStore(database: string, { env, isServer = false }: PostgresOptions): Promise<Store> {
  const url = completeUrl(database, env)
  const where = withoutPassword(database)
  const applicationName = isServer ? SERVER : COMMAND
  const pool = (max: number, lockMs?: number) => createPool({ url, max, applicationName, lockMs })
  const pipelined = (max: number, lockMs: number) =>
    createPool({ url, max, applicationName, lockMs, isPipelined: true })
  try {
    const readPool = pipelined(READ_CONNECTIONS, LOCK_MS)
    const read = new Kysely<Schema>({
      dialect: kyselyDialect(() => new ReplanDriver({ pool: preparing(readPool) }, READ_CONNECTIONS)),
    })
    try {
      await prepareSchema(read, where, () => connect(pool(SCHEMA_CONNECTIONS)))
    } catch (error) {
      await read.destroy()
      throw error
    }
    // Of their own: a transaction must never wait for a connection that another one holds while it reads.
    const alone = connect(preparing(pool(LONE_CONNECTIONS, LOCK_MS)))
    const commits = new GroupCommit(preparing(pipelined(SHARED_CONNECTIONS, SHARED_LOCK_MS)), alone)
    return {
      read,
      isShared: true,
      write: (work) => commits.run(work),
      announceWrite: () => () => undefined,
      failureOf,
      facts: () => storeFacts(read),
      validationsSince: (time) => validationsSince(read, time),
      tryLock: (name) => tryAdvisoryLock(readPool, name),
      async close() {
        await commits.close()
        await alone.destroy()
        await read.destroy()
      },
    }
  } catch (error) {
    throw openFailure(error, where) ?? error
  }
}

function connect(pool: PostgresPool): Db {
  return new Kysely<Schema>({ dialect: kyselyDialect(() => new PostgresDriver({ pool })) })
}

/** A password is not named on a command line: it is that of the same address in the environment, or PGPASSWORD. */
function completeUrl(database: string, { TXWARDEN_DATABASE: named = '', PGPASSWORD }: PostgresOptions['env']): string {
  if (passwordOf(database)) return database
  const isSame = isPostgresUrl(named) && withoutPassword(named) === database
  const password = (isSame && passwordOf(named)) || PGPASSWORD
  return password ? withPassword(database, password) : database
}

async function prepareSchema(db: Db, where: string, connectUnbounded: () => Db): Promise<void> {
  refuseUnfit(await serverFacts(db), where)
  const applied = (await appliedMigrations(db, postgresDialect)) ?? []
  if (isUpToDate(applied)) return
  const unbounded = connectUnbounded()
  try {
    await migrate(unbounded, applied, postgresDialect)
  } finally {
    await unbounded.destroy()
  }
}

async function serverFacts(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`select
    current_setting('server_version_num')::int as version,
    current_setting('transaction_read_only')::bool as "isReadOnly",
    current_setting('server_encoding') as encoding,
    current_schema() as schema,
    (select count(*)::int from pg_class where relkind in ('r', 'p', 'v', 'm')
      and relnamespace = (select oid from pg_namespace where nspname = current_schema())) as tables,
    to_regclass('kysely_migration') is not null as "isOurs"`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('the server does not tell what it is')
  return facts
}

async function storeFacts(db: Db): Promise<StoreFacts> {
  const { rows } = await sql<Omit<StoreFacts, 'rowEstimates'>>`select
    pg_database_size(current_database()) as bytes,
    current_setting('server_version') as "postgresVersion",
    exists (select 1 from pg_stat_activity
      where datname = current_database() and application_name = ${SERVER}) as served`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('the server does not tell what it has')
  return { ...facts, rowEstimates: await rowEstimates(db) }
}

/** As of the last time the server looked through a table; -1 before the first. */
async function rowEstimates(db: Db): Promise<RowEstimates> {
  const estimates = GROWING_TABLES.map(
    (table) => sql`(select reltuples::bigint from pg_class where oid = to_regclass(${table})) as ${sql.ref(table)}`,
  )
  const { rows } = await sql<RowEstimates>`select ${sql.join(estimates)}`.execute(db)
  return rows[0] as RowEstimates
}

/** Rows have no numbers here: so many are counted at most, some ten milliseconds. */
const MOST_VALIDATIONS = 100_000

async function validationsSince(db: Db, time: number): Promise<number> {
  return countUpTo(db, db.selectFrom('transactions').where('created_at', '>', time), MOST_VALIDATIONS)
}

/** The two numbers of an advisory lock: "txwd", and which one. */
const OURS = 0x74787764
const numbers: Readonly<Record<LockName, number>> = { import: 1 }

/** A lock of the server's that goes with its connection, and so with the process; undefined while another has it. */
async function tryAdvisoryLock(pool: Pool, name: LockName): Promise<Lock | undefined> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as got', [OURS, numbers[name]])
    if (rows[0]?.got !== true) {
      client.release()
      return undefined
    }
  } catch (error) {
    client.release(true)
    throw error
  }
  // Ending the connection lets go of it, also where the server did not hear that we are done.
  return { release: () => client.release(true) }
}
