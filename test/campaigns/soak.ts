import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startForkingChain } from '../support/chain/forking-chain.ts'
import { startNotificationReceiver } from '../support/chain/notified-receiver.ts'
import { address, BLOCKED, blockAddress, createAlert, createDestination } from './support/arrange.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { FollowSite } from './support/follow-site.ts'
import { LIVE_MEMORY_FILE, type LiveMemory } from './support/live-memory.ts'
import type { ServeProcess } from './support/serve-process.ts'
import { startVerifyingReceiver } from './support/verifying-receiver.ts'

/**
 * `serve --follow` under a steady rate: tsx test/campaigns/soak.ts [minutes] [seed] [--short]. Validations arrive on schedule, one in
 * twenty sends an alert; the chain has a block a second, with payments to two monitored addresses. Needs anvil. Measures memory, the log, file descriptors and latency over time. The growth is that of the live
 * memory, after collections; the limit is that of the resident memory, which the machine must have. Each run starts a new process, so
 * only a run of 60 minutes tells the growth of an hour. Does not build: `npm run build` first.
 */
const { count: minutes, seed, isShort } = campaignArguments({ usual: 60, short: 1 })
const RATE = 50
const SECONDS = isShort ? 20 : minutes * 60
/** The first part is not compared: caches and the heap fill. */
const WARM_UP_SECONDS = Math.min(600, SECONDS / 4)
const LIVE_MEMORY_MODULE = pathToFileURL(join(import.meta.dirname, 'support/live-memory.ts')).href
/** Paid in each block. */
const monitored = [address(0xa11ce), address(0xb0b)]
const LOG_LIMIT_MB = 64
/** Of the live memory after the warm-up, by the straight line through it, for at most an hour: a leak adds up. */
const GROWTH_LIMIT_MB = 8
/** Resident: with the heap of the thread that reads blocks. */
const MEMORY_LIMIT_MB = 500
/** Connections to the receiver come and go. */
const DESCRIPTORS_LIMIT = 64

interface Sample {
  /** Seconds since the start. */
  readonly at: number
  readonly rssMb: number
  readonly logMb: number
  readonly descriptors: number
}

const random = randomFrom(seed)
const folder = mkdtempSync(join(tmpdir(), 'txwarden-soak-'))
const liveMemory = join(folder, 'live-memory')
writeFileSync(liveMemory, '')
const report = new Report('soak')
const receiver = await startVerifyingReceiver()
const payees = await startNotificationReceiver()
const chain = await startForkingChain()
const site = await FollowSite.open({ nodes: { TXWARDEN_CHAIN_ETHEREUM_URL: chain.url }, follow: 'ethereum' })
const payments: string[] = []
const latencies: { at: number; ms: number }[] = []
const due: string[] = []
const samples: Sample[] = []
let refused = 0
let startedAt = 0
try {
  const server = await site.start({
    [LIVE_MEMORY_FILE]: liveMemory,
    NODE_OPTIONS: `--import=${LIVE_MEMORY_MODULE}`,
  })
  await blockAddress(server)
  await site.monitor(server, monitored)
  await site.tell(server, payees)
  const destinationId = await createDestination(server, {
    channel: 'WEBHOOK',
    webhookUrl: `${receiver.origin}/soak`,
    attributes: { token: receiver.secret },
  })
  const alertId = await createAlert(server, [destinationId])
  const load = new AbortController()
  const blocks = makeBlocks(load.signal)
  await validateAll(server)
  load.abort()
  await blocks
  await drain(server)
  tell(alertId)
  await server.end('SIGTERM')
} finally {
  await site[Symbol.asyncDispose]()
  await chain[Symbol.asyncDispose]()
  await Promise.all([receiver.close(), payees.close()])
  rmSync(folder, { recursive: true, force: true })
}
report.end()

/** A block a second, each with a payment to both monitored addresses. */
async function makeBlocks(signal: AbortSignal): Promise<void> {
  const [payer] = chain.accounts
  await chain.rpc('anvil_impersonateAccount', payer?.address)
  while (!signal.aborted) {
    const second = new Promise((resolve) => setTimeout(resolve, 1000))
    for (const to of monitored)
      payments.push(String(await chain.rpc('eth_sendTransaction', { from: payer?.address, to, value: '0x1' })))
    await chain.mine()
    await second
  }
}

/** Open loop: a slow answer does not delay the next request. */
async function validateAll(server: ServeProcess): Promise<void> {
  const started = performance.now()
  startedAt = Date.now()
  const pending = new Set<Promise<void>>()
  for (let number = 0; number < RATE * SECONDS; number++) {
    const dueAt = started + (number * 1000) / RATE
    const wait = dueAt - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    if (number % RATE === 0) samples.push(sample(server.pid, (performance.now() - started) / 1000))
    const one = validate(server, number, started).finally(() => pending.delete(one))
    pending.add(one)
  }
  await Promise.all(pending)
}

async function validate(server: ServeProcess, number: number, started: number): Promise<void> {
  const isBlocked = number % 20 === 0
  const began = performance.now()
  const { status, body } = await server.validate({
    chainId: '1',
    from: address(Math.floor(random() * 1e6)),
    to: isBlocked ? BLOCKED : address(2),
  })
  latencies.push({ at: (began - started) / 1000, ms: performance.now() - began })
  if (status !== 200) refused++
  else if (isBlocked) due.push(body.svcTxId)
}

async function drain(server: ServeProcess): Promise<void> {
  const started = performance.now()
  while (performance.now() - started < 120_000) {
    if (unreportedPayments().length === 0 && (await site.hasDelivered(server))) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function sample(pid: number, at: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    at,
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    logMb: (statSync(`${site.database}-wal`, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  }
}

function unreportedPayments(): string[] {
  return payments.filter((hash) => payees.about(hash.toLowerCase()).length === 0)
}

/** Live memory after each full collection since the warm-up (s since the start). */
function liveSamples(): { readonly at: number; readonly liveMb: number }[] {
  return readFileSync(liveMemory, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LiveMemory)
    .map(({ at, liveMb }) => ({ at: (at - startedAt) / 1000, liveMb }))
    .filter(({ at }) => at >= WARM_UP_SECONDS && at < SECONDS)
}

/** Slope of a least-squares line (MB an hour); 0 for a single point. */
function growthOf(points: readonly { readonly at: number; readonly liveMb: number }[]): number {
  const mean = (of: (point: { readonly at: number; readonly liveMb: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [at, live] = [mean((point) => point.at), mean((point) => point.liveMb)]
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0)
  const slope = points.reduce((sum, point) => sum + (point.at - at) * (point.liveMb - live), 0) / spread
  return spread > 0 ? slope * 3600 : 0
}

function p99Of(from: number, until: number): number {
  const part = latencies.filter(({ at }) => at >= from && at < until).map(({ ms }) => ms)
  return part.sort((a, b) => a - b)[Math.floor(part.length * 0.99)] ?? 0
}

function tell(alertId: string): void {
  const steady = samples.filter(({ at }) => at >= WARM_UP_SECONDS)
  const third = (SECONDS - WARM_UP_SECONDS) / 3
  const largest = (of: (point: Sample) => number) => Math.max(...samples.map(of))
  const live = liveSamples()
  const growth = growthOf(live)
  const unreported = due.filter((svcTxId) => receiver.arrivalsOf(alertId, svcTxId) === 0)
  report.count('minutes', isShort ? 0 : minutes)
  report.table(
    ['what', 'how much'],
    [
      ['validations', latencies.length],
      ['alerts', due.length],
      ['payments in followed blocks', payments.length],
      ['memory at the end (MB)', Math.round(samples.at(-1)?.rssMb ?? 0)],
      ['most memory (MB)', Math.round(largest(({ rssMb }) => rssMb))],
      ['full collections of the heap', live.length],
      ['live memory at the end (MB)', Math.round(live.at(-1)?.liveMb ?? 0)],
      ['growth of live memory (MB an hour)', Math.round(growth * 10) / 10],
      ['largest log (MB)', Math.round(largest(({ logMb }) => logMb))],
      ['most descriptors', largest(({ descriptors }) => descriptors)],
      ['p99 in the first third (ms)', Math.round(p99Of(WARM_UP_SECONDS, WARM_UP_SECONDS + third))],
      ['p99 in the last third (ms)', Math.round(p99Of(SECONDS - third, SECONDS))],
    ],
  )
  report.promise('every request is answered with 200', refused === 0, `${refused} were not`)
  report.promise('every alert arrives', unreported.length === 0, `${unreported.length} did not`)
  const unseen = unreportedPayments()
  report.promise('every payment to a monitored address is reported', unseen.length === 0, `${unseen.length} were not`)
  const faults = [...receiver.faults(), ...payees.faults]
  report.promise('the receivers find no fault', faults.length === 0, faults.slice(0, 3).join('; '))
  report.promise(`the log stays below ${LOG_LIMIT_MB} MB`, largest(({ logMb }) => logMb) <= LOG_LIMIT_MB)
  const opened = largest(({ descriptors }) => descriptors) - (steady[0]?.descriptors ?? 0)
  report.promise('descriptors are given back', opened <= DESCRIPTORS_LIMIT, `${opened} more than at the start`)
  const most = largest(({ rssMb }) => rssMb)
  report.promise(`memory stays below ${MEMORY_LIMIT_MB} MB`, most <= MEMORY_LIMIT_MB, `${Math.round(most)} MB`)
  // Seconds show the collector, not a leak; latency of a busy machine shows the machine: it is printed only.
  const hours = (SECONDS - WARM_UP_SECONDS) / 3600
  const grown = growth * Math.min(1, hours)
  if (!isShort)
    report.promise(
      `live memory grows by at most ${GROWTH_LIMIT_MB} MB`,
      grown <= GROWTH_LIMIT_MB,
      `${grown.toFixed(1)} MB in ${Math.round(hours * 60)} minutes`,
    )
}
