// Prints a line for each message about a monitored address. It verifies no signature: see examples/webhook-receiver.mjs.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const port = Number(process.argv[2] ?? 9797)

createServer(async (request, response) => {
  const { data } = await json(request)
  process.stdout.write(`${line(data)}\n`)
  response.end()
}).listen(port, '127.0.0.1', () => process.stdout.write('waiting for messages\n'))

function line({ step, kind, activities = [], validatedAs, transaction }) {
  const [{ name, moves = [] } = {}] = activities
  const amounts = moves.map(({ direction, amount, decimals = 0, symbol = 'units', other }) => {
    const value = Number(amount) / 10 ** decimals
    return `${direction === 'out' ? '−' : '+'} ${value} ${symbol} ${direction === 'out' ? 'to' : 'from'} ${other}`
  })
  const validated = validatedAs === null ? 'not validated here' : `validated as ${validatedAs}`
  return `${step}: ${name} ${kind} ${amounts.join(', ')} · ${validated} · block ${transaction.blockNumber}`
}
