import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LEASE_MS } from '../../src/service/alerts/lane.ts'
import { startPostgres } from '../support/postgres.ts'
import { address, BLOCKED, blockAddress, createAlert, createDestination } from './support/arrange.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { everyPage } from './support/every-page.ts'
import { createKeys, ServeProcess } from './support/serve-process.ts'
import { startVerifyingReceiver } from './support/verifying-receiver.ts'

/**
 * Two servers of one PostgreSQL database under load, while they are killed, stopped for longer than a lease and
 * continued, and the database is restarted: tsx test/campaigns/two-servers.ts [kills] [seed] [--short]. With 50 kills it
 * takes about half an hour, most of it waiting for leases to run out. Builds nothing: `npm run build` first.
 */
const { count: kills, seed, isShort } = campaignArguments({ usual: 50, short: 2 })
const STOPS = isShort ? 0 : 20
const RESTARTS = isShort ? 1 : 5
const CLIENTS = 8
const ALERTS = 2
const BASELINE_MS = isShort ? 4000 : 15_000
/**
 * The rate is that of so much time (ms), and has to come back to so much of what it was at its slowest before, within so
 * many seconds: on a machine with other work it comes and goes, and stays below its mean for twenty seconds when nothing
 * was restarted at all. When it was back to the mean is told as well.
 */
const WINDOW_MS = 2000
const ENOUGH = 0.95
const RECOVERY_SECONDS = 30
/** Validations stop for a while before each restart is over: what waits then is not lost. */
const PATIENCE_MS = 300_000

interface Acknowledged {
  readonly svcTxId: string
  readonly isBlocked: boolean
  /** On the campaign's own clock (ms). */
  readonly at: number
}

const random = randomFrom(seed)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const home = mkdtempSync(join(tmpdir(), 'txwarden-two-servers-'))
const report = new Report('two servers')
const receiver = await startVerifyingReceiver()
const postgres = await startPostgres({ isDurable: true })
const acknowledged: Acknowledged[] = []
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
  await pause(1000)
  await pause(BASELINE_MS)
  const baseline = rateOf(BASELINE_MS)

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
  const recoveries: Recovery[] = []
  for (let restart = 0; restart < RESTARTS; restart++) {
    // What the machine does beside it changes: the rate to come back to is that of just before.
    await pause(BASELINE_MS)
    const before = { slowest: slowestOf(BASELINE_MS), mean: rateOf(BASELINE_MS) }
    await postgres.restart(restart % 2 === 0 ? 'immediate' : 'fast')
    recoveries.push(await recovery(before))
  }
  isOver = true
  await Promise.all(clients)
  const drained = await drain(serverOf(0))
  await judge(serverOf(0), { alerts, baseline, recoveries, drained })
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
} finally {
  isOver = true
  await receiver.close()
  postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
report.end()

/** The ids of the alerts, with one destination each. */
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

/** One in twenty is blocked, which the alerts are about. */
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

/** Acknowledgements a second in so many ms that ended so long ago. */
function rateOf(ms: number, agoMs = 0): number {
  const until = performance.now() - agoMs
  let count = 0
  for (let index = acknowledged.length - 1; index >= 0; index--) {
    const { at } = acknowledged[index] as Acknowledged
    if (at < until - ms) break
    if (at < until) count++
  }
  return (count * 1000) / ms
}

/** The lowest rate of a window in the last so many ms. */
function slowestOf(ms: number): number {
  const windows = Array.from({ length: ms / WINDOW_MS }, (_, index) => rateOf(WINDOW_MS, index * WINDOW_MS))
  return Math.min(...windows)
}

/** Seconds from a restart until validations are acknowledged as at their slowest before, and as on average. */
interface Recovery {
  readonly slowest: number
  readonly mean: number
}

async function recovery(before: Recovery): Promise<Recovery> {
  const started = performance.now()
  const longest = 2 * RECOVERY_SECONDS
  let slowest = longest
  for (;;) {
    await pause(100)
    const passed = (performance.now() - started) / 1000
    const rate = rateOf(WINDOW_MS)
    if (rate >= before.slowest * ENOUGH) slowest = Math.min(slowest, passed)
    if (rate >= before.mean * ENOUGH || passed > longest) return { slowest, mean: passed }
  }
}

/** Seconds until nothing waits any more. */
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
  readonly recoveries: readonly Recovery[]
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
  const untold = due.filter(({ svcTxId }) => alertIds.some((id) => receiver.arrivalsOf(id, svcTxId) === 0))
  const slowest = Math.max(...recoveries.map((each) => each.slowest))
  const told = (of: keyof Recovery) => recoveries.map((each) => each[of].toFixed(1)).join(', ')
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
      ['seconds to the slowest rate before', told('slowest')],
      ['seconds to the mean rate before', told('mean')],
    ],
  )
  report.promise('no acknowledged validation is lost', lost.length === 0, `${lost.length} lost`)
  report.promise('each that is blocked was told by every alert', untold.length === 0, `${untold.length} were not`)
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
    `back to ${ENOUGH * 100} % of the slowest rate before within ${RECOVERY_SECONDS} s of a restart`,
    slowest <= RECOVERY_SECONDS,
    `${told('slowest')} s`,
  )
}
