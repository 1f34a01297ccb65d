import { fastify } from 'fastify'
import { Agent } from 'undici'

/** The ceiling: a fastify server that hands each body to an upstream and its answer back. Argument: the URL. It prints its address. */
const [, , upstream = ''] = process.argv
const { origin } = new URL(upstream)
const agent = new Agent()
const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/', async ({ body }, reply) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await agent.request({ origin, path: '/', method: 'POST', headers, body: body as Buffer })
  return reply.code(answer.statusCode).header('content-type', 'application/json').send(answer.body)
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
