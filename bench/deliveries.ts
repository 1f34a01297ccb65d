import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'undici'
import type { EventContent } from '../src/service/alerts/delivery/messages/event-content.ts'
import { enqueueFanOut } from '../src/service/alerts/delivery/plan-deliveries.ts'
import { aboutValidation } from '../src/service/alerts/matching/enqueue-alerts.ts'
import { openService, type Service } from '../src/service/index.ts'
import { createIds } from '../src/service/runtime/ids.ts'
import { findAlert } from '../src/service/store/repositories/alerts.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import type { Arrivals } from './deliveries/receiver.ts'
import { median, publish, rateText } from './figures/report.ts'
import { syncTimes } from './figures/sync.ts'

/**
 * Deliveries per second to one webhook on loopback, whose receiver is another process: from the outbox, signed, each
 * attempt recorded with synchronous=FULL; and to one that answers after 5 ms. The ceiling posts the same bodies to the
 * same receiver with undici alone, one after the other and pipelined. They take turns. `--deliveries N` a round.
 */
const ROUNDS = 5
const count = Number(process.argv[process.argv.indexOf('--deliveries') + 1]) || 3_000
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const receiver = spawn(process.execPath, [join(import.meta.dirname, 'deliveries/receiver.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})

interface Measured {
  readonly perSecond: number
  /** Processor time of this process (µs). */
  readonly processor: number
}

/** @param work ends when `count` requests are answered */
async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const before = process.cpuUsage()
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  return { perSecond: count / seconds, processor: (user + system) / count }
}

function contentOf(number: number): EventContent {
  const address = (last: number) => `0x7E57${String(last).padStart(36, '0')}`
  return {
    alert: { id: 'bench', name: 'unsafe', type: 'SONAR' },
    transaction: { svcTxId: `tx-${number}`, chainId: '1', from: address(1), to: address(number), value: '7' },
    result: {
      valid: false,
      status: 'UNSAFE',
      verdict: 'BLOCKED',
      enforcement: 'BLOCKED',
      combinedScore: 90,
      category: 'fraud',
      subCategory: 'financialScamInteraction',
      subCategoryDescription: 'Interaction with a financial scam',
      hops: 0,
      coverage: 'partial',
      actions: [`pays 7 wei to ${address(number)} (listed as a threat)`],
      error: `Score 90 reaches the block threshold of 70: The recipient ${address(number)} is listed.`,
      reasons: [{ text: 'is listed', subject: address(number), role: 'recipient', points: 90, source: 'a feed' }],
      totalLossUsd: 2000,
    },
  }
}

async function send(service: Service, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', path, query: '', headers, body: JSON.stringify(body) }
  const answer = await service.handle(request, { kind: 'in-process' })
  if (answer.status !== 200) throw new Error(answer.body)
  return JSON.parse(answer.body)
}

async function alertTo(service: Service, name: string, webhookUrl: URL): Promise<string> {
  const base = '/api/v2/management/alert-configurations'
  const { id } = await send(service, `${base}/destinations`, { name, channel: 'WEBHOOK', webhookUrl: webhookUrl.href })
  const { alertId } = await send(service, base, { alertName: name, alertType: 'SONAR', destinationIds: [id] })
  return String(alertId)
}

const newId = createIds(systemClock, (length) => crypto.getRandomValues(new Uint8Array(length)))

async function enqueue({ store, deadlines }: Service, alertId: string, round: string): Promise<void> {
  await store.write(async (db) => {
    const alert = await findAlert(db, alertId)
    if (!alert) throw new Error(`no alert ${alertId}`)
    const now = deadlines.now()
    for (let number = 0; number < count; number++) {
      const about = aboutValidation(`${round}-${number}`)
      const fanOut = { about, content: contentOf(number), alerts: [alert], matchedAt: now }
      await enqueueFanOut(db, fanOut, { now, newId })
    }
  })
}

async function bare(url: URL, pipelining: number): Promise<void> {
  const client = new Client(url.origin, { pipelining })
  let next = 0
  const sendNext = async () => {
    while (next < count) {
      const number = next++
      const headers = { 'content-type': 'application/json', 'webhook-id': newId() }
      const body = JSON.stringify({ version: 1, type: 'alert.triggered', data: contentOf(number) })
      const answer = await client.request({
        path: url.pathname,
        method: 'POST',
        headers,
        body,
        idempotent: true,
        blocking: false,
      })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: pipelining }, sendNext))
  await client.close()
}

async function arrivals(url: URL): Promise<Arrivals> {
  return (await (await fetch(url)).json()) as Arrivals
}

try {
  const [line] = (await once(receiver.stdout, 'data')) as [Buffer]
  const near = new URL(String(line).trim())
  const far = new URL('/far', near)
  const service = await openService({
    database: join(folder, 'local.db'),
    keyFolder: folder,
    env: { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' },
    clock: systemClock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: (error) => process.stderr.write(`${error}\n`),
  })
  const alerts = { near: await alertTo(service, 'near', near), far: await alertTo(service, 'far', far) }
  const deliveries = await service.deliveries()
  const rounds: Record<'near' | 'far' | 'serial' | 'pipelined' | 'farPipelined', Measured>[] = []
  let total: Arrivals = { taken: 0, disordered: 0, repeated: 0 }
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = async (to: 'near' | 'far') => {
      await enqueue(service, alerts[to], `${to}-${round}`)
      await arrivals(near)
      const result = await measured(() => deliveries.sendDue({}))
      const { taken, disordered, repeated } = await arrivals(near)
      total = {
        taken: total.taken + taken,
        disordered: total.disordered + disordered,
        repeated: total.repeated + repeated,
      }
      return result
    }
    const results = {
      serial: await measured(() => bare(near, 1)),
      near: await ours('near'),
      pipelined: await measured(() => bare(near, 64)),
      farPipelined: await measured(() => bare(far, 64)),
      far: await ours('far'),
    }
    // The first warms up.
    if (round > 0) rounds.push(results)
  }
  const sync = syncTimes(folder)
  await service.close()
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  const textOf = (which: keyof (typeof rounds)[number]) =>
    `${rateText(of((round) => round[which].perSecond))}, ${of((round) => round[which].processor).toFixed(0)} µs of processor each`
  publish({
    bench: 'deliveries',
    how: `to one webhook, median of ${ROUNDS} rounds of ${count}, synchronous=FULL`,
    sync: { p50: sync.p50, p99: sync.p99 },
    figures: [
      { name: 'undici alone, one after the other', measured: textOf('serial') },
      { name: 'undici alone, pipelined', measured: textOf('pipelined') },
      {
        name: 'txwarden',
        measured: textOf('near'),
        unit: '/s',
        value: of(({ near }) => near.perSecond),
        goal: { atLeast: 1_000 },
      },
      {
        name: 'of undici, one after the other',
        measured: '',
        value: of(({ near, serial }) => near.perSecond / serial.perSecond),
      },
      { name: 'undici alone, pipelined, 5 ms away', measured: textOf('farPipelined') },
      {
        name: 'txwarden, 5 ms away',
        measured: textOf('far'),
        unit: '/s',
        value: of(({ far }) => far.perSecond),
        goal: { atLeast: 1_000 },
      },
      {
        name: 'of undici, pipelined, 5 ms away',
        measured: '',
        value: of(({ far, farPipelined }) => far.perSecond / farPipelined.perSecond),
      },
    ],
    notes: [`${total.taken} arrived, ${total.disordered} out of order, ${total.repeated} twice`],
  })
} finally {
  receiver.kill()
  rmSync(folder, { recursive: true, force: true })
}
