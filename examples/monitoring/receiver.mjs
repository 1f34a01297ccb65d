// Prints a line for each message about a monitored address. It verifies no signature: see examples/webhook-receiver.mjs.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const port = Number(process.argv[2] ?? 9797)

createServer(async (request, response) => {
  try {
    const { data = {} } = await json(request)
    process.stdout.write(`${line(data)}\n`)
  } catch (error) {
    response.statusCode = 400
    process.stderr.write(`not read: ${error.message}\n`)
  }
  response.end()
}).listen(port, '127.0.0.1', () => process.stdout.write('waiting for messages\n'))

function line(data) {
  const { test, notice, step, transaction } = data
  if (test) return `test: ${data.destination}`
  if (notice) return [`${notice.kind}: ${notice.text}`, ...notice.details].join(' · ')
  if (!step || !transaction) return `other: ${JSON.stringify(data)}`
  return [whatHappened(data), ...verdict(data), ...validated(data), `block ${transaction.blockNumber}`].join(' · ')
}

function whatHappened({ step, kind, activities = [], monitored = [] }) {
  const [{ name, address, moves = [], allowance, other } = monitored[0] ?? {}] = activities
  const amounts = moves.map((move) => {
    const [sign, side] = move.direction === 'out' ? ['−', 'to'] : ['+', 'from']
    return `${sign} ${amountOf(move)} ${side} ${move.other}`
  })
  if (allowance) amounts.push(`${amountOf(allowance)} for ${other}`)
  else if (amounts.length === 0 && other) amounts.push(other)
  return `${step}: ${[name || address, kind, amounts.join(', ')].filter(Boolean).join(' ')}`
}

/** Without amount, or with one that no token has: all. */
function amountOf({ token, tokenId, symbol = token ?? 'of the native currency', amount, decimals }) {
  if (tokenId !== undefined) return `item ${tokenId} of ${symbol}`
  if (amount === undefined || BigInt(amount) >= 2n ** 255n) return `all ${symbol}`
  return decimals === undefined ? `${amount} units of ${symbol}` : `${Number(amount) / 10 ** decimals} ${symbol}`
}

function verdict({ result }) {
  return result ? [`${result.verdict ?? result.status} ${result.combinedScore}/100`] : []
}

function validated({ validatedAs, validation, kind, transaction }) {
  if (validatedAs === null) return transaction.transactionId && kind !== 'received' ? ['not validated here'] : []
  return [validation ? `validated here as ${validation.verdict}` : `validated as ${validatedAs}`]
}
