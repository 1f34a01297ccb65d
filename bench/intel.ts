import { once } from 'node:events'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { lookUpIntel } from '../src/service/intel/look-up.ts'
import { createReads } from '../src/service/records/reads/reads.ts'
import { openService, type Service } from '../src/service/service.ts'
import { intelOn } from '../src/service/store/repositories/intel.ts'
import { systemClock } from '../src/shared/time/clock.ts'

/**
 * How long an import takes and holds the write lock, and what an address check costs afterwards, by the number of entries. Held constant: one
 * source of our own format, addresses spread evenly, one in ten of them a fact that lookalikes are compared with; warm
 * file cache. `npx tsx bench/intel.ts 10000000` also goes to ten million (some 2 GB in the temporary folder).
 */
const SIZES = [1_000, 10_000, 100_000, 1_000_000]
const GOAL_US = 20
const GOAL_RATIO = 1.3
const CHECKS = 20_000
const VALIDATIONS = 2_000
const WARM_UPS = 500
const CHAIN = '1'

const largest = Number(process.argv[2] ?? SIZES.at(-1))
const sizes = [...new Set([...SIZES, largest])].filter((size) => size <= largest)

/** The address of a number: 20 bytes that look random and are the same on every run (splitmix32). */
function addressOf(index: number): string {
  let state = (index + 1) >>> 0
  let digits = ''
  for (let word = 0; word < 5; word++) {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (index * 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    digits += ((mixed ^ (mixed >>> 15)) >>> 0).toString(16).padStart(8, '0')
  }
  return `0x${digits}`
}

/** Rows of our own format, a few thousand a piece. */
async function* rows(count: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('address,kind,chainIds,subCategory,severity,label\n')
  for (let first = 0; first < count; first += 5000) {
    const lines: string[] = []
    for (let index = first; index < Math.min(count, first + 5000); index++)
      lines.push(
        index % 10 === 0
          ? `${addressOf(index)},protocol,1,,,Protocol ${index}`
          : `${addressOf(index)},malicious,,maliciousInteraction,90,Fake_Phishing${index}`,
      )
    yield Buffer.from(`${lines.join('\n')}\n`)
  }
}

async function measure<T>(
  given: readonly T[],
  work: (each: T) => Promise<unknown>,
): Promise<ReturnType<typeof percentiles>> {
  for (const each of given.slice(0, WARM_UPS)) await work(each)
  const times: number[] = []
  for (const each of given) {
    const start = process.hrtime.bigint()
    await work(each)
    times.push(Number(process.hrtime.bigint() - start) / 1000)
  }
  return percentiles(times)
}

function percentiles(values: number[]): { p50: number; p90: number; p99: number } {
  values.sort((a, b) => a - b)
  const at = (part: number) => values[Math.floor(values.length * part)] ?? 0
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) }
}

/** How long others have the write lock while `work` goes on, as another thread sees it (ms). */
async function watchingLock(database: string, work: () => Promise<unknown>): Promise<ReturnType<typeof percentiles>> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const probe = new Worker(new URL('lock-probe.ts', import.meta.url), { workerData: { database, stop } })
  await once(probe, 'online')
  await work()
  Atomics.store(stop, 0, 1)
  Atomics.notify(stop, 0)
  const [held] = (await once(probe, 'message')) as [number[]]
  return percentiles(held)
}

/** What it takes to get a few pages onto this disk (ms). */
function measureSync(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const times = Array.from({ length: 100 }, () => {
    writeSync(file, Buffer.alloc(32_768))
    const start = performance.now()
    fsyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  return percentiles(times).p50
}

/** Spread over the whole range, so that no page is always at hand. */
function pick(index: number, size: number): number {
  return Math.floor(((index * 0.6180339887498949) % 1) * size)
}

async function benchOne(size: number): Promise<{ known: number; unknown: number; validation: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
  try {
    const service = await openBenchService(join(folder, 'local.db'))
    const intel = await service.intel()
    const started = performance.now()
    let rss = 0
    const sync = measureSync(folder)
    const held = await watchingLock(join(folder, 'local.db'), () =>
      intel.import(
        { format: 'addresses', from: { stream: rows(size), name: 'bench' } },
        { onProgress: () => (rss = Math.max(rss, process.memoryUsage().rss)) },
      ),
    )
    const seconds = (performance.now() - started) / 1000
    const db = service.store.read
    const strangers = Array.from({ length: CHECKS * 3 }, (_, index) => addressOf(2 ** 31 + index))
    const listed = Array.from({ length: CHECKS }, (_, index) => addressOf(pick(index, size)))
    const known = await measure(listed, (address) => intelOn(db, [address]))
    const unknown = await measure(strangers.slice(0, CHECKS), (address) => intelOn(db, [address]))
    const four = listed.map((address, index) => [address, ...strangers.slice(index * 3, index * 3 + 3)])
    const transaction = await measure(four, (addresses) => lookUpIntel(createReads(db), addresses, CHAIN))
    const validation = await measure(four.slice(0, VALIDATIONS), (addresses) => validate(service, addresses))
    await service.close()
    const megabytes = statSync(join(folder, 'local.db')).size / 1e6
    const memory = rss === 0 ? '' : `, at most ${(rss / 1e6).toFixed(0)} MB of memory`
    process.stdout.write(
      [
        `${size.toLocaleString('en')} entries: imported in ${seconds.toFixed(1)} s${memory}, ${megabytes.toFixed(0)} MB on disk`,
        `  ${'write lock held at a time'.padEnd(40)} p50 ${held.p50.toFixed(1)} ms  p90 ${held.p90.toFixed(1)} ms  p99 ${held.p99.toFixed(1)} ms, a sync of the disk ${sync.toFixed(1)} ms`,
        ...Object.entries({
          'check of a known address': known,
          'check of an unknown one': unknown,
          'evidence of a transaction, 4 addresses': transaction,
          'a whole validation, stored': validation,
        }).map(([name, { p50, p99 }]) => `  ${name.padEnd(40)} p50 ${p50.toFixed(1)} µs  p99 ${p99.toFixed(1)} µs`),
        '',
      ].join('\n'),
    )
    return { known: known.p50, unknown: unknown.p50, validation: validation.p50 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A transfer of a token from a stranger to a listed address. */
async function validate(service: Service, [listed = '', from = '', to = '']: readonly string[]): Promise<void> {
  const data = `0xa9059cbb${listed.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
  const { status, body } = await service.handle(
    {
      method: 'POST',
      path: '/api/v2/transaction/validate',
      query: '',
      headers: { 'x-validation-product': 'SONAR', 'content-type': 'application/json' },
      body: JSON.stringify({ transaction: { chainId: CHAIN, from, to, data, value: '0' }, trackNonce: false }),
    },
    { kind: 'in-process' },
  )
  if (status !== 200) throw new Error(body)
}

function openBenchService(database: string): Promise<Service> {
  return openService({
    database,
    env: {},
    clock: systemClock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: (error) => {
      throw error
    },
  })
}

process.stdout.write(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`)
const results = new Map<number, Awaited<ReturnType<typeof benchOne>>>()
for (const size of sizes) results.set(size, await benchOne(size))
const first = results.get(sizes[0] ?? 0)
const last = results.get(sizes.at(-1) ?? 0)
if (first && last) {
  const slowest = Math.max(last.known, last.unknown)
  process.stdout.write(
    [
      `an address check at ${sizes.at(-1)?.toLocaleString('en')}: ${slowest.toFixed(1)} µs p50, goal < ${GOAL_US}: ${slowest < GOAL_US ? 'reached' : 'missed'}`,
      ...(['validation', 'known', 'unknown'] as const).map((what) => {
        const ratio = last[what] / first[what]
        return `${what} against ${sizes[0]?.toLocaleString('en')}: ${ratio.toFixed(2)} ×, goal ≤ ${GOAL_RATIO}: ${ratio <= GOAL_RATIO ? 'reached' : 'missed'}`
      }),
      '',
    ].join('\n'),
  )
}
