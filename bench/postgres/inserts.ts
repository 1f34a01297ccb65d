import pg from 'pg'
import { openPostgresStore } from '../../src/service/store/postgres/open.ts'

export type Row = Readonly<Record<string, unknown>>

/** Some of the validations that a database holds. */
export async function storedIn(database: string): Promise<Row[]> {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<Row>('select * from transactions limit 1000')
  await client.end()
  return rows
}

export interface Inserting {
  readonly connections: number
  /** Rows a commit. */
  readonly aTransaction: number
  readonly ms: number
}

/** Rows a second that go into an empty table of validations, by a statement prepared once, each under an id of its own. */
export async function insertRate(
  database: string,
  rows: readonly Row[],
  { connections, aTransaction, ms }: Inserting,
): Promise<number> {
  await (await openPostgresStore(database, { env: {} })).close()
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: database, pipeline: true }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]?.query('truncate transactions cascade')
  const columns = Object.keys(rows[0] ?? {})
  const text = `insert into transactions (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`
  let count = 0
  const started = performance.now()
  const insert = (client: pg.Client) => {
    const row = { ...rows[count++ % rows.length], id: crypto.randomUUID() } as Row
    return client.query({ name: 'insert', text, values: columns.map((column) => row[column]) })
  }
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - started < ms) {
        if (aTransaction === 1) await insert(client)
        else
          await Promise.all([
            client.query('begin'),
            ...Array.from({ length: aTransaction }, () => insert(client)),
            client.query('commit'),
          ])
      }
    }),
  )
  const perSecond = (count * 1000) / (performance.now() - started)
  await Promise.all(clients.map((client) => client.end()))
  return perSecond
}
