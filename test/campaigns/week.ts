import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Delivery } from '../../src/api/schemas/delivery.ts'
import type { CatalogueFeed } from '../../src/api/schemas/intel.ts'
import { type Serving, serve } from '../../src/service/index.ts'
import { send } from '../support/requests.ts'
import { address, BLOCKED } from './support/arrange.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { startVirtualTime } from './support/virtual-time.ts'

/**
 * Days of a service, each in seconds: tsx test/campaigns/week.ts [days] [seed] [--short]. Validations all day, with bursts of equal ones;
 * receivers that fail at night; a silence every second night; a restart every morning; a list that changes at noon. At
 * the end, every alert is accounted for.
 */
const { count: days, seed, isShort } = campaignArguments({ usual: 7, short: 1 })
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Validations of a burst: some are sent singly, the rest as a digest. */
const BURST = 40
/** The short form ends after the list changed. */
const HOURS = isShort ? 14 : 24
/** Until every retry of a receiver that works again is over. */
const TAIL_DAYS = isShort ? 2 : 5

const work = mkdtempSync(join(tmpdir(), 'txwarden-week-'))
const report = new Report('week')
const random = randomFrom(seed)
const { clock, advance, end } = startVirtualTime(Date.UTC(2026, 0, 5))
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
let isNight = false
const silences: { readonly from: number; readonly until: number }[] = []
const fired: Fired[] = []
/** Of the list, which gets another one at noon of each day. */
const listed = [address(0xbad0)]
const receivers = { SLACK: await startReceiver(), WEBHOOK: await startReceiver(), DOWN: await startReceiver(true) }
const lists = createServer((_, response) => void response.end(listed.join('\n')))
await new Promise<void>((listening) => lists.listen(0, '127.0.0.1', listening))
const feed: CatalogueFeed = {
  name: 'daily',
  what: 'addresses of the day',
  format: 'ofac',
  repository: 'https://feed.example',
  urls: [`http://127.0.0.1:${(lists.address() as AddressInfo).port}/list.txt`],
  licence: 'MIT',
  licenceNote: '',
  traps: [],
  intervalMs: 24 * HOUR,
  maxAgeMs: 72 * HOUR,
}
let serving = await start()

interface Fired {
  readonly svcTxId: string
  readonly verdict: 'BLOCKED' | 'WARNING'
  readonly at: number
}
try {
  const alerts = await arrange()
  for (let day = 0; day < days; day++) await liveDay(day, alerts)
  await advance(TAIL_DAYS * 24 * HOUR, 10 * MINUTE)
  tell(await everyDelivery())
} finally {
  await serving.stop()
  for (const receiver of Object.values(receivers)) receiver.close()
  lists.close()
  end()
  rmSync(work, { recursive: true, force: true })
}
report.end()

function start(): Promise<Serving> {
  return serve({
    database: join(work, 'served.db'),
    env: {},
    clock,
    random: (length) => randomFillSync(new Uint8Array(length)),
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: { write: () => {}, quiet: true },
    allowDestinations: ['127.0.0.1'],
    feedCatalogue: [feed],
  })
}

function ask(method: string, path: string, body?: unknown) {
  return send(serving.service, method, path, body)
}

async function arrange(): Promise<{ readonly blocked: string; readonly warned: string }> {
  const management = '/api/v2/management'
  await ask('POST', '/ext/v1/intel/enabled', { source: feed.name })
  await ask('POST', `${management}/control-lists`, { address: BLOCKED, type: 'BLOCK', productType: 'SONAR' })
  const destinationIds: string[] = []
  for (const [name, { origin }] of Object.entries(receivers)) {
    const channel = name === 'SLACK' ? 'SLACK' : 'WEBHOOK'
    const destination = { name, channel, webhookUrl: `${origin}/services/T/B/x` }
    destinationIds.push((await ask('POST', `${management}/alert-configurations/destinations`, destination)).id)
  }
  const alert = async (alertName: string, transactionFilter: unknown) =>
    (
      await ask('POST', '/ext/v1/alert-configurations', {
        alertName,
        alertType: 'SONAR',
        transactionFilter,
        destinationIds,
      })
    ).alertId as string
  return {
    blocked: await alert('blocked', { validationEnforcementConfiguration: { alertOnBlocked: true }, rescreen: true }),
    warned: await alert('warned', { validationStatusConfiguration: { alertOnWarning: true } }),
  }
}

async function liveDay(day: number, { blocked, warned }: { readonly blocked: string; readonly warned: string }) {
  for (let hour = 0; hour < HOURS; hour++) {
    isNight = hour < 6
    if (hour === 0 && day % 2 === (isShort ? 0 : 1)) {
      const until = clock.now() + 5 * HOUR
      for (const id of [blocked, warned])
        await ask('PUT', `/ext/v1/alert-configurations/${id}/silence`, { until: new Date(until).toISOString() })
      silences.push({ from: clock.now(), until })
    }
    if (hour === 12) listed.push(address(0xbad0 + day + 1))
    if (hour === 7) {
      await serving.stop()
      serving = await start()
    }
    const isBurst = hour % 8 === 3
    for (let minute = 0; minute < 60; minute += 10) {
      await validate(hour + minute / 10, day)
      if (isBurst && minute === 0) for (let each = 0; each < BURST; each++) await validate(each % 2, day)
      await advance(10 * MINUTE, isBurst && minute === 0 ? MINUTE / 12 : 5 * MINUTE)
    }
  }
}

/** In turn: to a blocked address, an unlimited grant to an unknown spender, to what is or will be listed, a payment. */
async function validate(number: number, day: number): Promise<void> {
  const from = address(1 + Math.floor(random() * 1e6))
  const spender = address(2 ** 24 + Math.floor(random() * 1e6)).slice(2)
  const grant = { to: USDC, data: `0x095ea7b3${spender.padStart(64, '0')}${'f'.repeat(64)}` }
  const calls = [{ to: BLOCKED }, grant, { to: address(0xbad1 + day), value: '1' }, { to: address(2), value: '1' }]
  const transaction = { chainId: '1', from, ...calls[number % calls.length] }
  const { svcTxId, valid, combinedScore } = await ask('POST', '/api/v2/transaction/validate', {
    transaction,
    trackNonce: false,
  })
  if (!valid) fired.push({ svcTxId, verdict: 'BLOCKED', at: clock.now() })
  else if (combinedScore > 30) fired.push({ svcTxId, verdict: 'WARNING', at: clock.now() })
}

async function everyDelivery(): Promise<Delivery[]> {
  const all: Delivery[] = []
  for (let after = ''; ; ) {
    const page = await ask('GET', `/ext/v1/deliveries?size=1000${after}`)
    all.push(...page.content)
    if (page.next === undefined) return all
    after = `&after=${encodeURIComponent(page.next)}`
  }
}

/** Answers 200, and at night, or always, one of the faults that come back. */
async function startReceiver(isAlwaysDown = false) {
  const taken: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (isAlwaysDown || (isNight && random() < 0.7)) {
      if (random() < 0.5) return void request.destroy()
      return void response.writeHead(503).end()
    }
    taken.push(request.headers['webhook-id']?.toString() ?? body)
    response.end('ok')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    close: () => void server.close(),
  }
}

/** What became of each alert that had to be sent. */
function tell(deliveries: readonly Delivery[]): void {
  const states = Map.groupBy(deliveries, ({ destinationName, state }) => `${destinationName} ${state}`)
  report.table(
    ['destination and state', 'deliveries'],
    [...states].map(([name, { length }]) => [name, length] as const).sort(),
  )
  report.count('days', days)
  const byEvent = Map.groupBy(deliveries, ({ svcTxId, destinationName }) => `${svcTxId} ${destinationName}`)
  const digests = new Map(deliveries.map((each) => [each.id, each]))
  const unaccounted = fired.flatMap(({ svcTxId, verdict, at }) =>
    Object.keys(receivers).filter((name) => {
      const [own, ...others] = byEvent.get(`${svcTxId} ${name}`) ?? []
      if (!own || others.length > 0) return true
      const state = own.groupId === undefined ? own.state : (digests.get(own.groupId)?.state ?? 'PENDING')
      if (own.state === 'SILENCED')
        return verdict === 'BLOCKED' || !silences.some(({ from, until }) => from <= at && at < until)
      // A queue that fails is tried with its oldest: the others wait behind it.
      if (name === 'DOWN') return state !== 'FAILED' && state !== 'PENDING'
      return state !== 'SENT'
    }),
  )
  report.promise(
    `each of ${fired.length} alerts has one end at each destination`,
    unaccounted.length === 0 && fired.length > 0,
    `${unaccounted.length} have another`,
  )
  const sent = Map.groupBy(
    deliveries.filter(({ state }) => state === 'SENT'),
    ({ destinationName }) => destinationName,
  )
  const missed = (sent.get('WEBHOOK') ?? []).filter(({ eventId }) => !receivers.WEBHOOK.taken.includes(eventId))
  report.promise('the webhook took each sent message', missed.length === 0, `${missed.length} missed`)
  const foreign = receivers.WEBHOOK.taken.filter((id) => !sent.get('WEBHOOK')?.some(({ eventId }) => eventId === id))
  report.promise('and no other', foreign.length === 0, `${foreign.length} others`)
  const inChat = sent.get('SLACK')?.length ?? 0
  report.promise(
    'the chat took each sent message',
    receivers.SLACK.taken.length >= inChat,
    `${receivers.SLACK.taken.length} of ${inChat}`,
  )
  const rescreened = deliveries.filter(
    ({ kind, destinationName }) => kind === 'rescreen' && destinationName === 'SLACK',
  )
  report.promise(
    'each change of the list came as one message',
    rescreened.length === days,
    `${rescreened.length} of ${days}`,
  )
  const grouped = deliveries.filter(({ state }) => state === 'GROUPED').length
  report.promise(
    'bursts came as digests in the chat only',
    grouped > 0 && deliveries.every(({ state, channel }) => state !== 'GROUPED' || channel === 'SLACK'),
    `${grouped} grouped`,
  )
}
