import type { Pool } from 'pg'
import type { Lock, LockName } from '../store.ts'

/** The two numbers of an advisory lock: "txwd", and which one. */
const OURS = 0x74787764
const numbers: Readonly<Record<LockName, number>> = { import: 1 }

/** A lock of the server's that goes with its connection, and so with the process; undefined while another has it. */
export async function tryAdvisoryLock(pool: Pool, name: LockName): Promise<Lock | undefined> {
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
