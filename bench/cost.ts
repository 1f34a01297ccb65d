import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, median, publish } from './figures/report.ts'
import { runLoad } from './serve/load.ts'
import { mixedBodies } from './serve/mixed-bodies.ts'
import { type Running, startConstant, startDurable, startTxwarden } from './serve/servers.ts'

/**
 * Processor time of the main thread per durable validation over HTTP, as multiples of a Fastify server that stores one
 * row durably for each response. Bodies are all different. The servers take turns in one run; processor time of a
 * thread hardly depends on what else the machine does. `--against FOLDER`: a second build of txwarden (a checkout with
 * `dist`) takes turns too. Needs `npm run build`, and Linux. `--seconds N` a round, `--rounds N`, `--connections N`.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    against: { type: 'string' },
    json: { type: 'boolean' },
  },
})
const CONNECTIONS = Number(values.connections)
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const bodies = mixedBodies(20_000)
let at = 0

interface Cost {
  /** Main thread, ms per response. */
  readonly main: number
  /** All threads. */
  readonly all: number
  readonly perSecond: number
  readonly p99: number
  /** Responses without a validation, which cost less: on a busy machine `serve` refuses some. */
  readonly refused: number
}

/** Time on a processor (ns). */
function spent(pid: number, path: string): number {
  return Number(readFileSync(`/proc/${pid}/${path}`, 'utf8').split(' ')[0])
}

async function measure({ url, headers, process: child }: Running, ms: number): Promise<Cost> {
  const pid = child.pid as number
  const times = () => [spent(pid, `task/${pid}/schedstat`), spentByAll(pid)] as const
  const before = times()
  const started = performance.now()
  const turned = [...bodies.slice(at), ...bodies.slice(0, at)]
  const { perSecond, p99, refused } = await runLoad({ url, headers, bodies: turned, connections: CONNECTIONS, ms })
  const count = (perSecond * (performance.now() - started)) / 1000
  at = (at + Math.round(count)) % bodies.length
  const after = times()
  return {
    main: (after[0] - before[0]) / 1e6 / count,
    all: ((after[1] - before[1]) * 10) / count,
    perSecond,
    p99,
    refused,
  }
}

/** Ticks of 10 ms of all threads, also those that ended. */
function spentByAll(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function room(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

try {
  const ours = await startTxwarden(room('ours'))
  const other =
    values.against === undefined
      ? undefined
      : await startTxwarden(room('other'), { bin: join(resolve(values.against), 'bin/txwarden.js') })
  const answer = await (
    await fetch(`${ours.url}/api/v2/transaction/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...ours.headers },
      body: bodies[0] ?? '',
    })
  ).text()
  const servers = {
    constant: await startConstant(room('constant'), answer),
    durable: await startDurable(room('durable'), answer),
    ...(other && { other }),
    ours,
  }
  const names = Object.keys(servers) as (keyof typeof servers)[]
  const costs = new Map(names.map((name) => [name, [] as Cost[]]))
  for (let round = -1; round < Number(values.rounds); round++)
    for (const name of names) {
      const server = servers[name]
      if (!server) continue
      const cost = await measure(server, Number(values.seconds) * 1000)
      if (round >= 0) costs.get(name)?.push(cost)
    }
  await Promise.all(names.map((name) => servers[name]?.stop()))
  const of = (name: keyof typeof servers, pick: (cost: Cost) => number) => median((costs.get(name) ?? []).map(pick))
  const refusedBy = (name: keyof typeof servers) =>
    (costs.get(name) ?? []).reduce((sum, { refused }) => sum + refused, 0)
  const text = (name: keyof typeof servers) =>
    `main ${of(name, ({ main }) => main).toFixed(3)} ms, all ${of(name, ({ all }) => all).toFixed(3)} ms, ` +
    `${Math.round(of(name, ({ perSecond }) => perSecond))} /s, p99 ${of(name, ({ p99 }) => p99).toFixed(0)} ms` +
    (refusedBy(name) > 0 ? `, ${refusedBy(name)} refused: not comparable` : '')
  const over = (name: keyof typeof servers, base: keyof typeof servers) =>
    of(name, ({ main }) => main) / of(base, ({ main }) => main)
  const figures: Figure[] = [
    { name: 'constant Fastify', measured: text('constant') },
    { name: 'Fastify, one durable row', measured: text('durable') },
    ...(other
      ? [{ name: 'other build', measured: text('other'), against: 'the durable row', value: over('other', 'durable') }]
      : []),
    {
      name: 'txwarden serve',
      measured: text('ours'),
      against: 'the durable row',
      value: over('ours', 'durable'),
      goal: { atMost: 2.2 },
    },
    {
      name: 'validations a second',
      measured: `${Math.round(of('ours', ({ perSecond }) => perSecond))} /s`,
      against: 'constant Fastify',
      value: of('ours', ({ perSecond }) => perSecond) / of('constant', ({ perSecond }) => perSecond),
      goal: { atLeast: 0.25 },
    },
  ]
  publish({
    bench: 'cost',
    how: `processor time per validation, ${CONNECTIONS} connections, median of ${values.rounds} rounds of ${values.seconds} s`,
    figures,
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
