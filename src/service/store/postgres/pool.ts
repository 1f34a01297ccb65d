import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isConnectionLost } from './failures.ts'

const { Pool, types } = pg

/** How long a request waits for a connection (ms). */
const CONNECT_MS = 5000
/** How long a connection that nobody uses is kept (ms). */
const IDLE_MS = 60_000
/** After so long without a word the system asks the server whether it is still there (ms). */
const KEEP_ALIVE_MS = 10_000
/** The longest statement, and the longest silence inside a transaction (ms). */
const STATEMENT_MS = 30_000
/** After so long without an answer nobody is at the other end (ms): the system would find out after minutes. */
const ANSWER_MS = STATEMENT_MS + 5_000
const SILENT_TRANSACTION_MS = 30_000

/** Type numbers, from the catalog pg_type. */
const INT8 = 20

export interface PoolOptions {
  /** With its password. */
  readonly url: string
  /** Most connections. */
  readonly max: number
  /** As pg_stat_activity names them. */
  readonly applicationName: string
  /** The longest wait for a row that another holds (ms). Absent for what makes the schema: it may take its time. */
  readonly lockMs?: number | undefined
  /** Whether a statement is sent without waiting for the answer to the one before. */
  readonly isPipelined?: boolean
}

/** Connections to one database. One that is lost is replaced by the next that is needed. */
export function createPool({ url, max, applicationName, lockMs, isPipelined = false }: PoolOptions): pg.Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    pipeline: isPipelined,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MS,
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
  // Without listeners the loss of a connection would end the process: of an idle one the pool tells, of one in use its
  // client. Whoever uses it hears of it from the statement that fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** pg gives 64 bits as text: more than a number can hold is none of ours. */
function readInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`the database holds an integer of more than 53 bits: ${text}`)
  return number
}

/** Statements kept prepared per connection; a database that has so many different ones from us takes the rest as text. */
const MOST_PREPARED = 512

/**
 * The pool as Kysely takes it, with every statement prepared once a connection: reading and planning one anew costs the
 * server several times what running it does.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_PREPARED) return known
    const name = `txw_${names.size}`
    names.set(text, name)
    return name
  }
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const preparing = preparingClient(client, nameOf)
      clients.set(client, preparing)
      return preparing
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function preparingClient(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let isOfNoUse = false
  const query = async (text: string, parameters: readonly unknown[]) => {
    // What has no parameters is begin, commit and what is asked once.
    const name = parameters.length > 0 ? nameOf(text) : undefined
    sendTogether(client)
    try {
      return await client.query({ text, values: [...parameters], ...(name !== undefined && { name }) })
    } catch (error) {
      isOfNoUse ||= isConnectionLost(error)
      throw error
    }
  }
  return {
    // Of its two forms the one for cursors is never used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken || isOfNoUse),
  }
}

/** What is sent in one turn goes out in one piece: each is a call of the system, and wakes the server. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  setImmediate(() => stream.uncork())
}
