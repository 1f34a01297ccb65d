import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'

/**
 * The ceiling of a durable answer: a Fastify server that checks the body by a schema, inserts one row of about 1.5 kB (text
 * primary key, one index, one commit and fsync for the requests of a turn of the event loop) and sends a constant response.
 * It prints its address. Arguments: files with the JSON schema of the body, with the response, and the database.
 */
const [, , schemaFile = '', answerFile = '', file = ''] = process.argv
const app = fastify()
const answer = readFileSync(answerFile, 'utf8')
const body = JSON.parse(readFileSync(schemaFile, 'utf8')) as object
const filler = 'x'.repeat(900)

const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal; pragma synchronous = full')
database.exec('create table answers (id text primary key, created_at integer not null, request text, result text)')
database.exec('create index answers_by_time on answers (created_at)')
const insert = database.prepare('insert into answers values (?, ?, ?, ?)')

interface Waiting {
  readonly row: [id: string, time: number, request: string, result: string]
  readonly send: () => void
}

let waiting: Waiting[] = []

function commit(): void {
  const batch = waiting
  waiting = []
  database.exec('begin immediate')
  for (const { row } of batch) insert.run(...row)
  database.exec('commit')
  for (const { send } of batch) send()
}

app.post('/api/v2/transaction/validate', { schema: { body } }, (request, reply) => {
  if (waiting.length === 0) setImmediate(commit)
  const now = Date.now()
  // Ids in their order of time, as in txwarden: random ones would write other pages each time.
  waiting.push({
    row: [`${now.toString(36)}-${randomUUID()}`, now, JSON.stringify(request.body), filler],
    send: () => reply.header('content-type', 'application/json').send(answer),
  })
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
