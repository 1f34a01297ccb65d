import pg from 'pg'

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
