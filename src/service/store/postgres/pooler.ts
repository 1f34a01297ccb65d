import type pg from 'pg'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { backendProcess } from './pg-members.ts'

/** Settings of a session that pools of other programs do not pass on; they are set by statements instead. */
export const SESSION_SETTINGS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const

/**
 * Whether a pooler, such as pgbouncer, stands before the server: the server then has another process number than the
 * connection was set to.
 * @throws WardenError `transaction-pooler` when sessions change their server between transactions
 */
export async function isBehindPooler(pool: pg.Pool, where: string): Promise<boolean> {
  const first = await pool.connect()
  let isDirect = false
  try {
    const process = await serverProcess(first)
    if (process === backendProcess(first)) {
      isDirect = true
      return false
    }
    const second = await pool.connect()
    try {
      // In transaction mode the second session gets the idle server of the first one, which then has to take another.
      await second.query('begin')
      const other = await serverProcess(second)
      const now = await serverProcess(first)
      await second.query('rollback')
      if (other === process || now !== process) throw transactionPooler(where)
      return true
    } finally {
      second.release(true)
    }
  } finally {
    first.release(!isDirect)
  }
}

/** Errors of pgbouncer for startup parameters it does not know, and for transactions in statement mode. */
export function isRefusedByPooler(error: unknown): boolean {
  return (
    error instanceof Error &&
    /unsupported startup parameter|transaction blocks not allowed in statement pooling/i.test(error.message)
  )
}

export function transactionPooler(where: string): WardenError {
  return refusal('transaction-pooler', `${where} is a connection pooler (pgbouncer) that txwarden cannot use`, {
    details: [
      'Connect to PostgreSQL directly: each txwarden process opens at most 15 connections.',
      `Or use pool_mode = session with ignore_startup_parameters = ${SESSION_SETTINGS.join(', ')}.`,
    ],
    parameters: { task: 'connect' },
  })
}

async function serverProcess(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return Number(rows[0]?.pid)
}
