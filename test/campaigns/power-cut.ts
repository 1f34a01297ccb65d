import { spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { openService, type Service } from '../../src/service/index.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { ask } from '../support/requests.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { Disk } from './support/disk.ts'
import { readOperations, straceArguments } from './support/syscalls.ts'

/**
 * Cuts the power at random points of a writing service: tsx test/campaigns/power-cut.ts [cuts] [seed] [--short].
 * power-cut-writer.ts runs under strace. Its calls are replayed on a simulated disk that keeps synced data and random
 * parts of the rest; the real service opens the files after each cut. With synchronous=NORMAL the replay must lose data:
 * otherwise it proves nothing.
 */
const { count: cuts, seed, isShort } = campaignArguments({ usual: 2000, short: 150 })
const VALIDATIONS = isShort ? 90 : 600

interface Acknowledged {
  readonly what: 'destination' | 'entry' | 'alert' | 'judged' | 'signed' | 'blocked'
  readonly id: string
}

interface Found {
  /** Acknowledged objects that are missing. */
  readonly missing: number
  /** '' when the service still works. */
  readonly fault: string
}

interface Tally {
  readonly operations: number
  readonly syncs: number
  readonly acknowledged: number
  cuts: number
  /** Cuts that lost acknowledged objects, and the maximum lost by one cut. */
  lossy: number
  most: number
  /** Cuts after which the database did not open, was corrupt, or had a partial validation. */
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
      tally.acknowledged,
      tally.lossy,
      tally.most,
      tally.unusable,
    ]),
  )
  report.count('power cuts', full.cuts)
  report.promise('nothing acknowledged is lost', full.lossy === 0, full.firstLoss)
  report.promise('the service opens the database, and it is intact', full.unusable === 0, full.firstFault)
  report.promise('synchronous=NORMAL loses data', normal.lossy > 0)
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
  const acknowledgedCount = operations.filter(({ kind }) => kind === 'said').length
  const tally: Tally = {
    operations: operations.length,
    syncs: operations.filter(({ kind }) => kind === 'sync').length,
    acknowledged: acknowledgedCount,
    cuts: 0,
    lossy: 0,
    most: 0,
    unusable: 0,
    firstLoss: '',
    firstFault: '',
  }
  const disk = new Disk()
  const acknowledged: Acknowledged[] = []
  let done = 0
  for (const point of points) {
    for (; done < point; done++) {
      const operation = operations[done]
      if (operation?.kind === 'said') acknowledged.push(JSON.parse(operation.text))
      else if (operation) disk.do(operation)
    }
    const found = await inspect(disk.afterPowerCut(random), acknowledged)
    tally.cuts++
    if (found.missing > 0) tally.lossy++
    tally.most = Math.max(tally.most, found.missing)
    if (found.fault !== '') tally.unusable++
    const where = `cut after call ${point}, seed ${seed}`
    if (found.missing > 0) tally.firstLoss ||= `${where}: ${found.missing} of ${acknowledged.length} missing`
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

/** Opens the files after a cut with the real service, and looks for every acknowledged object. */
async function inspect(files: ReadonlyMap<string, Buffer>, acknowledged: readonly Acknowledged[]): Promise<Found> {
  const folder = mkdtempSync(join(work, 'cut-'))
  for (const [path, content] of files) writeFileSync(join(folder, basename(path)), content, { mode: 0o600 })
  try {
    const service = await openService({
      database: join(folder, 'served.db'),
      env: {},
      clock: systemClock,
      random: (length) => randomFillSync(new Uint8Array(length)),
      report: (error) => {
        throw error
      },
    })
    try {
      return await compare(service, acknowledged)
    } finally {
      await service.close()
    }
  } catch (error) {
    return { missing: 0, fault: error instanceof Error ? error.message : String(error) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(service: Service, acknowledged: readonly Acknowledged[]): Promise<Found> {
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
  const missing = acknowledged.filter(({ id }) => !there.has(id)).length
  if (missing > 0) return { missing, fault: '' }
  const status = await validateSigned(service)
  return { missing, fault: status === 200 ? '' : `the next validation returns ${status}` }
}

/** Fails unless the encrypted signer and the key file are intact. */
async function validateSigned(service: Service): Promise<number> {
  const transaction = { chainId: '1', from: `0x${'01'.repeat(20)}`, to: `0x${'02'.repeat(20)}` }
  const body = { transaction, signTransaction: true, trackNonce: true }
  return (await ask(service, 'POST', '/api/v2/transaction/validate', body)).status
}
