import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PATIENCE_MS } from '../support/patience.ts'
import { address, BLOCKED, blockAddress, createAlert, createDestination } from './support/arrange.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { createKeys, ServeProcess } from './support/serve-process.ts'

/**
 * A `serve` whose wall clock is set while a retry waits, and while it is stopped: tsx test/campaigns/clock.ts [steps] [seed]
 * [--short]. libfaketime (Debian: faketime) gives the process another wall time and leaves its running time. Does not
 * build: `npm run build` first.
 */
const { count, seed } = campaignArguments({ usual: 36, short: 3 })
const HOUR = 3600
const YEAR = 365 * 24 * HOUR
const now = Math.floor(Date.now() / 1000)
/** Name and offset from the real time (s). */
const clocks: readonly (readonly [string, number])[] = [
  ['1 h back', -HOUR],
  ['1 h forward', HOUR],
  ['1 day back', -24 * HOUR],
  ['1 day forward', 24 * HOUR],
  ['10 years back', -10 * YEAR],
  ['10 years forward', 10 * YEAR],
  ['1969', -now - 24 * HOUR],
  ['2038', Date.UTC(2038, 0, 19, 3, 14, 0) / 1000 - now],
  ['2106', Date.UTC(2106, 1, 7, 6, 28, 0) / 1000 - now],
]
/** The first delay of a webhook is 5 s ± 20 %, the second 5 min; a poll of the outbox and a busy machine add to it (s). */
const SHORTEST = 4
const LONGEST = 40
/** An alert before the clock is set arrives within a second of a quiet machine (s). */
const QUIET = 5
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
if (library === undefined) throw new Error('libfaketime is missing: apt-get install faketime')
const work = mkdtempSync(join(tmpdir(), 'txwarden-clock-'))
const offsetFile = join(work, 'offset')
const setClock = (offset: number) => writeFileSync(offsetFile, `${offset < 0 ? '-' : '+'}${Math.abs(offset)}\n`)
const report = new Report('clock')
const random = randomFrom(seed)
const failing = await startReceiver(500)
const working = await startReceiver(200)
const rows: (string | number)[][] = []
setClock(0)
const env = {
  TXWARDEN_HOME: work,
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: offsetFile,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
}
const start = () => ServeProcess.start(['--allow-destination', '127.0.0.1', '--rate-limit', '600/min'], { env, keys })
const keys = createKeys(env)
let server = await start()
try {
  await blockAddress(server)
  await server.must('POST', '/api/v2/management/control-lists', {
    address: address(2),
    type: 'ALLOW',
    productType: 'SONAR',
  })
  for (const { origin } of [failing, working])
    await createAlert(server, [await createDestination(server, webhook(origin))], origin)
  let offset = 0
  for (let step = 0; step < count; step++) {
    const [name, target] = clocks[(step + Math.floor(random() * clocks.length)) % clocks.length] as [string, number]
    // Every second step leads back to the right time.
    const to = step % 4 === 3 ? 0 : target
    await tryStep(step % 2 === 1, step % 4 === 3 ? 'corrected' : name, offset, to)
    offset = to
  }
  report.table(['clock', 'while', 'retry after (s)', 'tries', 'new alert after (s)', 'validation', 'signed'], rows)
  const { content } = await server.must('GET', '/ext/v1/audit?size=100')
  const times = content.map(({ at }: { at: string }) => at)
  const odd = times.filter((at: string) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(at))
  report.promise(
    'every audit record has a valid time',
    odd.length === 0 && times.length > 0,
    odd.slice(0, 3).join(', '),
  )
  const { totalElements } = await server.must('GET', '/ext/v1/deliveries?state=PENDING&size=1')
  report.promise('no delivery waits any more', totalElements === 0, `${totalElements} wait`)
  report.count('clock steps', count)
} finally {
  await server.end('SIGTERM')
  for (const receiver of [failing, working]) receiver.close()
  rmSync(work, { recursive: true, force: true })
}
report.end()

function webhook(origin: string) {
  return { channel: 'WEBHOOK', name: origin, webhookUrl: origin, attributes: { token: SECRET } } as const
}

/** Sets the clock between the first try of an alert and its retry. */
async function tryStep(isRestart: boolean, name: string, from: number, to: number): Promise<void> {
  const label = `${name}${isRestart ? ', restarted' : ''}`
  const began = performance.now()
  const before = await validateBlocked()
  await until(() => failing.triesOf(before).length === 1 && working.triesOf(before).length === 1)
  const arrived = (performance.now() - began) / 1000
  const busy = arrived > QUIET ? `an alert before it took ${arrived.toFixed(1)} s` : ''
  await untilRecorded(before)
  if (isRestart) await server.end(random() < 0.5 ? 'SIGKILL' : 'SIGTERM')
  setClock(to)
  if (isRestart) server = await start()
  const asked = performance.now()
  const after = await validateBlocked()
  const good = await server.ask('POST', '/api/v2/transaction/validate', {
    transaction: { chainId: '1', from: address(1), to: address(2) },
    trackNonce: true,
    signTransaction: true,
  })
  await until(() => failing.triesOf(before).length === 2 && working.triesOf(after).length === 1)
  const [first = 0, second = 0] = failing.triesOf(before)
  const [notified = 0] = working.triesOf(after)
  const waited = (second - first) / 1000
  const delay = (notified - asked) / 1000
  await until(() => failing.triesOf(after).length === 2)
  const tries = failing.triesOf(before).length
  const expires = expiryOf(good.body?.payload)
  const wall = Math.max(0, Math.floor(Date.now() / 1000) + to)
  const isSigned = expires !== undefined && expires > wall - 60 && expires < wall + 24 * HOUR
  rows.push([
    name,
    isRestart ? 'stopped' : 'running',
    waited.toFixed(1),
    tries,
    delay.toFixed(1),
    good.status,
    `${isSigned}`,
  ])
  // A stop and a start take their own time; after one, a clock that is ahead ends every delay.
  const longest = LONGEST + (isRestart ? LONGEST : 0)
  const shortest = isRestart && to > from ? 0 : SHORTEST
  const retried = `${waited.toFixed(1)} s, ${tries} tries`
  report.promise(`${label}: the retry comes after its delay, once`, waited >= shortest && tries === 2, retried)
  report.promise(`${label}: the retry comes within ${longest} s`, waited <= longest, retried, busy)
  report.promise(`${label}: a new alert arrives at once`, delay < LONGEST, `${delay.toFixed(1)} s`, busy)
  report.promise(
    `${label}: no key is locked out, and signing works`,
    good.status === 200 && isSigned,
    `${good.status}, ${expires}`,
  )
}

async function validateBlocked(): Promise<string> {
  const { status, body } = await server.validate({ chainId: '1', from: address(3), to: BLOCKED })
  if (status !== 200) throw new Error(`a validation was answered with ${status}: ${JSON.stringify(body)}`)
  return body.svcTxId
}

/** The first word of the signed payload (s since 1970). */
function expiryOf(payload: unknown): number | undefined {
  return typeof payload === 'string' && /^0x[0-9a-f]{384}$/i.test(payload)
    ? Number(BigInt(payload.slice(0, 66)))
    : undefined
}

/** A try that is not recorded when a process is killed is made again. */
async function untilRecorded(svcTxId: string): Promise<void> {
  const path = `/ext/v1/deliveries?svcTxId=${svcTxId}`
  const isRecorded = async () =>
    (await server.must('GET', path)).content.every(({ attempts }: { attempts: number }) => attempts === 1)
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isRecorded()) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!condition()) {
    if (performance.now() > deadline) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Answers the first try of every alert with a status, and later ones with 200. */
async function startReceiver(status: number) {
  const tries = new Map<string, number[]>()
  const receiver = createServer(async (request, response) => {
    const { data } = JSON.parse((await buffer(request)).toString('utf8'))
    const id: string = data.transaction.svcTxId
    const times = tries.get(id) ?? []
    tries.set(id, [...times, performance.now()])
    response.writeHead(times.length === 0 ? status : 200).end()
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    triesOf: (svcTxId: string) => tries.get(svcTxId) ?? [],
    close: () => void receiver.close(),
  }
}
