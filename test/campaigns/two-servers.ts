import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LEASE_MS } from '../../src/service/alerts/delivery/destination-queue.ts'
import { startPostgres } from '../support/postgres.ts'
import { address, BLOCKED, blockAddress, createAlert, createDestination } from './support/arrange.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { everyPage } from './support/every-page.ts'
import { createKeys, ServeProcess } from './support/serve-process.ts'
import { startVerifyingReceiver } from './support/verifying-receiver.ts'

/**
 * Two servers of one PostgreSQL database under load, while they are killed, stopped for longer than a lease and
 * continued, and the database is restarted: tsx test/campaigns/two-servers.ts [kills] [seed] [--short]. With 50 kills it
 * takes about half an hour, mostly waiting for leases to expire. Does not build: `npm run build` first.
 */
const { count: kills, seed, isShort } = campaignArguments({ usual: 50, short: 2 })
const STOPS = isShort ? 0 : Math.ceil(kills / 2)
const RESTARTS = Math.ceil(kills / 10)
const CLIENTS = 8
const ALERTS = 2
const BASELINE_MS = isShort ? 4000 : 15_000
/**
 * The rate over WINDOW_MS must recover to ENOUGH of its earlier value within RECOVERY_SECONDS. It is relative to the rate
 * of a third server on SQLite that is not disturbed, because on a busy machine the absolute rate can stay below its mean
 * for twenty seconds without any restart.
 */
const WINDOW_MS = 2000
const ENOUGH = 0.95
const RECOVERY_SECONDS = 30
/** Timeout of `drain` (ms): long, because late deliveries are not lost. */
const PATIENCE_MS = 300_000

interface Acknowledged {
  readonly svcTxId: string
  readonly isBlocked: boolean
  /** Time on the campaign's clock (ms). */
  readonly at: number
}

const random = randomFrom(seed)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const home = mkdtempSync(join(tmpdir(), 'txwarden-two-servers-'))
const report = new Report('two servers')
const receiver = await startVerifyingReceiver()
const postgres = await startPostgres({ isDurable: true })
const acknowledged: Acknowledged[] = []
const untouched: { at: number }[] = []
const controlEnv = { TXWARDEN_HOME: join(home, 'control') }
const control = await ServeProcess.start([], { env: controlEnv, keys: createKeys(controlEnv), connections: 1 })
const refusals = new Map<string, number>()
let isOver = false
try {
  const env = { TXWARDEN_HOME: home, TXWARDEN_DATABASE: await postgres.createDatabase() }
  const keys = createKeys(env)
  const start = () => ServeProcess.start(['--allow-destination', '127.0.0.1'], { env, keys, connections: CLIENTS + 1 })
  const servers = await Promise.all([start(), start()])
  const serverOf = (number: number) => servers[number % 2] as ServeProcess
  const alerts = await arrange(serverOf(0))

  const clients = Array.from({ length: CLIENTS }, (_, number) =>
    validateAll(() => serverOf(number + acknowledged.length)),
  )
  const beside = validateBeside()
  await pause(1000)
  await pause(BASELINE_MS)
  const baseline = (countOf(acknowledged, BASELINE_MS) * 1000) / BASELINE_MS

  for (let kill = 0; kill < kills; kill++) {
    await pause(200 + random() * 800)
    await serverOf(kill).end('SIGKILL')
    servers[kill % 2] = await start()
  }
  for (let stop = 0; stop < STOPS; stop++) {
    const { pid } = serverOf(stop)
    process.kill(pid, 'SIGSTOP')
    await pause(LEASE_MS + 2000)
    process.kill(pid, 'SIGCONT')
    await pause(1000)
  }
  const recoveries: number[] = []
  for (let restart = 0; restart < RESTARTS; restart++) {
    // Other load on the machine changes: the reference is the rate just before.
    await pause(BASELINE_MS)
    const before = rateOf(BASELINE_MS)
    await postgres.restart(restart % 2 === 0 ? 'immediate' : 'fast')
    recoveries.push(await recovery(before))
  }
  isOver = true
  await Promise.all([...clients, beside])
  const drained = await drain(serverOf(0))
  await judge(serverOf(0), { alerts, baseline, recoveries, drained })
  await Promise.all([...servers, control].map((server) => server.end('SIGTERM')))
} finally {
  isOver = true
  await receiver.close()
  postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
report.end()

/** Ids of the alerts; each has one destination. */
async function arrange(server: ServeProcess): Promise<string[]> {
  await blockAddress(server)
  const alerts: string[] = []
  for (let number = 0; number < ALERTS; number++) {
    const destinationId = await createDestination(server, {
      channel: 'WEBHOOK',
      webhookUrl: `${receiver.origin}/${number}`,
      attributes: { token: receiver.secret },
    })
    alerts.push(await createAlert(server, [destinationId], `alert ${number}`))
  }
  return alerts
}

/** One in twenty validations is blocked and matches the alerts. */
async function validateAll(serverNow: () => ServeProcess): Promise<void> {
  for (let count = 0; !isOver; count++) {
    const isBlocked = count % 20 === 0
    try {
      const answer = await serverNow().validate({
        chainId: '1',
        from: address(Math.floor(random() * 1e6)),
        to: isBlocked ? BLOCKED : address(2),
      })
      if (answer.status === 200) acknowledged.push({ svcTxId: answer.body.svcTxId, isBlocked, at: performance.now() })
      else note(answer.body?.code ?? String(answer.status))
    } catch {
      note('cut off')
      await pause(50)
    }
  }
}

function note(what: string): void {
  refusals.set(what, (refusals.get(what) ?? 0) + 1)
}

/** Validations of the third server, sequential. */
async function validateBeside(): Promise<void> {
  while (!isOver) {
    const { status } = await control.validate({ chainId: '1', from: address(1), to: address(2) })
    if (status === 200) untouched.push({ at: performance.now() })
  }
}

/** Number of validations in the last `ms` milliseconds. */
function countOf(validations: readonly { at: number }[], ms: number): number {
  const since = performance.now() - ms
  let count = 0
  for (let index = validations.length - 1; index >= 0 && (validations[index]?.at ?? 0) >= since; index--) count++
  return count
}

function rateOf(ms: number): number {
  return countOf(acknowledged, ms) / Math.max(1, countOf(untouched, ms))
}

/** Seconds until the rate of validations recovers. */
async function recovery(before: number): Promise<number> {
  const started = performance.now()
  for (;;) {
    await pause(100)
    const passed = (performance.now() - started) / 1000
    if (rateOf(WINDOW_MS) >= before * ENOUGH || passed > 2 * RECOVERY_SECONDS) return passed
  }
}

/** Seconds until no delivery is pending. */
async function drain(server: ServeProcess): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { totalElements } = await server.must('GET', '/ext/v1/deliveries?state=PENDING&size=1')
    const passed = performance.now() - started
    if (totalElements === 0 || passed > PATIENCE_MS) return passed / 1000
    await pause(250)
  }
}

interface Run {
  readonly alerts: readonly string[]
  readonly baseline: number
  readonly recoveries: readonly number[]
  readonly drained: number
}

async function judge(server: ServeProcess, { alerts: alertIds, baseline, recoveries, drained }: Run): Promise<void> {
  const transactions = new Set<string>()
  for await (const { svcTxId } of everyPage(server, '/ext/v1/transactions')) transactions.add(svcTxId)
  const events = new Set<string>()
  const unsent: string[] = []
  for await (const { eventId, state } of everyPage(server, '/ext/v1/deliveries')) {
    events.add(eventId)
    if (state !== 'SENT') unsent.push(eventId)
  }
  const { alerts } = await server.must('GET', '/api/v2/management/alert-configurations')
  const counted = alerts.reduce((sum: number, alert: { alertSentCounter: number }) => sum + alert.alertSentCounter, 0)
  const lost = acknowledged.filter(({ svcTxId }) => !transactions.has(svcTxId))
  const due = acknowledged.filter(({ isBlocked }) => isBlocked)
  const unreported = due.filter(({ svcTxId }) => alertIds.some((id) => receiver.arrivalsOf(id, svcTxId) === 0))
  const slowest = Math.max(...recoveries)
  report.count('kills', kills)
  report.count('stops', STOPS)
  report.count('restarts', RESTARTS)
  report.table(
    ['what', 'how many'],
    [
      ['kills', kills],
      ['stops longer than a lease', STOPS],
      ['restarts of the database', RESTARTS],
      ['validations acknowledged', acknowledged.length],
      ['of which alerts are about', due.length],
      ['a second before anything happened', Math.round(baseline)],
      ...Array.from(refusals, ([what, count]): [string, number] => [`answered: ${what}`, count]),
      ['alert events', events.size],
      ['requests the receiver took', receiver.total()],
      ['seconds until nothing waited', Math.round(drained * 10) / 10],
      ['seconds to recover, at most', Math.round(slowest * 10) / 10],
    ],
  )
  report.promise('no acknowledged validation is lost', lost.length === 0, `${lost.length} lost`)
  report.promise(
    'each that is blocked was reported by every alert',
    unreported.length === 0,
    `${unreported.length} were not`,
  )
  report.promise('nothing waits any more, nothing was given up', unsent.length === 0, `${unsent.length} unsent`)
  report.promise(
    'each event that was taken is counted once',
    counted === events.size && new Set(receiver.ids()).size === events.size,
    `counted ${counted}, taken ${new Set(receiver.ids()).size}, events ${events.size}`,
  )
  report.promise(
    'one webhook-id for each event, on every try',
    receiver.faults().length === 0,
    receiver.faults().slice(0, 3).join('; '),
  )
  report.promise(
    `back to ${ENOUGH * 100} % of the rate within ${RECOVERY_SECONDS} s of a restart`,
    slowest <= RECOVERY_SECONDS,
    `${recoveries.map((seconds) => seconds.toFixed(1)).join(', ')} s`,
  )
}
