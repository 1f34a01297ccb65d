import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { address, BLOCKED, blockAddress, createAlert, createDestination } from './support/arrange.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { everyPage } from './support/every-page.ts'
import { createKeys, ServeProcess } from './support/serve-process.ts'
import { startVerifyingReceiver } from './support/verifying-receiver.ts'

/**
 * Kills `serve` while it works: tsx test/campaigns/kill-nine.ts [kills] [seed] [--short]. Clients validate
 * continuously, every third validation matches every alert, and a receiver checks each signature. Does not build:
 * `npm run build` first.
 */
const { count: kills, seed } = campaignArguments({ usual: 1000, short: 6 })
const CLIENTS = 8
/** Time under load before each kill (ms). */
const SHORTEST_LIFE = 20
const LONGEST_LIFE = 500
const ALERTS = 2
/** Each has two destinations. */
const PER_ALERT = 2
/** Timeout for all pending deliveries after the last start (ms). */
const PATIENCE_MS = 300_000

interface Acknowledged {
  readonly svcTxId: string
  readonly isBlocked: boolean
}

const random = randomFrom(seed)
const home = mkdtempSync(join(tmpdir(), 'txwarden-kill-nine-'))
const report = new Report('kill -9')
const receiver = await startVerifyingReceiver()
const acknowledged: Acknowledged[] = []
const notified = { refused: 0, broken: 0 }
try {
  const env = { TXWARDEN_HOME: home }
  const keys = createKeys(env)
  const start = () => ServeProcess.start(['--allow-destination', '127.0.0.1'], { env, keys, connections: CLIENTS + 1 })
  let server = await start()
  const alerts = await arrange(server)

  const started = performance.now()
  for (let life = 0; life < kills; life++) {
    const killed = new AbortController()
    const clients = Array.from({ length: CLIENTS }, () => validateUntil(killed.signal, server))
    await new Promise((resolve) => setTimeout(resolve, SHORTEST_LIFE + random() * (LONGEST_LIFE - SHORTEST_LIFE)))
    killed.abort()
    await server.end('SIGKILL')
    await Promise.all(clients)
    server = await start()
  }
  const killing = (performance.now() - started) / 1000
  const drained = await drain(server)
  await judge(server, { alerts, killing, drained })
  await server.end('SIGTERM')
} finally {
  await receiver.close()
  rmSync(home, { recursive: true, force: true })
}
report.end()

async function arrange(server: ServeProcess): Promise<string[]> {
  await blockAddress(server)
  const alerts: string[] = []
  for (let number = 0; number < ALERTS; number++) {
    const destinationIds: string[] = []
    for (let which = 0; which < PER_ALERT; which++)
      destinationIds.push(
        await createDestination(server, {
          channel: 'WEBHOOK',
          webhookUrl: `${receiver.origin}/${number}/${which}`,
          attributes: { token: receiver.secret },
        }),
      )
    alerts.push(await createAlert(server, destinationIds, `alert ${number}`))
  }
  return alerts
}

/** Every third validation is blocked and matches the alerts. */
async function validateUntil(killed: AbortSignal, server: ServeProcess): Promise<void> {
  for (let count = 0; !killed.aborted; count++) {
    const isBlocked = count % 3 === 0
    try {
      const answer = await server.validate({
        chainId: '1',
        from: address(Math.floor(random() * 1e6)),
        to: isBlocked ? BLOCKED : address(2),
      })
      if (answer.status === 200) acknowledged.push({ svcTxId: answer.body.svcTxId, isBlocked })
      else notified.refused++
    } catch {
      // Killed before the response: not acknowledged.
      notified.broken++
      return
    }
  }
}

/** Seconds until no delivery is pending. */
async function drain(server: ServeProcess): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { totalElements } = await server.must('GET', '/ext/v1/deliveries?state=PENDING&size=1')
    const passed = performance.now() - started
    if (totalElements === 0 || passed > PATIENCE_MS) return passed / 1000
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

interface Run {
  readonly alerts: readonly string[]
  /** Seconds. */
  readonly killing: number
  readonly drained: number
}

async function judge(server: ServeProcess, { alerts: alertIds, killing, drained }: Run): Promise<void> {
  const transactions = new Set<string>()
  for await (const { svcTxId } of everyPage(server, '/ext/v1/transactions')) transactions.add(svcTxId)
  const deliveries: { eventId: string; alertId: string; svcTxId: string; destinationId: string; state: string }[] = []
  for await (const delivery of everyPage(server, '/ext/v1/deliveries')) deliveries.push(delivery)
  const events = new Map(deliveries.map((delivery) => [`${delivery.alertId} ${delivery.svcTxId}`, delivery.eventId]))
  const { alerts } = await server.must('GET', '/api/v2/management/alert-configurations')
  const counted = alerts.reduce((sum: number, alert: { alertSentCounter: number }) => sum + alert.alertSentCounter, 0)

  report.count('kills', kills)
  const lost = acknowledged.filter(({ svcTxId }) => !transactions.has(svcTxId))
  const due = acknowledged.filter(({ isBlocked }) => isBlocked)
  const unreported = due.filter(({ svcTxId }) => alertIds.some((id) => receiver.arrivalsOf(id, svcTxId) < PER_ALERT))
  const confirmed = new Set(receiver.ids())
  report.table(
    ['what', 'how many'],
    [
      ['kills', kills],
      ['kills a minute', Math.round((kills / killing) * 60)],
      ['validations acknowledged', acknowledged.length],
      ['of which alerts are about', due.length],
      ['answers other than 200', notified.refused],
      ['requests cut off by a kill', notified.broken],
      ['alert events', events.size],
      ['deliveries', deliveries.length],
      ['requests the receiver took', receiver.total()],
      ['of which repetitions', receiver.total() - deliveries.filter(({ state }) => state === 'SENT').length],
      ['seconds until nothing waited', Math.round(drained * 10) / 10],
    ],
  )
  report.promise('no acknowledged validation is lost', lost.length === 0, `${lost.length} lost`)
  report.promise(
    'each that is blocked reached every destination of every alert',
    unreported.length === 0,
    `${unreported.length} did not`,
  )
  report.promise(
    'nothing waits any more, nothing was given up',
    deliveries.every(({ state }) => state === 'SENT'),
  )
  report.promise(
    'alertSentCounter is the number of events that were taken',
    counted === events.size && confirmed.size === events.size,
    `counted ${counted}, taken ${confirmed.size}, events ${events.size}`,
  )
  report.promise(
    'one webhook-id for each event, on every try',
    receiver.faults().length === 0,
    receiver.faults().slice(0, 3).join('; '),
  )
  report.promise('every answer was a 200', notified.refused === 0, `${notified.refused} were not`)
}
