import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SILENT_NAME_SERVER, startFault, startSilentNameServer } from '../support/misbehaving.ts'
import { httpFaults } from '../support/misbehaving-http.ts'
import { smtpFaults, startSmtpFault } from '../support/misbehaving-smtp.ts'
import { campaignArguments, Report } from './support/campaign.ts'
import { type Cell, CHANNELS, measureFault, type Result, type Setting, TEMPLATE } from './support/measure-fault.ts'
import { enterNamespace } from './support/namespace.ts'
import { createKeys } from './support/serve-process.ts'

/**
 * Faulty receivers beside good ones: tsx test/campaigns/receiver-faults.ts [faults] [--short]. For each fault, a separate
 * `serve` sends the same alerts to five faulty destinations (one of httpFaults over HTTP, one of smtpFaults over SMTP) and
 * to good ones. Measures the time from validation to delivery at the good ones. Does not build: `npm run build` first.
 */
enterNamespace({
  network: true,
  setUp: `ip link set lo up && f=$(mktemp) && echo "nameserver ${SILENT_NAME_SERVER}" >$f && mount --bind $f /etc/resolv.conf && rm $f`,
})

const most = Math.max(httpFaults.length, smtpFaults.length)
const { count, isShort } = campaignArguments({ usual: most, short: 4 })
/** Concurrent faults: they mostly wait. */
const AT_ONCE = 3
/** Maximum delay that a faulty receiver may cause for others. */
const DELAY_LIMIT_MS = 2000
const MEMORY_LIMIT_MB = 50
const work = mkdtempSync(join(tmpdir(), 'txwarden-receiver-faults-'))
const report = new Report('receiver faults')
const nameServer = await startSilentNameServer()
try {
  const setting = { work, keys: createKeys({ TXWARDEN_HOME: join(work, TEMPLATE) }), validations: isShort ? 20 : 40 }
  const base = await measureFault('none', undefined, setting)
  const results: Result[] = []
  const beside: Result[] = []
  let next = 0
  let atWork = AT_ONCE
  await Promise.all([
    besideOthers(),
    ...Array.from({ length: AT_ONCE }, async () => {
      while (next < count) results.push(await faulty(next++, setting))
      atWork--
    }),
  ])
  tell({ ...base, p99: Math.max(...[base, ...beside].map(({ p99 }) => p99)) }, results)

  /** What the machine does to the good receivers, for as long as there are faults. */
  async function besideOthers(): Promise<void> {
    do beside.push(await measureFault('none, beside the others', undefined, setting))
    while (atWork > 0)
  }
} finally {
  nameServer.close()
  rmSync(work, { recursive: true, force: true })
}
report.end()

async function faulty(number: number, setting: Setting): Promise<Result> {
  // The short run has faults of each kind, because the list is grouped by kind.
  const pick = <T>(all: readonly T[]) =>
    all[(isShort ? 1 + Math.floor((number * all.length) / count) : number) % all.length] as T
  const [http, smtp] = [pick(httpFaults), pick(smtpFaults)]
  const [httpServer, smtpServer] = await Promise.all([startFault(http), startSmtpFault(smtp)])
  const origin = http.origin?.(httpServer.port) ?? `http://127.0.0.1:${httpServer.port}`
  try {
    const smtpUrl = `smtp://${smtp.host ?? '127.0.0.1'}:${smtpServer.port}`
    return await measureFault(`${http.name} / ${smtp.name}`, { origin, smtpUrl }, setting)
  } finally {
    await Promise.all([httpServer.close(), smtpServer.close()])
  }
}

function tell(base: Result, results: readonly Result[]): void {
  report.table(
    ['fault (HTTP / SMTP)', 'p99 ms', 'MB', 'fds', 'over HTTP', 'over SMTP'],
    [base, ...results].map(({ fault, p99, grownMb, descriptors, cells }) => [
      fault,
      p99,
      grownMb,
      descriptors,
      [...new Set(cells.filter(({ channel }) => channel !== 'EMAIL').map(said))].join(' · '),
      cells
        .filter(({ channel }) => channel === 'EMAIL')
        .map(said)
        .join(),
    ]),
  )
  const worst = Math.max(...results.map(({ p99 }) => p99))
  const cells = results.flatMap((result) => result.cells)
  const untried = cells.filter(({ state }) => state === 'NOT TRIED')
  const faults = results.flatMap((result) => result.faults.map((fault) => `${result.fault}: ${fault}`))
  for (const fault of faults) report.say(`  ${fault}`)
  report.count('cells', cells.length)
  report.say(`${cells.length} cells of ${results.length} faults × ${CHANNELS.length} channels`)
  report.promise(
    `no fault makes the others later by more than ${DELAY_LIMIT_MS} ms`,
    worst - base.p99 <= DELAY_LIMIT_MS,
    `p99 ${base.p99} ms without faults, ${worst} ms with the worst`,
    base.p99 > DELAY_LIMIT_MS ? `p99 ${base.p99} ms without faults` : '',
  )
  const grown = Math.max(...results.map(({ grownMb }) => grownMb)) - base.grownMb
  report.promise(
    `memory grows by at most ${MEMORY_LIMIT_MB} MB`,
    grown <= MEMORY_LIMIT_MB,
    `${grown} MB more than without faults`,
  )
  const descriptors = Math.max(...results.map((result) => result.descriptors))
  report.promise(
    'file descriptors are given back',
    descriptors <= base.descriptors + CHANNELS.length,
    `at most ${descriptors} more`,
  )
  report.promise('every fault is met and recorded', untried.length === 0, `${untried.length} cells were never tried`)
  report.promise(
    'the good receivers got everything, and nobody saw a reply',
    faults.length === 0,
    `${faults.length} faults`,
  )
}

function said({ state, error }: Cell): string {
  return error === '' ? state : `${state}: ${error}`
}
