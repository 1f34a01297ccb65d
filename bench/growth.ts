import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageRequest } from '../src/api/schemas/page.ts'
import { insertAlertEvent, insertDeliveries } from '../src/service/store/repositories/alert-events.ts'
import { insertAudit, pageOfAudit } from '../src/service/store/repositories/audit.ts'
import { insertEntry, pageOfEntries } from '../src/service/store/repositories/control-lists.ts'
import { recordCounterparty, whichHaveHistory } from '../src/service/store/repositories/counterparties.ts'
import { pageOfDeliveries } from '../src/service/store/repositories/deliveries.ts'
import { insertMonitor, pageOfMonitors } from '../src/service/store/repositories/monitors.ts'
import { countOutbox } from '../src/service/store/repositories/outbox-counts.ts'
import { countLately, countRows } from '../src/service/store/repositories/row-counts.ts'
import {
  findTransaction,
  insertTransaction,
  pageOfTransactions,
} from '../src/service/store/repositories/transactions.ts'
import type { Db } from '../src/service/store/schema.ts'
import { openSqliteStore } from '../src/service/store/sqlite/open.ts'
import type { Store } from '../src/service/store/store.ts'
import { publish, type Report } from './figures/report.ts'

/**
 * What reads cost by the number of rows: one row of every kind for each validation, ten a millisecond of made-up time, written by the
 * repositories. `npx tsx bench/growth.ts 10000000` goes to ten million: an hour, and some 30 GB in the temporary folder.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)
const FIRST = 10_000
const GOAL_RATIO = 1.5
const READS = 100
const WARM_UPS = 20
/** Rows of one transaction. */
const BATCH = 2_000

const largest = Number(process.argv[2] ?? 1_000_000)
const sizes = [FIRST]
while ((sizes.at(-1) ?? largest) < largest) sizes.push(Math.min(largest, (sizes.at(-1) ?? 0) * 10))

const START = Date.parse('2026-01-01T00:00:00Z')
const timeOf = (index: number) => START + Math.floor(index / 10)
const idOf = (kind: string, index: number) => `${kind}${String(index).padStart(31, '0')}`
const addressOf = (index: number) =>
  `0x${(Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}${String(index).padStart(32, '0')}`
const CHAINS = ['1', '56', '137', '8453']
/** About what a stored validation has: two JSON texts. */
const TEXT = JSON.stringify({ explanation: 'a transfer to somebody who is not known '.repeat(12) })

async function addRows(db: Db, index: number): Promise<void> {
  const at = timeOf(index)
  const address = addressOf(index)
  const chain_id = CHAINS[index % 100 === 0 ? (index / 100) % 4 : 0] ?? '1'
  await insertTransaction(db, {
    id: idOf('t', index),
    product: 'SONAR',
    chain_id,
    from_key: addressOf(index % 1000),
    to_key: address,
    value: '1',
    valid: index % 50 === 0 ? 0 : 1,
    combined_score: (index * 37) % 101,
    sub_category: '',
    total_loss: null,
    request: TEXT,
    result: TEXT,
    payload_nonce: null,
    payload_expires_at: null,
    transaction_id: null,
    block_number: null,
    block_time: null,
    created_at: at,
    updated_at: at,
  })
  await recordCounterparty(
    db,
    { chainId: chain_id, owner: addressOf(index % 1000) },
    { counterparty: address, hadValue: true },
    at,
  )
  await insertEntry(db, {
    id: idOf('c', index),
    address,
    address_key: address,
    chain_ids: '[]',
    type: index % 4 === 0 ? 'ALLOW' : 'BLOCK',
    product_type: index % 3 === 0 ? 'RASP' : 'SONAR',
    created_at: at,
    last_updated_at: at,
  })
  await insertMonitor(db, {
    id: idOf('m', index),
    address,
    address_key: address,
    chain_id,
    name: `wallet ${index}`,
    name_key: `wallet ${index}`,
    enabled: 1,
    created_at: at,
  })
  await insertAudit(db, {
    id: idOf('a', index),
    at,
    actor: 'local',
    action: index % 100 === 0 ? 'alert.update' : 'control-list.create',
    resource_id: idOf('c', index),
    before: null,
    after: '{}',
  })
  await insertAlertEvent(db, {
    id: idOf('e', index),
    alert_id: `alert ${index % 5}`,
    alert_name: 'large',
    alert_type: 'SONAR',
    svc_tx_id: idOf('t', index),
    content: '{}',
    created_at: at,
    confirmed_at: at,
  })
  await insertDeliveries(db, [
    {
      id: idOf('d', index),
      event_id: idOf('e', index),
      alert_id: `alert ${index % 5}`,
      destination_id: `destination ${index % 3}`,
      destination_name: 'ops',
      channel: 'SLACK',
      state: index % 200 === 0 ? 'DEAD' : 'SENT',
      due_at: at,
      attempts: 1,
      uncounted: 0,
      error_message: '',
      created_at: at,
      updated_at: at,
    },
  ])
}

const page = (more: Partial<PageRequest> = {}): PageRequest => ({ page: 0, size: 25, sort: [], ...more })
const by = (field: string, direction: 'asc' | 'desc' = 'desc') => page({ sort: [{ field, direction }] })

type Read = (db: Db, pick: (read: number) => number) => (read: number) => Promise<unknown>

/** The page behind a row in the middle of the list: as `--all` asks for it. */
const farIn =
  (
    read: (db: Db, request: PageRequest) => Promise<{ next: string | undefined }>,
    place: (index: number) => unknown[],
  ): Read =>
  (db, pick) =>
  (nth) =>
    read(db, page({ after: Buffer.from(JSON.stringify(place(pick(nth)))).toString('base64url') }))

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
  'tx get': (db, pick) => (nth) => findTransaction(db, idOf('t', pick(nth))),
  'history of a sender': (db, pick) => (nth) => whichHaveHistory(db, [{ chainId: '1', owner: addressOf(pick(nth)) }]),
  'delivery list': (db) => () => pageOfDeliveries(db, {}, page()),
  'delivery list, far in': farIn(
    (db, request) => pageOfDeliveries(db, {}, request),
    (index) => ['created_at desc,id desc', timeOf(index), idOf('d', index)],
  ),
  'delivery list --state dead': (db) => () => pageOfDeliveries(db, { state: 'DEAD' }, page()),
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
  'control-list list, last page by number': (db, pick) => {
    const last = Math.floor(pick(-1) / 25) - 1
    return () => pageOfEntries(db, {}, page({ page: last }))
  },
  'monitor list': (db) => () => pageOfMonitors(db, {}, page()),
  'monitor list --sort name': (db) => () => pageOfMonitors(db, {}, by('name', 'asc')),
  'monitor list --address': (db, pick) => (nth) => pageOfMonitors(db, { address: addressOf(pick(nth)) }, page()),
  'monitor list --name': (db) => () => pageOfMonitors(db, { name: 'wallet 77' }, page()),
}

/** Median milliseconds. */
async function p50(work: (read: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < READS + WARM_UPS; nth++) {
    const start = performance.now()
    await work(nth)
    const took = performance.now() - start
    if (nth >= WARM_UPS || took > 500) times.push(took)
    // Seconds each: a few say enough.
    if (took > 500 && times.length >= 3) break
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? 0
}

async function fill(store: Store, from: number, to: number): Promise<number> {
  const started = performance.now()
  for (let at = from; at < to; at += BATCH)
    await store.write(async (db) => {
      for (let index = at; index < Math.min(to, at + BATCH); index++) await addRows(db, index)
    })
  return ((performance.now() - started) * 1000) / (to - from)
}

async function statusOf(store: Store, now: number): Promise<void> {
  await countRows(store.read, (await store.facts()).rowEstimates)
  await countLately(store.read, now)
  await countOutbox(store.read, now)
}

function sayTable(columns: readonly Record<string, number>[]): void {
  say(`| read, p50 | ${sizes.map((size) => `${size.toLocaleString('en')} rows`).join(' | ')} | × | goal |`)
  say(`| --- | ${sizes.map(() => '---').join(' | ')} | --- | --- |`)
  for (const name of Object.keys(columns[0] ?? {})) {
    const figures = columns.map((column) => column[name] ?? 0)
    const ratio = (figures.at(-1) ?? 0) / (figures[0] ?? 1)
    const verdict = ratio <= GOAL_RATIO ? `≤ ${GOAL_RATIO}` : `≤ ${GOAL_RATIO}, missed`
    say(`| ${name} | ${figures.map((ms) => `${ms.toFixed(2)} ms`).join(' | ')} | ${ratio.toFixed(2)} | ${verdict} |`)
  }
}
/** The largest size against the smallest. */
function reportOf(columns: readonly Record<string, number>[]): Report {
  const first = columns[0] ?? {}
  const last = columns.at(-1) ?? {}
  return {
    bench: 'growth',
    how: `reads, p50, of ${sizes.at(-1)?.toLocaleString('en')} rows of each kind against ${sizes[0]?.toLocaleString('en')}`,
    figures: Object.entries(last).map(([name, ms]) => ({
      name,
      measured: `${ms.toFixed(2)} ms`,
      value: ms / (first[name] ?? ms),
      goal: { atMost: GOAL_RATIO },
    })),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
try {
  const path = join(folder, 'local.db')
  const store = await openSqliteStore(path)
  const columns: Record<string, number>[] = []
  let filled = 0
  for (const size of sizes) {
    const perRow = await fill(store, filled, size)
    filled = size
    const gibibytes = statSync(path).size / 1024 ** 3
    tell(
      `${size} rows of each kind: ${perRow.toFixed(0)} µs a validation with all its rows, ${gibibytes.toFixed(2)} GiB`,
    )
    // Spread over the whole range; -1 is how many there are.
    const pick = (nth: number) => (nth < 0 ? size : Math.floor(((nth * 0.6180339887498949) % 1) * size))
    const column: Record<string, number> = {}
    for (const [name, read] of Object.entries(READS_BY_NAME)) column[name] = await p50(read(store.read, pick))
    column['local status'] = await p50(() => statusOf(store, timeOf(size)))
    columns.push(column)
  }
  await store.close()
  if (process.argv.includes('--json')) publish(reportOf(columns))
  else sayTable(columns)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
