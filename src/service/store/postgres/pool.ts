import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type PostgresConnectionOptions, pgOptions } from './connection-options.ts'
import { isConnectionLost } from './failures.ts'
import { type BatchStatement, runBatch, sendTurnTogether } from './pg-members.ts'
import { SESSION_SETTINGS } from './pooler.ts'
import type { SilenceWatch } from './silence-watch.ts'

const { Pool, types } = pg

/** Lifetime of an idle connection (ms). */
const IDLE_MS = 60_000
const KEEP_ALIVE_MS = 10_000
const STATEMENT_MS = 30_000
/** Limit of the wait for a response (ms): TCP would detect a lost server after minutes only. */
const ANSWER_MS = STATEMENT_MS + 5_000
const SILENT_TRANSACTION_MS = 30_000

/** Type number in pg_type. */
const INT8 = 20

export interface PoolOptions {
  readonly connection: PostgresConnectionOptions
  /** Maximum number of connections. */
  readonly max: number
  /** Name in pg_stat_activity. */
  readonly applicationName: string
  /** Longest wait for a locked row (ms). Absent for migrations, which have no time limits. */
  readonly lockMs?: number | undefined
  /** Whether a connection sends a statement without waiting for the previous result. */
  readonly isPipelined?: boolean
  /** Whether a pooler ignores the settings of a new session, which a statement then makes. */
  readonly isBehindPooler: () => boolean
}

/** Connections to one database. A lost connection is replaced on demand. */
export function createPool(options: PoolOptions): pg.Pool {
  const { connection, max, applicationName, lockMs, isPipelined = false, isBehindPooler } = options
  const pool = new Pool({
    ...pgOptions(connection),
    max,
    pipeline: isPipelined,
    application_name: applicationName,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(lockMs !== undefined && {
      statement_timeout: STATEMENT_MS,
      query_timeout: ANSWER_MS,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: SILENT_TRANSACTION_MS,
    }),
    types: { getTypeParser: (oid, format) => (oid === INT8 ? readInteger : types.getTypeParser(oid, format)) },
  })
  // Without listeners a lost connection would end the process. Its user gets the error from the failing statement.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (isBehindPooler() && lockMs !== undefined) setSession(client, lockMs)
  })
  return pool
}

/** Sent before the first statement of the connection’s user, which reports when it is lost. */
function setSession(client: pg.PoolClient, lockMs: number): void {
  const values = [STATEMENT_MS, lockMs, SILENT_TRANSACTION_MS].map(String)
  const calls = SESSION_SETTINGS.map((name, index) => `set_config('${name}', $${index + 1}, false)`)
  client.query(`select ${calls.join(', ')}`, values).catch(() => {})
}

/** pg returns 64-bit integers as text. txwarden stores at most 53 bits. */
function readInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`the database holds an integer of more than 53 bits: ${text}`)
  return number
}

/** Limit of prepared statements per connection; others run as text. */
const MAX_PREPARED = 512

export interface PreparingPool extends PostgresPool {
  connect(): Promise<PreparingClient>
}

export interface PreparingClient extends PostgresPoolClient {
  /** Runs statements in order, in one round trip; resolves with the result of the last one. */
  batch(statements: readonly Pick<BatchStatement, 'sql' | 'parameters'>[]): Promise<pg.QueryResult>
}

/**
 * A pool for Kysely that watches for silence, and prepares each statement once a connection: parsing and planning cost the server several times
 * the execution.
 */
export function prepareStatements(pool: pg.Pool, watch: SilenceWatch): PreparingPool {
  pool.on('connect', (client) => watch.connected(client))
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PreparingClient>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_PREPARED) return known
    const name = `txw_${names.size}`
    names.set(text, name)
    return name
  }
  return {
    async connect() {
      const client = await answeringClient(pool, watch)
      const known = clients.get(client)
      if (known) return known
      const prepared = prepareClientStatements(client, watch, nameOf)
      clients.set(client, prepared)
      return prepared
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Not one that was opened before others were lost. */
async function answeringClient(pool: pg.Pool, watch: SilenceWatch): Promise<pg.PoolClient> {
  for (;;) {
    watch.assertAnswering()
    const client = await pool.connect()
    if (!watch.isSuspect(client)) return client
    client.release(true)
  }
}

function prepareClientStatements(
  client: pg.PoolClient,
  watch: SilenceWatch,
  nameOf: (text: string) => string | undefined,
): PreparingClient {
  let isLost = false
  const send = async (statement: () => Promise<pg.QueryResult>) => {
    sendTurnTogether(client)
    try {
      return await watch.during(client, statement())
    } catch (error) {
      isLost ||= isConnectionLost(error)
      throw error
    }
  }
  // Statements without parameters are begin, commit and one-time queries.
  const nameFor = (text: string, { length }: readonly unknown[]) => (length > 0 ? nameOf(text) : undefined)
  const query = (text: string, parameters: readonly unknown[]) => {
    const name = nameFor(text, parameters)
    return send(() => client.query({ text, values: [...parameters], ...(name !== undefined && { name }) }))
  }
  return {
    // The second overload, for cursors, is unused.
    query: query as unknown as PostgresPoolClient['query'],
    batch: (statements) =>
      send(() =>
        runBatch(
          client,
          statements.map((each) => ({ ...each, name: nameFor(each.sql, each.parameters) })),
        ),
      ),
    release: (isBroken) => client.release(isBroken || isLost),
  }
}
