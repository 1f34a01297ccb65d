import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageRequest } from '../src/api/schemas/page.ts'
import { pageOfAudit } from '../src/service/store/repositories/audit.ts'
import { pageOfEntries } from '../src/service/store/repositories/control-lists.ts'
import { whichHaveHistory } from '../src/service/store/repositories/counterparties.ts'
import { pageOfDeliveries } from '../src/service/store/repositories/deliveries.ts'
import { pageOfMonitors } from '../src/service/store/repositories/monitors.ts'
import { countOutbox } from '../src/service/store/repositories/outbox-counts.ts'
import { countLately, countRows } from '../src/service/store/repositories/row-counts.ts'
import { findTransaction, pageOfTransactions } from '../src/service/store/repositories/transactions.ts'
import type { Db } from '../src/service/store/schema/schema.ts'
import { openSqliteStore } from '../src/service/store/sqlite/open.ts'
import type { Store } from '../src/service/store/store.ts'
import { publish, type Report } from './figures/report.ts'
import { addressOf, fill, idOf, timeOf } from './growth/fill.ts'

/**
 * Duration of reads by the number of rows: one row of each kind per validation, ten per millisecond of simulated time.
 * Lists that users maintain end at a million rows, or at the second argument. `npx tsx bench/growth.ts 10000000` goes to
 * ten million: a quarter of an hour, and about 35 GB in the temporary folder.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)
const FIRST = 10_000
const GOAL_RATIO = 1.5
const READS = 100
const WARM_UPS = 20
const ENOUGH_MS = 3_000
const FEWEST = 6
const [largest = 1_000_000, mostByHand = 1_000_000] = process.argv
  .slice(2)
  .filter((word) => word !== '--json')
  .map(Number)
const sizes = [FIRST]
while ((sizes.at(-1) ?? largest) < largest) sizes.push(Math.min(largest, (sizes.at(-1) ?? 0) * 10))

const page = (more: Partial<PageRequest> = {}): PageRequest => ({ page: 0, size: 25, sort: [], ...more })
const by = (field: string, direction: 'asc' | 'desc' = 'desc') => page({ sort: [{ field, direction }] })

/** Numbers of rows all over the list; of -1, how many there are. */
type Pick = (read: number) => number
type Read = (db: Db, pick: Pick, kept: Pick) => (read: number) => Promise<unknown>

/** The page after a row in the middle of the list, as `--all` requests it. */
const farIn =
  (
    read: (db: Db, request: PageRequest) => Promise<{ next: string | undefined }>,
    place: (index: number) => unknown[],
  ): Read =>
  (db, pick) =>
  (nth) =>
    read(db, page({ after: Buffer.from(JSON.stringify(place(pick(nth)))).toString('base64url') }))

type Listed = (db: Db, filter: object, request: PageRequest) => Promise<unknown>

/** A page by its number, of a list that people keep: at the end of it, or at a share of it. */
const numbered =
  (read: Listed, share: number, field?: string, direction: 'asc' | 'desc' = 'asc'): Read =>
  (db, _, kept) => {
    const number = Math.floor((kept(-1) * share) / 25) - 1
    return () => read(db, {}, page({ page: number, ...(field && { sort: [{ field, direction }] }) }))
  }

const READS_BY_NAME: Readonly<Record<string, Read>> = {
  'tx list': (db) => () => pageOfTransactions(db, {}, page()),
  'tx list, far in': farIn(
    (db, request) => pageOfTransactions(db, {}, request),
    (index) => ['created_at desc,id desc', timeOf(index), idOf('t', index)],
  ),
  'tx list --chain base': (db) => () => pageOfTransactions(db, { chainId: '8453' }, page()),
  'tx list --blocked': (db) => () => pageOfTransactions(db, { valid: 'false' }, page()),
  'tx list --valid': (db) => () => pageOfTransactions(db, { valid: 'true' }, page()),
  'tx list --sort combinedScore,desc': (db) => () => pageOfTransactions(db, {}, by('combinedScore')),
  'tx list --chain ethereum --sort combinedScore,desc': (db) => () =>
    pageOfTransactions(db, { chainId: '1' }, by('combinedScore')),
  'tx list --sort updatedAt,desc': (db) => () => pageOfTransactions(db, {}, by('updatedAt')),
  'tx show': (db, pick) => (nth) => findTransaction(db, idOf('t', pick(nth))),
  'history of a sender': (db, pick) => (nth) =>
    whichHaveHistory(db, [{ chainId: '1', owner: addressOf(pick(nth)), least: 1 }]),
  'delivery list': (db) => () => pageOfDeliveries(db, {}, page()),
  'delivery list, far in': farIn(
    (db, request) => pageOfDeliveries(db, {}, request),
    (index) => ['created_at desc,id desc', timeOf(index), idOf('d', index)],
  ),
  'delivery list --state failed': (db) => () => pageOfDeliveries(db, { state: 'FAILED' }, page()),
  'delivery list --alert': (db) => () => pageOfDeliveries(db, { alertId: 'alert 3' }, page()),
  'delivery list --destination': (db) => () => pageOfDeliveries(db, { destinationId: 'destination 1' }, page()),
  'delivery list --transaction': (db, pick) => (nth) => pageOfDeliveries(db, { svcTxId: idOf('t', pick(nth)) }, page()),
  'audit list': (db) => () => pageOfAudit(db, {}, page()),
  'audit list --action control-list': (db) => () => pageOfAudit(db, { action: 'control-list' }, page()),
  'audit list --resource': (db, pick) => (nth) => pageOfAudit(db, { resourceId: idOf('c', pick(nth)) }, page()),
  'control-list list': (db) => () => pageOfEntries(db, {}, page()),
  'control-list list --type allow': (db) => () => pageOfEntries(db, { type: 'ALLOW' }, page()),
  'control-list list --sort address': (db) => () => pageOfEntries(db, {}, by('address', 'asc')),
  'control-list list --type block --sort address': (db) => () =>
    pageOfEntries(db, { type: 'BLOCK' }, by('address', 'asc')),
  'control-list list, last page by number': numbered(pageOfEntries, 1),
  'control-list list, a page in the middle': numbered(pageOfEntries, 0.5),
  'control-list list --type block, a page in the middle': numbered(
    (db, _, request) => pageOfEntries(db, { type: 'BLOCK' }, request),
    0.375,
  ),
  'control-list list --sort createdAt,desc, in the middle': numbered(pageOfEntries, 0.5, 'createdAt', 'desc'),
  'control-list list --sort address, last page by number': numbered(pageOfEntries, 1, 'address'),
  'control-list list --sort address, in the middle': numbered(pageOfEntries, 0.5, 'address'),
  'monitor list': (db) => () => pageOfMonitors(db, {}, page()),
  'monitor list --sort name': (db) => () => pageOfMonitors(db, {}, by('name', 'asc')),
  'monitor list --address': (db, _, kept) => (nth) => pageOfMonitors(db, { address: addressOf(kept(nth)) }, page()),
  'monitor list, a page in the middle': numbered(pageOfMonitors, 0.5),
  'monitor list --name, one fits': (db) => () => pageOfMonitors(db, { name: 'treasury' }, page()),
  'monitor list --name, one in a hundred fits': (db) => () => pageOfMonitors(db, { name: 'wallet 77' }, page()),
}

/** Medians in milliseconds. */
interface Figures {
  /** First read of a position: its pages may come from the disk. */
  readonly first: number
  /** Second read of the same position. */
  readonly again: number
}

/** Slow reads need fewer runs. */
async function p50(work: (read: number) => Promise<unknown>): Promise<Figures> {
  const timed = async (nth: number) => {
    const start = performance.now()
    await work(nth)
    return performance.now() - start
  }
  const [first, again]: [number[], number[]] = [[], []]
  const began = performance.now()
  for (let nth = 0; nth < READS + WARM_UPS; nth++) {
    first.push(await timed(nth))
    again.push(await timed(nth))
    if (performance.now() - began > ENOUGH_MS && first.length >= FEWEST) break
  }
  const median = (times: readonly number[]) => {
    const measured = times.slice(Math.min(WARM_UPS, Math.floor(times.length / 2))).sort((a, b) => a - b)
    return measured[Math.floor(measured.length / 2)] ?? 0
  }
  return { first: median(first), again: median(again) }
}

async function statusOf(store: Store, now: number): Promise<void> {
  await countRows(store.read, (await store.facts()).rowEstimates)
  await countLately(store, now)
  await countOutbox(store.read, now)
}

function sayTable(columns: readonly Record<string, Figures>[]): void {
  say(
    `| read, p50 | ${sizes.map((size) => `${size.toLocaleString('en')} rows`).join(' | ')} | × | goal | the first time |`,
  )
  say(`| --- | ${sizes.map(() => '---').join(' | ')} | --- | --- | --- |`)
  for (const name of Object.keys(columns[0] ?? {})) {
    const figures = columns.map((column) => column[name]?.again ?? 0)
    const ratio = (figures.at(-1) ?? 0) / (figures[0] ?? 1)
    const verdict = ratio <= GOAL_RATIO ? `≤ ${GOAL_RATIO}` : `≤ ${GOAL_RATIO}, missed`
    const cells = figures.map((ms) => `${ms.toFixed(2)} ms`).join(' | ')
    say(`| ${name} | ${cells} | ${ratio.toFixed(2)} | ${verdict} | ${columns.at(-1)?.[name]?.first.toFixed(2)} ms |`)
  }
}

/** Ratio of the largest size to the smallest. */
function reportOf(columns: readonly Record<string, Figures>[]): Report {
  const first = columns[0] ?? {}
  const last = columns.at(-1) ?? {}
  return {
    bench: 'growth',
    how: `reads, p50, of ${sizes.at(-1)?.toLocaleString('en')} rows of each kind against ${sizes[0]?.toLocaleString('en')}`,
    figures: Object.entries(last).map(([name, { again }]) => ({
      name,
      measured: `${again.toFixed(2)} ms`,
      value: again / (first[name]?.again ?? again),
      goal: { atMost: GOAL_RATIO },
    })),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
try {
  const path = join(folder, 'local.db')
  await (await openSqliteStore(path)).close()
  const columns: Record<string, Figures>[] = []
  let filled = 0
  for (const size of sizes) {
    const started = performance.now()
    fill(path, filled, size, mostByHand)
    const perRow = ((performance.now() - started) * 1000) / (size - filled)
    filled = size
    const gibibytes = statSync(path).size / 1024 ** 3
    tell(
      `${size} rows of each kind: ${perRow.toFixed(0)} µs a validation with all its rows, ${gibibytes.toFixed(2)} GiB`,
    )
    const store = await openSqliteStore(path)
    // Spread over the whole range.
    const pickOf = (count: number) => (nth: number) =>
      nth < 0 ? count : Math.floor(((nth * 0.6180339887498949) % 1) * count)
    const column: Record<string, Figures> = {}
    for (const [name, read] of Object.entries(READS_BY_NAME))
      column[name] = await p50(read(store.read, pickOf(size), pickOf(Math.min(size, mostByHand))))
    column['local status'] = await p50(() => statusOf(store, timeOf(size)))
    columns.push(column)
    await store.close()
    tell(`read in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  if (process.argv.includes('--json')) publish(reportOf(columns))
  else sayTable(columns)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
