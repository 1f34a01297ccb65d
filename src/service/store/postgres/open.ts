/** Room: PostgreSQL: its pool, commits in groups, transactions that are tried again. */

import { Kysely, PostgresDriver, type PostgresPool, sql } from 'kysely'
import type { Pool } from 'pg'
import { isPostgresUrl, passwordOf, withoutPassword, withPassword } from '../../../shared/database-url.ts'
import { appliedMigrations, isUpToDate, type Migrations, migrate } from '../migrate.ts'
import { countUpTo } from '../repositories/page.ts'
import { postgresDialect } from '../schema/dialect.ts'
import type { Db, Schema } from '../schema/schema.ts'
import { ESTIMATED_TABLES, type Lock, type LockName, type RowEstimates, type Store, type StoreFacts } from '../store.ts'
import { connectionOptions, type PostgresConnectionOptions } from './connection-options.ts'
import { failureOf } from './failures.ts'
import { GroupCommit } from './group-commit.ts'
import { kyselyDialect, StatementDriver } from './kysely-dialect.ts'
import { checkServer, isWithoutTls, openFailure, type ServerFacts } from './open-failure.ts'
import { createPool, prepareStatements } from './pool.ts'
import { isBehindPooler } from './pooler.ts'
import { SharedReads } from './shared-reads.ts'
import { SilenceWatch } from './silence-watch.ts'

/** Limits of one process; a server allows 100 by default. Connections open on demand. */
const READ_CONNECTIONS = 5
/** For shared transactions. */
const SHARED_CONNECTIONS = 1
/** For transactions of a single write. */
const SINGLE_CONNECTIONS = 9
/** One for the migration lock, one for the migrations. */
const SCHEMA_CONNECTIONS = 2

/** Longest wait for a locked row (ms). Short in shared transactions, where other writes wait too. */
const LOCK_MS = 10_000
const SHARED_LOCK_MS = 250

/** application_name of commands and of `serve`, shown in pg_stat_activity. */
const COMMAND = 'txwarden'
const SERVER = 'txwarden serve'

export interface PostgresOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether `serve` opens it. */
  readonly isServer?: boolean
  /** Default: those of this version. */
  readonly migrations?: Migrations | undefined
}

/**
 * Opens a PostgreSQL database as a store, which several processes can share. Creates or migrates the schema, all or
 * nothing.
 * @param database postgres://user@host/name; the password can come from the environment
 * @throws WardenError for a server or a database that cannot be used
 */
export function openPostgresStore(database: string, options: PostgresOptions): Promise<Store> {
  return connecting(database, options, openConnected)
}

/** Reads the names of applied migrations, and the size; migrates nothing. Undefined names: there are no tables. */
export function postgresMigrations(
  database: string,
  options: PostgresOptions,
): Promise<{ readonly applied: readonly string[] | undefined; readonly bytes: number }> {
  return connecting(database, options, async ({ connection }) => {
    const db = connect(
      createPool({ connection, max: 1, applicationName: COMMAND, lockMs: LOCK_MS, isBehindPooler: () => false }),
    )
    try {
      return { applied: await appliedMigrations(db, postgresDialect), bytes: await usedBytes(db) }
    } finally {
      await db.destroy()
    }
  })
}

async function connecting<T>(
  database: string,
  options: PostgresOptions,
  open: (opening: Opening) => Promise<T>,
): Promise<T> {
  const where = withoutPassword(database)
  const connection = connectionOptions(completeUrl(database, options.env), options.env)
  try {
    return await open({ connection, where, ...options }).catch((error) => {
      if (!connection.mayBePlain || !isWithoutTls(error)) throw error
      return open({ connection: { ...connection, ssl: false }, where, ...options })
    })
  } catch (error) {
    throw openFailure(error, where) ?? error
  }
}

interface Opening extends PostgresOptions {
  readonly connection: PostgresConnectionOptions
  /** The address for display. */
  readonly where: string
}

async function openConnected({ connection, where, isServer = false, migrations }: Opening): Promise<Store> {
  const applicationName = isServer ? SERVER : COMMAND
  let isPooled = false
  const pool = (max: number, lockMs?: number, isPipelined = false) =>
    createPool({ connection, max, applicationName, lockMs, isPipelined, isBehindPooler: () => isPooled })
  const watch = new SilenceWatch(connection)
  const readPool = pool(READ_CONNECTIONS, LOCK_MS, true)
  const reads = new SharedReads(prepareStatements(readPool, watch), READ_CONNECTIONS)
  const reader = new StatementDriver(
    (query) => reads.executeQuery(query),
    () => readPool.end(),
  )
  const read = new Kysely<Schema>({ dialect: kyselyDialect(() => reader) })
  try {
    isPooled = await isBehindPooler(readPool, where)
    checkServer(await serverFacts(read), where)
    await prepareSchema(read, () => connect(pool(SCHEMA_CONNECTIONS)), migrations)
  } catch (error) {
    await read.destroy()
    watch.close()
    throw error
  }
  // Separate pools: a transaction must not wait for a connection that a reader holds.
  const single = connect(prepareStatements(pool(SINGLE_CONNECTIONS, LOCK_MS), watch))
  const shared = prepareStatements(pool(SHARED_CONNECTIONS, SHARED_LOCK_MS, true), watch)
  const commits = new GroupCommit(shared, single)
  let announced = 0
  return {
    read,
    isShared: true,
    time: () => serverTime(read),
    write: (work) => commits.run(work),
    announceWrite() {
      announced += 1
      return () => {
        announced -= 1
      }
    },
    isBusy: () => announced > 0,
    // Each write takes a connection that works, or fails by itself.
    requireWritable: () => undefined,
    failureOf,
    facts: () => storeFacts(read),
    sizes: async () => ({ bytes: await usedBytes(read) }),
    usedBytes: () => usedBytes(read),
    validationsSince: (time) => validationsSince(read, time),
    tryLock: (name) => tryAdvisoryLock(readPool, name),
    async close() {
      await commits.close()
      await single.destroy()
      await read.destroy()
      watch.close()
    },
  }
}

function connect(pool: PostgresPool): Db {
  return new Kysely<Schema>({ dialect: kyselyDialect(() => new PostgresDriver({ pool })) })
}

/** Adds a missing password: from TXWARDEN_DATABASE for the same URL, else from PGPASSWORD. */
function completeUrl(database: string, { TXWARDEN_DATABASE: named = '', PGPASSWORD }: PostgresOptions['env']): string {
  if (passwordOf(database)) return database
  const isSame = isPostgresUrl(named) && withoutPassword(named) === database
  const password = (isSame && passwordOf(named)) || PGPASSWORD
  return password ? withPassword(database, password) : database
}

async function prepareSchema(db: Db, connectUnbounded: () => Db, migrations: Migrations | undefined): Promise<void> {
  const applied = (await appliedMigrations(db, postgresDialect)) ?? []
  if (isUpToDate(applied, migrations)) return
  const unbounded = connectUnbounded()
  try {
    await migrate(unbounded, applied, postgresDialect, migrations)
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
  if (!facts) throw new Error('the server returned no facts')
  return facts
}

async function serverTime(db: Db): Promise<number> {
  const { rows } = await sql<{ time: number }>`select
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db)
  return Number(rows[0]?.time)
}

async function storeFacts(db: Db): Promise<StoreFacts> {
  const { rows } = await sql<Omit<StoreFacts, 'rowEstimates'>>`select
    pg_database_size(current_database()) as bytes,
    current_setting('server_version') as "postgresVersion",
    exists (select 1 from pg_stat_activity
      where datname = current_database() and application_name = ${SERVER}) as served`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('the server returned no facts')
  return { ...facts, rowEstimates: await rowEstimates(db) }
}

async function usedBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** As of the server's last ANALYZE of a table; -1 before the first. */
async function rowEstimates(db: Db): Promise<RowEstimates> {
  const estimates = ESTIMATED_TABLES.map(
    (table) => sql`(select reltuples::bigint from pg_class where oid = to_regclass(${table})) as ${sql.ref(table)}`,
  )
  const { rows } = await sql<RowEstimates>`select ${sql.join(estimates)}`.execute(db)
  return rows[0] as RowEstimates
}

/** Limit of the count, which takes some ten milliseconds: PostgreSQL has no row ids to estimate from. */
const MOST_VALIDATIONS = 100_000

async function validationsSince(db: Db, time: number): Promise<number> {
  return countUpTo(db, db.selectFrom('transactions').where('created_at', '>', time), MOST_VALIDATIONS)
}

/** The two keys of an advisory lock: "txwd" and the number of the lock. */
const LOCK_CLASS = 0x74787764
const lockNumbers: Readonly<Record<LockName, number>> = { import: 1, addresses: 2, rescreen: 3 }

/** The server releases an advisory lock with its connection, and so with the process. */
async function tryAdvisoryLock(pool: Pool, name: LockName): Promise<Lock | undefined> {
  const client = await pool.connect()
  const keys = [LOCK_CLASS, lockNumbers[name]]
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as got', keys)
    if (rows[0]?.got !== true) {
      client.release()
      return undefined
    }
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    async release() {
      // Free when this ends. Closing the connection releases it later, also when the server misses the unlock.
      await client.query('select pg_advisory_unlock($1, $2)', keys).catch(() => {})
      client.release(true)
    },
  }
}
