import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openService } from '../src/service/service.ts'
import { insertTransaction } from '../src/service/store/repositories/transactions.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import { madeAddress } from '../test/support/indexable-rows.ts'
import { storedValidation } from '../test/support/stored-validation.ts'
import { median, publish } from './figures/report.ts'

/**
 * Processor time of this thread that 50 policies add to a durable validation in process: where two of them apply (one of
 * the sender, one of all), and where all apply. Then the time of a replay of 100,000 stored validations, beside 20
 * validations a second, with the processor time of this thread for both. `--stored N`: fewer; `--rounds N` of 200 validations each.
 */
const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    json: { type: 'boolean' },
  },
})
const POLICIES = 50
const ROUND = 200
const CHUNK = 5000
const BESIDE_MS = 50
const stored = Number(values.stored)
const rounds = Number(values.rounds)
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const folder = mkdtempSync(join(tmpdir(), 'txwarden-policies-'))
const senderOf = (at: number) => madeAddress(`sender ${at % (POLICIES - 1)}`)
const payeeOf = (at: number) => madeAddress(`payee ${at % 500}`)

function transactionOf(at: number) {
  const data = `0xa9059cbb${payeeOf(at).slice(2).padStart(64, '0')}${1_000_000n.toString(16).padStart(64, '0')}`
  return { chainId: '1', from: senderOf(at), to: USDC, value: '0', data }
}

function policyOf(at: number, senders?: readonly string[]) {
  return {
    name: `policy-${at}`,
    mode: 'enforce',
    ...(senders && { applies: { senders } }),
    default: 'deny',
    deny: [{ grants: { unlimited: true } }, { verdict: 'unsafe' }],
    hold: [{ pays: { over: '900000000 USD' } }],
    allow: [{ pays: { assets: ['USDC'], per: { '24h': '900000000 USD', '30d': '9000000000 USD' } } }],
  }
}

async function open(name: string, policies: readonly object[]) {
  const room = join(folder, name)
  mkdirSync(room)
  const service = await openService({
    database: join(room, 'local.db'),
    keyFolder: room,
    clock: systemClock,
    env: {},
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
    report: (error) => process.stderr.write(`${String(error)}\n`),
  })
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR', prefer: 'explain' }
    const request = { method: 'POST', path, query: '', headers, body: JSON.stringify(body) }
    const answer = await service.handle(request, { kind: 'in-process' })
    if (answer.status >= 400) throw new Error(answer.body)
    return JSON.parse(answer.body)
  }
  for (const policy of policies) await send('/ext/v1/policies', policy)
  let at = 0
  const validate = () => send('/api/v2/transaction/validate', { transaction: transactionOf(at++), trackNonce: false })
  return { service, send, validate }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Processor time of this thread a validation (ms). */
async function spent({ validate }: Opened, count: number): Promise<number> {
  const before = process.threadCpuUsage()
  for (let at = 0; at < count; at++) await validate()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / count
}

const numbers = Array.from({ length: POLICIES }, (_, at) => at)
const variants = {
  none: await open('none', []),
  own: await open(
    'own',
    numbers.map((at) => policyOf(at, at === POLICIES - 1 ? undefined : [senderOf(at)])),
  ),
  all: await open(
    'all',
    numbers.map((at) => policyOf(at)),
  ),
}
try {
  const times = { none: [] as number[], own: [] as number[], all: [] as number[] }
  for (let round = -2; round < rounds; round++)
    for (const name of ['none', 'own', 'all'] as const) {
      // Each of them reserves in 50 budgets.
      const ms = await spent(variants[name], name === 'all' ? ROUND / 20 : ROUND)
      if (round >= 0) times[name].push(ms)
    }
  const [none, own, all] = [median(times.none), median(times.own), median(times.all)]

  const { service, send, validate } = variants.own
  const begin = Date.now() - 2 * stored
  const result = JSON.stringify({ valid: true, combinedScore: 0, coverage: 'none' })
  for (let from = 0; from < stored; from += CHUNK)
    await service.store.write(async (db) => {
      for (let at = from; at < Math.min(stored, from + CHUNK); at++) {
        const transaction = transactionOf(at)
        const keys = { from_key: transaction.from, to_key: transaction.to }
        const request = JSON.stringify({ transaction })
        const id = `row-${String(at).padStart(8, '0')}`
        await insertTransaction(db, storedValidation({ id, created_at: begin + at, ...keys, request, result }))
      }
    })
  let beside = 0
  const traffic = setInterval(() => void validate().then(() => (beside += 1)), BESIDE_MS)
  const begun = performance.now()
  const before = process.threadCpuUsage()
  const { summary } = await send('/ext/v1/policies/replay', { since: new Date(begin).toISOString() })
  const replayMs = performance.now() - begun
  const { user, system } = process.threadCpuUsage(before)
  clearInterval(traffic)
  if (summary.validations < stored) throw new Error(`${summary.validations} of ${stored} were replayed`)

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const over = (ms: number) => `${ms.toFixed(3)} ms, without ${none.toFixed(3)} ms`
  publish({
    bench: 'policies',
    how: `${POLICIES} policies; processor time a durable validation, median of ${rounds} rounds of ${ROUND}`,
    figures: [
      { name: 'where 2 apply', measured: over(own), value: own - none, unit: 'ms', goal: { atMost: 0.3 } },
      { name: 'where all apply', measured: over(all), value: all - none, unit: 'ms' },
      {
        name: `replay of ${stored.toLocaleString('en')} validations`,
        measured: `${seconds(replayMs)} (processor ${seconds((user + system) / 1000)}), beside ${(beside / (replayMs / 1000)).toFixed(0)} validations/s`,
        value: replayMs,
        unit: 'ms',
        goal: { atMost: 60_000 },
      },
    ],
  })
} finally {
  for (const { service } of Object.values(variants)) await service.close()
  rmSync(folder, { recursive: true, force: true })
}
