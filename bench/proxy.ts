import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { signedTransfer } from '../test/support/proxy/transactions.ts'
import { type Figure, median, publish, rateText } from './figures/report.ts'
import { quantile, runLoad } from './serve/load.ts'
import { BIN } from './serve/servers.ts'

/**
 * What `txwarden proxy` adds to a request to a node on loopback: one after another, for requests that pass and for signed
 * transactions, whose sender is recovered and whose verdict is stored with its alerts (synchronous=FULL). Throughput
 * against a bare fastify proxy, in turns. With `--minutes N`: memory at 50 requests a second, a tenth of them signed
 * transactions. Needs `npm run build`.
 */
const { minutes, seconds } = parseArgs({
  options: {
    minutes: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
}).values
const ROUNDS = 5
const CONNECTIONS = 32
/** Signed before: signing takes as long as recovering. */
const SENDS = 150
const PER_SECOND = 50
const MEMORY_MS = 1000
const RECIPIENT = '0x9000000000000000000000000000000000000009'
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))

const READ = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [RECIPIENT, 'latest'] })
let nonce = 0n
function send(): string {
  nonce += 1n
  const { raw } = signedTransfer({ to: RECIPIENT, nonce, value: nonce })
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] })
}

interface Started {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const [url = ''] = /http:[^"\s]+/.exec(String(line)) ?? []
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Times of requests one after another (ms), in ascending order. */
async function times({ url }: Started, bodies: readonly string[]): Promise<number[]> {
  const pool = new Pool(url, { connections: 1 })
  const taken: number[] = []
  for (const body of bodies) {
    const sent = performance.now()
    const answer = await pool.request({
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const text = await answer.body.text()
    taken.push(performance.now() - sent)
    if (!text.includes('"result"')) throw new Error(`no result: ${text}`)
  }
  await pool.close()
  return taken.sort((a, b) => a - b)
}

function throughput({ url }: Started): Promise<{ readonly perSecond: number; readonly refused: number }> {
  return runLoad({ url, path: '/', headers: {}, bodies: [READ], connections: CONNECTIONS, ms: Number(seconds) * 1000 })
}

interface Latencies {
  readonly direct: readonly number[]
  readonly proxied: readonly number[]
}

/** Both get the same bodies in each round, so that the machine is as busy for both. */
async function latencies(bodies: () => readonly string[]): Promise<Latencies[]> {
  const rounds: Latencies[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent = bodies()
    rounds.push({ direct: await times(node, sent), proxied: await times(proxy, sent) })
  }
  return rounds
}

function addedFigures(name: string, rounds: readonly Latencies[], goals: readonly [number, number]): Figure[] {
  return ([0.5, 0.99] as const).map((q, at) => ({
    name: `added to ${name}, p${q * 100}`,
    measured: `${median(rounds.map(({ proxied }) => quantile(proxied, q))).toFixed(2)} ms through the proxy`,
    unit: 'ms',
    value: median(rounds.map(({ direct, proxied }) => quantile(proxied, q) - quantile(direct, q))),
    goal: { atMost: goals[at] ?? 0 },
  }))
}

/** Memory of the proxy (MB) at 50 requests a second. */
async function memory(): Promise<Figure[]> {
  const ms = Number(minutes) * 60_000
  if (ms === 0) return []
  const pool = new Pool(proxy.url, { connections: 16 })
  const samples: number[] = []
  const pending = new Set<Promise<unknown>>()
  const began = performance.now()
  let next = began
  for (let count = 0; performance.now() - began < ms; count += 1) {
    const body = count % 10 === 0 ? send() : READ
    const one: Promise<unknown> = pool
      .request({ method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body })
      .then((answer) => answer.body.text())
      .finally(() => pending.delete(one))
    pending.add(one)
    if (performance.now() > next) {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${proxy.pid}/status`, 'utf8')) ?? []
      samples.push(Number(kilobytes) / 1024)
      next += MEMORY_MS
    }
    await pause(Math.max(0, began + ((count + 1) * 1000) / PER_SECOND - performance.now()))
  }
  await Promise.all(pending)
  await pool.close()
  const part = Math.max(1, Math.floor(samples.length / 6))
  const [early, late] = [median(samples.slice(0, part)), median(samples.slice(-part))]
  return [
    {
      name: `memory, last sixth of ${minutes} min`,
      measured: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB`,
      against: 'the first sixth',
      value: late / early,
      goal: { atMost: 1.1 },
    },
  ]
}

const node = await start([join(import.meta.dirname, 'proxy/node-process.ts')])
const bare = await start([join(import.meta.dirname, 'proxy/bare-proxy.ts'), node.url])
const proxy = await start([BIN, 'proxy', '--port', '0', '--json', '--quiet'], {
  TXWARDEN_HOME: folder,
  TXWARDEN_UPSTREAM: node.url,
})
try {
  for (const each of [bare, proxy])
    await runLoad({ url: each.url, path: '/', headers: {}, bodies: [READ], connections: CONNECTIONS, ms: 2000 })
  await times(proxy, Array.from({ length: SENDS }, send))
  const rounds: { readonly ours: number; readonly ceiling: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ceiling, ours] = [await throughput(bare), await throughput(proxy)]
    if (ceiling.refused + ours.refused > 0) throw new Error('a request was refused')
    rounds.push({ ceiling: ceiling.perSecond, ours: ours.perSecond })
  }
  const reads = await latencies(() => Array.from({ length: 2000 }, () => READ))
  const sends = await latencies(() => Array.from({ length: SENDS }, send))
  publish({
    bench: 'proxy',
    how: `median of ${ROUNDS} rounds; times of one request after another, throughput of ${CONNECTIONS} connections for ${seconds} s`,
    figures: [
      ...addedFigures('a request that passes', reads, [1, 5]),
      ...addedFigures('a signed transaction', sends, [15, 60]),
      {
        name: 'passed requests',
        measured: `${rateText(median(rounds.map(({ ours }) => ours)))} of ${rateText(median(rounds.map(({ ceiling }) => ceiling)))}`,
        against: 'a bare fastify proxy',
        value: median(rounds.map(({ ours, ceiling }) => ours / ceiling)),
        goal: { atLeast: 0.6 },
      },
      ...(await memory()),
    ],
    notes: Number(minutes) === 0 ? ['memory was not measured: --minutes 60'] : [],
  })
} finally {
  await Promise.all([proxy, bare, node].map((each) => each.stop()))
  rmSync(folder, { recursive: true, force: true })
}
