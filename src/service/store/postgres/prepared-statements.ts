import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isConnectionLost } from './failures.ts'

/** Statements kept prepared per connection; a database that has so many different ones from us takes the rest as text. */
const MOST_PREPARED = 512

/**
 * The pool as Kysely takes it, with every statement prepared once a connection: reading and planning one anew costs the
 * server several times what running it does.
 */
export function preparing(pool: Pool): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
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

function preparingClient(client: PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
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
function sendTogether({ connection: { stream } }: PoolClient): void {
  stream.cork()
  setImmediate(() => stream.uncork())
}
