import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, median, publish, rateText } from './figures/report.ts'
import { type SyncTimes, syncTimes } from './figures/sync.ts'
import { validationBodies } from './serve/bodies.ts'
import { delayBesideImport } from './serve/import-beside.ts'
import { type Measured, runLoad } from './serve/load.ts'
import { startPrism } from './serve/prism.ts'
import { type Running, startConstant, startTxwarden } from './serve/servers.ts'

/**
 * Validations per second over HTTP, with the full engine and durable before the response (synchronous=FULL), compared with
 * a Fastify server that checks the same body and sends a constant response, and with Prism's mock server. The servers take
 * turns; 64 connections from this process, each with one request in progress. Then: the event loop delay while another
 * process imports a million rows. Needs `npm run build`. `--seconds N` a round.
 */
const CONNECTIONS = 64
const ROUNDS = 5
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 5
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const bodies = validationBodies(1_000)

function load({ url, headers }: Running, ms = seconds * 1000): Promise<Measured> {
  return runLoad({ url, headers, bodies, connections: CONNECTIONS, ms })
}

async function oneAnswer({ url, headers }: Running): Promise<string> {
  const response = await fetch(`${url}/api/v2/transaction/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: bodies[0] ?? '',
  })
  if (response.status !== 200) throw new Error(`the server answers ${response.status}: ${await response.text()}`)
  return response.text()
}

function room(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

interface Round {
  readonly ours: Measured
  readonly ceiling: Measured
  readonly peer: Measured | undefined
  readonly sync: SyncTimes
}

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const latency = (which: 'ours' | 'ceiling') =>
    `p50 ${of((round) => round[which].p50).toFixed(1)} ms, p99 ${of((round) => round[which].p99).toFixed(1)} ms`
  const refused = rounds.reduce((sum, { ours }) => sum + ours.refused, 0)
  if (refused > 0) throw new Error(`serve refused ${refused} requests`)
  const peer = rounds.every((round) => round.peer !== undefined)
  return [
    {
      name: 'a constant answer',
      measured: `${rateText(of(({ ceiling }) => ceiling.perSecond))}, ${latency('ceiling')}`,
    },
    {
      name: 'txwarden serve',
      measured: `${rateText(of(({ ours }) => ours.perSecond))}, ${latency('ours')}`,
      against: 'the constant answer',
      value: of(({ ours, ceiling }) => ours.perSecond / ceiling.perSecond),
      goal: { atLeast: 0.4 },
    },
    {
      name: 'p99 beyond the p99 of a sync',
      measured: '',
      unit: 'ms',
      value: of(({ ours, sync }) => ours.p99 - sync.p99),
      goal: { atMost: 50 },
    },
    ...(peer
      ? [
          {
            name: 'Prism’s mock server',
            measured: rateText(of((round) => round.peer?.perSecond ?? 0)),
            against: 'as many by serve',
            value: of((round) => round.ours.perSecond / (round.peer?.perSecond ?? 0)),
            goal: { atLeast: 4 },
          },
        ]
      : []),
  ]
}

try {
  const ours = await startTxwarden(room('ours'))
  const ceiling = await startConstant(room('constant'), await oneAnswer(ours))
  const peer = await startPrism(room('prism'), ours.headers)
  for (const each of [ceiling, peer]) if (each) await oneAnswer(each)
  for (const each of [ours, ceiling, peer]) if (each) await load(each, 2_000)
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      ceiling: await load(ceiling),
      ours: await load(ours),
      peer: peer && (await load(peer)),
      sync: syncTimes(folder),
    })
  await Promise.all([ours.stop(), ceiling.stop(), peer?.stop()])
  const delay = await delayBesideImport(room('import'), { bodies, connections: CONNECTIONS })

  publish({
    bench: 'serve',
    how: `${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${seconds} s, synchronous=FULL`,
    sync: { p50: median(rounds.map(({ sync }) => sync.p50)), p99: median(rounds.map(({ sync }) => sync.p99)) },
    figures: [
      ...figuresOf(rounds),
      {
        name: 'event loop delay beside an import, p99',
        measured: `${rateText(delay.perSecond)} meanwhile`,
        unit: 'ms',
        value: delay.p99,
        goal: { atMost: 30 },
      },
    ],
    notes: [
      `the import of 1,000,000 rows took ${delay.seconds.toFixed(1)} s; longest delay ${delay.longest.toFixed(0)} ms, ${delay.refused} refused`,
      ...(peer ? [] : ['Prism was left out: npm could not install it, its registry cannot be reached']),
    ],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
