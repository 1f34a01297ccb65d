import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openService, type Service } from '../src/service/index.ts'
import { systemClock } from '../src/shared/clock.ts'
import { type Figure, median, publish } from './figures/report.ts'

/**
 * Processor time of a validation with 10 and with 1,500 active alerts, in turns in one run, on SQLite with synchronous=FULL.
 * In both databases the same ten alerts fire for one validation in ten; the other alerts have other conditions.
 */
const FEW = 10
const MANY = 1_500
const GOAL = 1.2
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, json: { type: 'boolean', default: false } },
})
const ROUNDS = Number(values.rounds)
const VALIDATIONS = 200
const FIRING_EVERY = 10

const CONFIGURATIONS = '/api/v2/management/alert-configurations'
const SENDER = `0x${'51'.repeat(20)}`

async function call(service: Service, path: string, body: unknown): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }
  const request = { method: 'POST', path, query: '', headers, body: JSON.stringify(body) }
  const answer = await service.handle(request, { kind: 'in-process' })
  if (answer.status !== 200) throw new Error(answer.body)
  return JSON.parse(answer.body)
}

async function serviceWith(folder: string, alerts: number): Promise<Service> {
  const service = await openService({
    database: join(folder, `${alerts}.db`),
    keyFolder: folder,
    env: {},
    clock: systemClock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: (error) => {
      throw error
    },
  })
  const mail = { name: 'operations', channel: 'EMAIL', webhookUrl: 'mailto:ops@example.org' }
  const { id } = await call(service, `${CONFIGURATIONS}/destinations`, mail)
  for (let index = 0; index < alerts; index++)
    await call(service, CONFIGURATIONS, {
      alertName: `alert ${index}`,
      alertType: 'SONAR',
      destinationIds: [id],
      transactionFilter: index < FEW ? { chainIds: [10] } : conditionsOf(index),
    })
  return service
}

/** Of every kind, none of which the validations meet. */
function conditionsOf(index: number): unknown {
  const kinds = [
    { fromScore: 40 + (index % 60) },
    { validationStatusConfiguration: { alertOnUnsafe: true }, chainIds: [1, 10, 56] },
    { validationEnforcementConfiguration: { alertOnBlocked: true } },
    { categories: ['fraud', 'cyber'], fromScore: index % 30 },
    { subCategories: ['addressPoisoning'] },
    { chainIds: [56, 137, 8453] },
  ]
  return kinds[index % kinds.length]
}

/** Processor time of one validation (ms), of this process with all its threads. */
async function measure(service: Service, round: number): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < VALIDATIONS; index++)
    await call(service, '/api/v2/transaction/validate', {
      trackNonce: false,
      transaction: {
        chainId: index % FIRING_EVERY === 0 ? '10' : '1',
        from: SENDER,
        to: `0x${(round * VALIDATIONS + index + 1).toString(16).padStart(40, '0')}`,
        value: '1000',
      },
    })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / VALIDATIONS
}

const folder = mkdtempSync(join(tmpdir(), 'bench-alerts-'))
try {
  const few = await serviceWith(folder, FEW)
  const many = await serviceWith(folder, MANY)
  const times: { few: number; many: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    times.push({ few: await measure(few, round), many: await measure(many, round) })
  await Promise.all([few.close(), many.close()])
  const measured = times.slice(1)
  const of = (which: 'few' | 'many') => median(measured.map((time) => time[which]))
  const ratio = median(measured.map((time) => time.many / time.few))
  const figures: Figure[] = [
    { name: `a validation, ${FEW} active alerts`, measured: `${of('few').toFixed(2)} ms` },
    {
      name: `a validation, ${MANY.toLocaleString('en')} active alerts`,
      measured: `${of('many').toFixed(2)} ms`,
      value: ratio,
      goal: { atMost: GOAL },
    },
  ]
  publish({ bench: 'alerts', how: `processor time, median of ${ROUNDS - 1} rounds in turns`, figures })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
