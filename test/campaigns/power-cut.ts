import { spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { openService, type Service } from '../../src/service/index.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { Disk } from './support/disk.ts'
import { readOperations, straceArguments } from './support/syscalls.ts'

/**
 * Cuts the power at any moment of a service that writes: tsx test/campaigns/power-cut.ts [cuts] [seed] [--short].
 * power-cut-writer.ts runs under strace; its calls are replayed on a disk that keeps what was synced and anything of the
 * rest, and what is found after each cut is opened with the real service. The same with synchronous=NORMAL must lose
 * something: else the replay proves nothing.
 */
const { count: cuts, seed, isShort } = campaignArguments({ usual: 2000, short: 150 })
const VALIDATIONS = isShort ? 90 : 600

interface Told {
  readonly what: 'destination' | 'entry' | 'alert' | 'judged' | 'signed' | 'blocked'
  readonly id: string
}

interface Found {
  /** Of what was told. */
  readonly missing: number
  /** '' when the service works on. */
  readonly fault: string
}

interface Tally {
  readonly operations: number
  readonly syncs: number
  readonly told: number
  cuts: number
  /** Cuts after which something acknowledged was missing, and the most that one cut lost. */
  lossy: number
  most: number
  /** Cuts after which the database could not be opened, was not sound, or held half a validation. */
  unusable: number
  firstLoss: string
  firstFault: string
}

const strace = spawnSync('strace', ['--version'])
if (strace.status !== 0) {
  process.stderr.write('power-cut: strace is missing. Try: apt-get install strace\n')
  process.exit(2)
}
const work = mkdtempSync(join(tmpdir(), 'txwarden-power-cut-'))
const report = new Report('power cut')
try {
  const full = await campaign('full', cuts)
  const normal = await campaign('normal', Math.min(cuts, 500))
  report.table(
    ['synchronous', 'cuts', 'calls', 'syncs', 'acknowledged', 'cuts that lost', 'most lost', 'unusable'],
    Object.entries({ full, normal }).map(([name, tally]) => [
      name,
      tally.cuts,
      tally.operations,
      tally.syncs,
      tally.told,
      tally.lossy,
      tally.most,
      tally.unusable,
    ]),
  )
  report.promise('nothing acknowledged is lost', full.lossy === 0, full.firstLoss)
  report.promise('the service opens what is left, and it is sound', full.unusable === 0, full.firstFault)
  report.promise('at synchronous=NORMAL the replay does lose', normal.lossy > 0)
} finally {
  rmSync(work, { recursive: true, force: true })
}
report.end()

async function campaign(mode: 'full' | 'normal', times: number): Promise<Tally> {
  const folder = join(work, mode)
  mkdirSync(folder)
  const operations = await record(folder, mode)
  const random = randomFrom(seed)
  const points = Array.from({ length: times }, () => Math.floor(random() * operations.length) + 1).sort((a, b) => a - b)
  const saidCount = operations.filter(({ kind }) => kind === 'said').length
  const tally: Tally = {
    operations: operations.length,
    syncs: operations.filter(({ kind }) => kind === 'sync').length,
    told: saidCount,
    cuts: 0,
    lossy: 0,
    most: 0,
    unusable: 0,
    firstLoss: '',
    firstFault: '',
  }
  const disk = new Disk()
  const told: Told[] = []
  let done = 0
  for (const point of points) {
    for (; done < point; done++) {
      const operation = operations[done]
      if (operation?.kind === 'said') told.push(JSON.parse(operation.text))
      else if (operation) disk.do(operation)
    }
    const found = await inspect(disk.afterPowerCut(random), told)
    tally.cuts++
    if (found.missing > 0) tally.lossy++
    tally.most = Math.max(tally.most, found.missing)
    if (found.fault !== '') tally.unusable++
    const where = `cut after call ${point}, seed ${seed}`
    if (found.missing > 0) tally.firstLoss ||= `${where}: ${found.missing} of ${told.length} missing`
    if (found.fault !== '') tally.firstFault ||= `${where}: ${found.fault}`
  }
  return tally
}

/** Runs the writer under strace; its database is in `folder`. */
async function record(folder: string, mode: 'full' | 'normal') {
  const log = join(work, `${mode}.strace`)
  const writer = [process.execPath, join(import.meta.dirname, 'power-cut-writer.ts'), join(folder, 'served.db')]
  const run = spawnSync(
    'strace',
    [...straceArguments(log), ...writer, String(VALIDATIONS), ...(mode === 'normal' ? ['--normal'] : [])],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (run.status !== 0) throw new Error(`the writer ended with ${run.status}: ${run.stderr}`)
  return readOperations(log, folder)
}

/** Opens what a cut left with the real service, and looks for everything that was acknowledged before it. */
async function inspect(files: ReadonlyMap<string, Buffer>, told: readonly Told[]): Promise<Found> {
  const folder = mkdtempSync(join(work, 'cut-'))
  for (const [path, content] of files) writeFileSync(join(folder, basename(path)), content, { mode: 0o600 })
  try {
    const service = await openService({
      database: join(folder, 'served.db'),
      env: {},
      clock: { now: () => Date.now() },
      random: (length) => randomFillSync(new Uint8Array(length)),
      report: (error) => {
        throw error
      },
    })
    try {
      return await compare(service, told)
    } finally {
      await service.close()
    }
  } catch (error) {
    return { missing: 0, fault: error instanceof Error ? error.message : String(error) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(service: Service, told: readonly Told[]): Promise<Found> {
  const { read } = service.store
  const check = await sql<{ quick_check: string }>`pragma quick_check`.execute(read)
  const verdict = check.rows[0]?.quick_check
  if (verdict !== 'ok') return { missing: 0, fault: `quick_check says ${verdict}` }
  const transactions = await read
    .selectFrom('transactions')
    .leftJoin('alert_events', 'alert_events.svc_tx_id', 'transactions.id')
    .leftJoin('deliveries', 'deliveries.event_id', 'alert_events.id')
    .select(['transactions.id', 'transactions.valid', 'deliveries.state'])
    .execute()
  const silent = transactions.filter(({ valid, state }) => valid === 0 && state === null)
  if (silent.length > 0) return { missing: 0, fault: `${silent.length} blocked transactions without their alert event` }
  const others = [
    ...(await read.selectFrom('control_list_entries').select('id').execute()),
    ...(await read.selectFrom('alerts').select('id').execute()),
    ...(await read.selectFrom('destinations').select('id').execute()),
  ]
  const there = new Set([...transactions, ...others].map(({ id }) => id))
  const missing = told.filter(({ id }) => !there.has(id)).length
  if (missing > 0) return { missing, fault: '' }
  const status = await validateSigned(service)
  return { missing, fault: status === 200 ? '' : `the next validation is answered with ${status}` }
}

/** Needs the sealed signer, and with it the key file, to be as they were. */
async function validateSigned(service: Service): Promise<number> {
  const { status } = await service.handle(
    {
      method: 'POST',
      path: '/api/v2/transaction/validate',
      query: '',
      headers: { 'content-type': 'application/json', 'x-validation-product': 'SONAR' },
      body: JSON.stringify({
        transaction: { chainId: '1', from: `0x${'01'.repeat(20)}`, to: `0x${'02'.repeat(20)}` },
        signTransaction: true,
        trackNonce: true,
      }),
    },
    { kind: 'in-process' },
  )
  return status
}
