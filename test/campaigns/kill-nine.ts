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
 * continuously, every third validation matches every alert, and a receiver checks each signature. Another one gets digests,
 * which are sent in half of the lives and collect during the others. Does not build: `npm run build` first.
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
const grouping = await startVerifyingReceiver()
/** The destinations of `grouping`. */
const groups = new Set<string>()
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
    if (random() < 0.5)
      clients.push(
        sendDigests(server).then(
          () => {},
          () => {},
        ),
      )
    const before = acknowledged.length
    // Also on a busy machine, some lives are long enough to store something.
    const isLong = life % 2 === 0
    while (isLong && acknowledged.length === before) await new Promise((resolve) => setTimeout(resolve, 5))
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
  await grouping.close()
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
    const group = await createDestination(server, {
      channel: 'WEBHOOK',
      webhookUrl: `${grouping.origin}/${number}`,
      attributes: { token: grouping.secret },
    })
    await server.must('PUT', `/ext/v1/destinations/${group}/sending`, { group: true })
    groups.add(group)
    destinationIds.push(group)
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

/** Ends the collecting of digests; returns how many deliveries are pending. */
async function sendDigests(server: ServeProcess): Promise<number> {
  const { content, totalElements } = await server.must('GET', '/ext/v1/deliveries?state=PENDING&size=100')
  const ids = (content as ListedDelivery[]).flatMap(({ id, svcTxId }) => (svcTxId === undefined ? [id] : []))
  if (ids.length > 0) await server.must('POST', '/ext/v1/deliveries/retry', { ids })
  return totalElements
}

/** Seconds until no delivery is pending. */
async function drain(server: ServeProcess): Promise<number> {
  const started = performance.now()
  for (;;) {
    const pending = await sendDigests(server)
    const passed = performance.now() - started
    if (pending === 0 || passed > PATIENCE_MS) return passed / 1000
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

interface ListedDelivery {
  readonly id: string
  readonly eventId: string
  readonly alertId: string
  /** Absent: a digest. */
  readonly svcTxId?: string
  readonly destinationId: string
  readonly state: string
  /** The delivery of its digest. */
  readonly groupId?: string
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
  const deliveries: ListedDelivery[] = []
  for await (const delivery of everyPage(server, '/ext/v1/deliveries')) deliveries.push(delivery)
  const digests = deliveries.filter(({ svcTxId }) => svcTxId === undefined)
  const grouped = deliveries.filter(({ state }) => state === 'GROUPED')
  const events = new Map(
    deliveries
      .filter(({ svcTxId }) => svcTxId !== undefined)
      .map((delivery) => [`${delivery.alertId} ${delivery.svcTxId}`, delivery.eventId]),
  )
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
      ['of which in digests', grouped.length],
      ['digests', digests.length],
      ['requests the receivers took', receiver.total() + grouping.total()],
      [
        'of which repetitions',
        receiver.total() + grouping.total() - deliveries.filter(({ state }) => state === 'SENT').length,
      ],
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
    deliveries.every(({ state }) => state === 'SENT' || state === 'GROUPED'),
  )
  const sizeOf = (digest: ListedDelivery) => grouped.filter(({ groupId }) => groupId === digest.id).length
  const miscounted = digests.filter((digest) => grouping.digests.get(digest.eventId) !== sizeOf(digest))
  report.promise(
    'each digest counts what it was sent for, and no other arrived',
    miscounted.length === 0 && grouping.digests.size === digests.length,
    `${miscounted.length} of ${digests.length} do not, ${grouping.digests.size} arrived`,
  )
  const toGroups = deliveries.filter(({ destinationId, svcTxId }) => groups.has(destinationId) && svcTxId !== undefined)
  const twice = toGroups.filter(({ state, alertId, svcTxId = '' }) => {
    return grouping.arrivalsOf(alertId, svcTxId) !== (state === 'GROUPED' ? 0 : 1)
  })
  report.promise(
    'each event came in one digest or singly',
    twice.length === 0 && toGroups.length === events.size,
    `${twice.length} of ${toGroups.length} did not, ${events.size} events`,
  )
  report.promise(
    'alertSentCounter is the number of events that were taken',
    counted === events.size && confirmed.size === events.size,
    `counted ${counted}, taken ${confirmed.size}, events ${events.size}`,
  )
  report.promise(
    'one webhook-id for each event, on every try',
    [...receiver.faults(), ...grouping.faults()].length === 0,
    [...receiver.faults(), ...grouping.faults()].slice(0, 3).join('; '),
  )
  report.promise('every answer was a 200', notified.refused === 0, `${notified.refused} were not`)
}
