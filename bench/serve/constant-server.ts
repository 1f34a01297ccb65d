import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

/**
 * The ceiling: a Fastify server that checks the same body by a schema and sends a constant response. It prints its
 * address. Arguments: files with the JSON schema of the body and with the response.
 */
const [, , schemaFile = '', answerFile = ''] = process.argv
const app = fastify()
const answer = readFileSync(answerFile, 'utf8')
const body = JSON.parse(readFileSync(schemaFile, 'utf8')) as object

app.post('/api/v2/transaction/validate', { schema: { body } }, (_, reply) => {
  reply.header('content-type', 'application/json').send(answer)
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
