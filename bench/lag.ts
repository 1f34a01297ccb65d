import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chains } from '../src/api/chains.ts'
import { FollowSite } from '../test/campaigns/support/follow-site.ts'
import type { ServeProcess } from '../test/campaigns/support/serve-process.ts'
import { chainShapes } from '../test/support/chain/generated-blocks.ts'
import { startNotificationReceiver } from '../test/support/chain/notified-receiver.ts'
import { type Figure, median, publish } from './figures/report.ts'
import type { Served } from './lag/chain-server.ts'
import { validationBodies } from './serve/bodies.ts'
import { quantile } from './serve/load.ts'

/**
 * A `serve` that follows all eight chains at the head, beside 50 validations a second: how late blocks are, how long one takes
 * from the last byte of the node to the committed alert, and memory. The nodes are one process that sends prebuilt bytes of
 * generated blocks at the chains' own times; each block pays a monitored address. `--minutes N`, default 2; memory counts over
 * an hour. Needs `npm run build`.
 */
const { minutes } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, json: { type: 'boolean' } },
}).values
const MEASURED_MS = Number(minutes) * 60_000
/** Code is compiled, and the chains are found. */
const WARM_UP_MS = 20_000
const VALIDATIONS_PER_SECOND = 50
const LOOK_MS = 5
const MEMORY_MS = 1000
const PAYEE = '0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c'
/** Monitored on each chain. */
const MONITORED = 50

const now = () => performance.timeOrigin + performance.now()

interface Started {
  readonly port: number
  readonly started: number
  readonly first: number
}

const nodes = fork(join(import.meta.dirname, 'lag/chain-server.ts'), [PAYEE], { execArgv: ['--import', 'tsx'] })
const [{ port, started, first }] = (await once(nodes, 'message')) as [Started]
const sent = new Map<string, number>()
let requests = 0
nodes.on('message', (message: { served: readonly Served[]; requests: number }) => {
  for (const { chainId, number, at } of message.served) sent.set(`${chainId} ${number}`, at)
  requests = message.requests
})

const variables = chains.map(({ id, name }) => [
  `TXWARDEN_CHAIN_${name.toUpperCase().replaceAll('-', '_')}_URL`,
  `http://127.0.0.1:${port}/${id}`,
])
await using receiver = await startNotificationReceiver()
await using site = await FollowSite.open({ nodes: Object.fromEntries(variables), follow: 'all' })
const server = await site.start()
site.servers.push(server)
const others = Array.from({ length: MONITORED - 1 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '9')}`)
for (const { id } of chains) await site.monitor(server, [PAYEE, ...others], id)
await site.tell(server, receiver)

interface Seen {
  readonly chainId: string
  readonly number: number
  readonly at: number
}

const seen: Seen[] = []
const memory: number[] = []
const latencies: number[] = []
let refused = 0

await pause(WARM_UP_MS)
const began = now()
const cpuBefore = cpuSeconds(server.pid)
const requestsBefore = requests
await Promise.all([look(), load(server), watchMemory(server.pid)])
const cpu = (cpuSeconds(server.pid) - cpuBefore) / (MEASURED_MS / 1000)
const requestRate = (requests - requestsBefore) / (MEASURED_MS / 1000)
await pause(1000)
nodes.disconnect()

const figures = [...lagFigures(), outboxFigure(), ...memoryFigures()]
latencies.sort((a, b) => a - b)
publish({
  bench: 'lag',
  how: `8 chains at their own times for ${minutes} min, each block with a payment to a monitored address; ${VALIDATIONS_PER_SECOND} validations a second beside`,
  figures,
  notes: [
    `validations: p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms, ${refused} refused`,
    `requests to nodes: ${requestRate.toFixed(0)} /s, most of them for the validations: these nodes run no code of ours, so each fact is a question`,
    `processor time of serve: ${(cpu * 100).toFixed(0)} % of one core`,
    `messages: ${receiver.notified.length}, bad ones ${receiver.faults.length}`,
  ],
})

/** Notes when blocks are committed: tip and alert events are one transaction. */
async function look(): Promise<void> {
  const database = new DatabaseSync(site.database, { readOnly: true })
  const tips = new Map<string, number>()
  const select = database.prepare('select chain_id as chainId, tip_number as tip from chain_heads')
  while (now() - began < MEASURED_MS) {
    const rows = select.all() as unknown as readonly { chainId: string; tip: number }[]
    const at = now()
    for (const { chainId, tip } of rows) {
      for (let number = (tips.get(chainId) ?? tip) + 1; number <= tip; number++) seen.push({ chainId, number, at })
      tips.set(chainId, tip)
    }
    await pause(LOOK_MS)
  }
  database.close()
}

/** A request every 20 ms, whether or not the last one was answered. */
async function load(to: ServeProcess): Promise<void> {
  const bodies = validationBodies(500).map((body) => JSON.parse(body).transaction)
  const pending = new Set<Promise<void>>()
  for (let count = 0; now() - began < MEASURED_MS; count++) {
    const at = performance.now()
    const one: Promise<void> = to
      .validate(bodies[count % bodies.length])
      .then(({ status }) => {
        latencies.push(performance.now() - at)
        if (status !== 200) refused++
      })
      .finally(() => pending.delete(one))
    pending.add(one)
    await pause(Math.max(0, began + ((count + 1) * 1000) / VALIDATIONS_PER_SECOND - now()))
  }
  await Promise.all(pending)
}

async function watchMemory(pid: number): Promise<void> {
  while (now() - began < MEASURED_MS) {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    memory.push(Number(kilobytes) / 1024)
    await pause(MEMORY_MS)
  }
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function lagFigures(): Figure[] {
  return chainShapes.map(({ chainId, blockMs }) => {
    const own = seen.filter((each) => each.chainId === chainId)
    const lags = own.map(({ number, at }) => at - (started + (number - first) * blockMs)).sort((a, b) => a - b)
    const name = chains.find(({ id }) => id === chainId)?.name ?? chainId
    const expected = Math.floor(MEASURED_MS / blockMs)
    return {
      name: `${name}: lag beyond one block, p99`,
      measured: `${own.length} of ${expected} blocks, p50 ${quantile(lags, 0.5).toFixed(0)} ms, p99 ${quantile(lags, 0.99).toFixed(0)} ms`,
      value: own.length < expected - 3 ? Number.POSITIVE_INFINITY : quantile(lags, 0.99) - blockMs,
      unit: 'ms',
      goal: { atMost: 1000 },
    }
  })
}

function outboxFigure(): Figure {
  const times = seen
    .flatMap(({ chainId, number, at }) => {
      const sentAt = sent.get(`${chainId} ${number}`)
      return sentAt === undefined ? [] : [at - sentAt]
    })
    .sort((a, b) => a - b)
  return {
    name: 'last byte of a block to the committed alert, p99',
    measured: `${times.length} blocks, p50 ${quantile(times, 0.5).toFixed(0)} ms`,
    value: quantile(times, 0.99),
    unit: 'ms',
    goal: { atMost: 50 },
  }
}

function memoryFigures(): Figure[] {
  const part = Math.max(1, Math.floor(memory.length / 6))
  const [early, late] = [median(memory.slice(0, part)), median(memory.slice(-part))]
  return [
    {
      name: 'memory, last sixth',
      measured: `${early.toFixed(0)} MB, then ${late.toFixed(0)} MB`,
      against: 'the first sixth',
      value: late / early,
      goal: { atMost: 1.1 },
    },
  ]
}
