import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openStore } from '../src/service/store/open.ts'
import { insertTransaction } from '../src/service/store/repositories/transactions.ts'
import { hasPostgres, startPostgres } from '../test/support/postgres.ts'
import { storedValidation } from '../test/support/stored-validation.ts'
import { type Figure, publish, rateText } from './figures/report.ts'
import { syncTimes } from './figures/sync.ts'
import { validationBodies } from './serve/bodies.ts'
import { type Measured, runLoad } from './serve/load.ts'
import { BIN, startTxwarden } from './serve/servers.ts'

/**
 * Rate at which `local prune` deletes old validations, and the duration of a validation meanwhile: a `serve` with 8
 * connections, alone and during the prune, on SQLite and, if installed, on PostgreSQL with durable settings.
 * `npx tsx bench/prune.ts 100000` for more validations. Needs `npm run build`.
 */
const CONNECTIONS = 8
const ALONE_MS = 5_000
const OLD_MS = 100 * 24 * 60 * 60 * 1000
const ROWS_A_WRITE = 500
const count = Number(process.argv[2]) || 40_000
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const bodies = validationBodies(1_000)
/** About what a stored validation has: two JSON texts. */
const TEXT = JSON.stringify({ explanation: 'a transfer to somebody who is not known '.repeat(12) })

/** Validations that are inactive for a hundred days. */
async function fill(database: string): Promise<void> {
  const store = await openStore(database, { env: {} })
  const then = Date.now() - OLD_MS
  for (let at = 0; at < count; at += ROWS_A_WRITE)
    await store.write(async (db) => {
      for (let index = at; index < Math.min(count, at + ROWS_A_WRITE); index++)
        await insertTransaction(
          db,
          storedValidation({
            id: `old${String(index).padStart(33, '0')}`,
            from_key: `0x${(index % 1000).toString(16).padStart(40, '0')}`,
            to_key: `0x${index.toString(16).padStart(40, '0')}`,
            combined_score: (index * 37) % 101,
            request: TEXT,
            result: TEXT,
            created_at: then + index,
          }),
        )
    })
  await store.close()
}

interface Pruned {
  readonly alone: Measured
  readonly beside: Measured
  readonly perSecond: number
}

async function measure(home: string, database?: string): Promise<Pruned> {
  const env = { ...process.env, TXWARDEN_HOME: home, ...(database !== undefined && { TXWARDEN_DATABASE: database }) }
  mkdirSync(home)
  const server = await startTxwarden(home, { ...(database !== undefined && { database }) })
  await fill(database ?? String(spawnSync(process.execPath, [BIN, 'local', 'path'], { env }).stdout).trim())
  const load = { ...server, bodies, connections: CONNECTIONS }
  await runLoad({ ...load, ms: 2_000 })
  const alone = await runLoad({ ...load, ms: ALONE_MS })
  const started = performance.now()
  const argv = ['local', 'prune', '--older-than', '90d', '--yes', '--json']
  const pruning = spawn(process.execPath, [BIN, ...argv], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const said = text(pruning.stdout)
  const ended = once(pruning, 'exit').then(() => (performance.now() - started) / 1000)
  const [report, seconds, beside] = await Promise.all([
    said,
    ended,
    runLoad({ ...load, ms: Number.POSITIVE_INFINITY, until: ended }),
  ])
  await server.stop()
  const { transactions } = JSON.parse(report || '{"transactions":0}') as { transactions: number }
  if (transactions !== count || alone.refused + beside.refused > 0)
    throw new Error(`${transactions} of ${count} were removed, ${alone.refused + beside.refused} validations refused`)
  return { alone, beside, perSecond: transactions / seconds }
}

function figuresOf(where: string, { alone, beside, perSecond }: Pruned): Figure[] {
  const notified = ({ perSecond: rate, p50, p99 }: Measured) =>
    `${rateText(rate)}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  return [
    { name: `${where}: removed by local prune`, measured: rateText(perSecond) },
    { name: `${where}: validations without it`, measured: notified(alone) },
    {
      name: `${where}: validations beside it`,
      measured: notified(beside),
      against: 'the p50 without it',
      value: beside.p50 / alone.p50,
    },
  ]
}

const postgres = hasPostgres() ? await startPostgres({ isDurable: true }) : undefined
try {
  const onSqlite = await measure(join(folder, 'sqlite'))
  const onPostgres = postgres && (await measure(join(folder, 'postgres'), await postgres.createDatabase()))
  publish({
    bench: 'prune',
    how: `${count.toLocaleString('en')} old validations, ${CONNECTIONS} connections validating meanwhile, durable settings`,
    sync: syncTimes(folder),
    figures: [...figuresOf('SQLite', onSqlite), ...(onPostgres ? figuresOf('PostgreSQL', onPostgres) : [])],
    notes: postgres ? [] : ['PostgreSQL was left out: its programs are not here (apt-get install postgresql)'],
  })
} finally {
  postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
