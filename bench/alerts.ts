import { once as onceEvent } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { planDeliveries } from '../src/service/alerts/delivery/plan-deliveries.ts'
import { openService, type Service } from '../src/service/index.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import { type Figure, median, publish } from './figures/report.ts'

/**
 * Processor time of a validation with 10 and with 1,500 active alerts, in turns in one run, on SQLite with synchronous=FULL.
 * In both databases the same ten alerts fire for one validation in ten; the other alerts have other conditions. Then a
 * validation that fires 200 alerts with 50 destinations each: its answer, and the planning of 10,000 deliveries after it.
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

const FIRED = 200
const DESTINATIONS = 50
const FAN_OUTS = 5

const CONFIGURATIONS = '/api/v2/management/alert-configurations'
const SENDER = `0x${'51'.repeat(20)}`

async function call(service: Service, path: string, body: unknown): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }
  const request = { method: 'POST', path, query: '', headers, body: JSON.stringify(body) }
  const answer = await service.handle(request, { kind: 'in-process' })
  if (answer.status !== 200) throw new Error(answer.body)
  return JSON.parse(answer.body)
}

function open(database: string, keyFolder: string): Promise<Service> {
  return openService({
    database,
    keyFolder,
    env: {},
    clock: systemClock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: (error) => {
      throw error
    },
  })
}

async function serviceWith(folder: string, alerts: number): Promise<Service> {
  const service = await open(join(folder, `${alerts}.db`), folder)
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

interface FannedOut {
  /** Processor time of the answer (ms). */
  readonly answer: number
  /** Without alerts. */
  readonly plain: number
  /** From the answer until all deliveries are planned (ms). */
  readonly planning: number
  /** Of another validation meanwhile (ms), the slowest of each fan-out. */
  readonly beside: number
}

/** Validations that fire many alerts, each followed by the planning of its deliveries. */
async function fanOut(folder: string): Promise<{ times: FannedOut[]; held: number[] }> {
  const database = join(folder, 'fan-out.db')
  const service = await open(database, folder)
  const destinationIds: unknown[] = []
  for (let index = 0; index < DESTINATIONS; index++) {
    const mail = { name: `${index}`, channel: 'EMAIL', webhookUrl: 'mailto:ops@example.org' }
    destinationIds.push((await call(service, `${CONFIGURATIONS}/destinations`, mail)).id)
  }
  for (let index = 0; index < FIRED; index++) {
    const alert = { alertName: `${index}`, alertType: 'SONAR', destinationIds, transactionFilter: { chainIds: [10] } }
    await call(service, CONFIGURATIONS, alert)
  }
  const validate = async (chainId: string) => {
    const transaction = { chainId, from: SENDER, to: `0x${'52'.repeat(20)}`, value: '1000' }
    const before = process.cpuUsage()
    await call(service, '/api/v2/transaction/validate', { trackNonce: false, transaction })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const once = async (): Promise<FannedOut> => {
    const plain = await validate('1')
    const answer = await validate('10')
    const started = performance.now()
    let isPlanning = true
    const planned = planDeliveries(
      { store: service.store, deadlines: systemClock, newId: () => crypto.randomUUID() },
      new AbortController().signal,
    ).finally(() => {
      isPlanning = false
    })
    let beside = 0
    while (isPlanning) {
      const from = performance.now()
      await validate('1')
      beside = Math.max(beside, performance.now() - from)
    }
    await planned
    return { plain, answer, planning: performance.now() - started, beside }
  }
  await once()
  const times: FannedOut[] = []
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const probe = new Worker(new URL('lock-probe.ts', import.meta.url), { workerData: { database, stop } })
  await onceEvent(probe, 'online')
  for (let round = 0; round < FAN_OUTS; round++) times.push(await once())
  Atomics.store(stop, 0, 1)
  Atomics.notify(stop, 0)
  const [held] = (await onceEvent(probe, 'message')) as [number[]]
  await service.close()
  return { times, held: held.toSorted((a, b) => a - b) }
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
  const { times: fanned, held } = await fanOut(folder)
  const medianOf = (value: (time: FannedOut) => number) => median(fanned.map(value))
  const ms = (value: number) => `${value.toFixed(1)} ms`
  figures.push(
    { name: `a validation that fires no alert`, measured: ms(medianOf((time) => time.plain)) },
    {
      name: `one that fires ${FIRED} alerts × ${DESTINATIONS} destinations`,
      measured: ms(medianOf((time) => time.answer)),
    },
    { name: 'planning its deliveries, with validations beside it', measured: ms(medianOf((time) => time.planning)) },
    { name: 'slowest of these validations, until its answer', measured: ms(medianOf((time) => time.beside)) },
    { name: 'write lock held meanwhile, p99', measured: ms(held[Math.floor(held.length * 0.99)] ?? 0) },
  )
  publish({ bench: 'alerts', how: `processor time, median of ${ROUNDS - 1} rounds in turns`, figures })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
