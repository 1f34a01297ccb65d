import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { openConnection } from '../src/service/store/sqlite/connection.ts'
import { openSqliteStore } from '../src/service/store/sqlite/open.ts'
import { median, publish, rateText } from './figures/report.ts'
import { syncTimes } from './figures/sync.ts'
import { validationBodies } from './serve/bodies.ts'
import { BIN } from './serve/servers.ts'

/**
 * Rows per second of `validate --batch` on a local database, including the program start, compared with inserting the
 * same rows into the same tables with synchronous=FULL: 64 per transaction, and one per transaction. The runs take
 * turns. `npx tsx bench/bulk.ts 100000` for more rows. Needs `npm run build`.
 */
const ROUNDS = 3
const count = Number(process.argv[2]) || 20_000
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const batch = join(folder, 'batch.ndjson')

type Row = Readonly<Record<string, SQLInputValue>>

/** Rows a second, and the database they are in. */
function validated(home: string): { perSecond: number; database: string } {
  const env = { ...process.env, TXWARDEN_HOME: home }
  const started = performance.now()
  const { status, stderr } = run(['validate', '--batch', batch, '--json', '--fail-on', 'never'], env)
  const perSecond = (count * 1000) / (performance.now() - started)
  if (status !== 0) throw new Error(`validate --batch ended with ${status}: ${stderr}`)
  return { perSecond, database: String(run(['local', 'path'], env).stdout).trim() }
}

function run(argv: readonly string[], env: NodeJS.ProcessEnv) {
  return spawnSync(process.execPath, [BIN, ...argv], { env, maxBuffer: 2 ** 30 })
}

function storedIn(database: string): Row[] {
  const connection = openConnection(database)
  const rows = connection.prepare('select * from transactions').all() as Row[]
  connection.close()
  if (rows.length !== count) throw new Error(`${rows.length} rows are stored, not ${count}`)
  return rows
}

/** Rows a second. */
async function inserted(path: string, rows: readonly Row[], aTransaction: number): Promise<number> {
  await (await openSqliteStore(path)).close()
  const connection = openConnection(path)
  const columns = Object.keys(rows[0] ?? {})
  const insert = connection.prepare(
    `insert into transactions (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const started = performance.now()
  for (let at = 0; at < rows.length; at += aTransaction) {
    connection.exec('begin immediate')
    for (const row of rows.slice(at, at + aTransaction)) insert.run(...columns.map((column) => row[column] ?? null))
    connection.exec('commit')
  }
  const perSecond = (rows.length * 1000) / (performance.now() - started)
  connection.close()
  return perSecond
}

try {
  writeFileSync(batch, `${validationBodies(count).join('\n')}\n`)
  const rounds: { ours: number; grouped: number; alone: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const home = join(folder, `round-${round}`)
    mkdirSync(home)
    const { perSecond: ours, database } = validated(home)
    const rows = storedIn(database)
    const grouped = await inserted(join(home, 'grouped.db'), rows, 64)
    rounds.push({ ours, grouped, alone: await inserted(join(home, 'alone.db'), rows, 1) })
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  publish({
    bench: 'bulk',
    how: `${count.toLocaleString('en')} rows, median of ${ROUNDS}, synchronous=FULL`,
    sync: syncTimes(folder),
    figures: [
      {
        name: 'validate --batch',
        measured: rateText(of(({ ours }) => ours)),
        against: 'plain inserts, 64 a transaction',
        value: of(({ ours, grouped }) => ours / grouped),
        goal: { atLeast: 0.4 },
      },
      { name: 'plain inserts, 64 a transaction', measured: rateText(of(({ grouped }) => grouped)) },
      {
        name: 'plain inserts, each its own transaction',
        measured: rateText(of(({ alone }) => alone)),
        against: 'as many by validate --batch',
        value: of(({ ours, alone }) => ours / alone),
      },
    ],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
