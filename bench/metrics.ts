import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { openService } from '../src/service/service.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import { freePort } from '../test/support/free-port.ts'
import { insertRows } from '../test/support/indexable-rows.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../test/support/postgres.ts'
import { type Figure, median, publish, rateText } from './figures/report.ts'
import { processorTime } from './postgres/processor-time.ts'
import { validationBodies } from './serve/bodies.ts'
import { runLoad } from './serve/load.ts'
import { startTxwarden } from './serve/servers.ts'

/**
 * What a scrape of `serve --metrics` costs in a database of a million validations, on SQLite and on PostgreSQL: its time, the
 * processor time of serve, and the validations per second with one scrape a second against those without. Needs `npm run build`.
 * `npm run bench:metrics -- 100000` stores fewer.
 */
const [stored = 1_000_000] = process.argv
  .slice(2)
  .filter((word) => word !== '--json')
  .map(Number)
const CHUNK = 5000
const SCRAPES = 100
const ROUNDS = 5
const ROUND_MS = 4000
const CONNECTIONS = 16
const SCRAPE_EVERY_MS = 1000

const folder = mkdtempSync(join(tmpdir(), 'txwarden-metrics-'))
const bodies = validationBodies(1_000)

async function fill(home: string, database: string): Promise<void> {
  const service = await openService({
    database,
    keyFolder: home,
    clock: systemClock,
    env: {},
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
    report: (error) => process.stderr.write(`${String(error)}\n`),
  })
  for (let from = 0; from < stored; from += CHUNK)
    await insertRows(service.store, from, Math.min(stored, from + CHUNK), Date.now() - 2 * stored)
  await service.close()
}

/** @param beforeScrapes is called when only scrapes follow, its result after them */
async function measure(
  name: string,
  home: string,
  database: string,
  beforeScrapes: () => Promise<() => Promise<Figure[]>> = async () => async () => [],
): Promise<Figure[]> {
  await fill(home, database)
  const port = await freePort()
  const server = await startTxwarden(home, { database, flags: ['--metrics', `127.0.0.1:${port}`] })
  const scrape = async () => {
    const begun = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    if (!(await response.text()).includes('txwarden_database_size_bytes'))
      throw new Error('a scrape without the database')
    return performance.now() - begun
  }
  try {
    const load = () => runLoad({ ...server, bodies, connections: CONNECTIONS, ms: ROUND_MS })
    await load()
    const rates: { readonly without: number; readonly with: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const without = (await load()).perSecond
      const ended = new AbortController()
      const scraping = (async () => {
        for await (const _ of setInterval(SCRAPE_EVERY_MS, undefined, { signal: ended.signal })) await scrape()
      })().catch((error: unknown) => {
        if (!ended.signal.aborted) throw error
      })
      rates.push({ without, with: (await load()).perSecond })
      ended.abort()
      await scraping
    }
    for (let count = 0; count < 10; count++) await scrape()
    const more = await beforeScrapes()
    const pid = server.process.pid ?? 0
    const before = processorTime(pid) ?? Number.NaN
    const times: number[] = []
    for (let count = 0; count < SCRAPES; count++) times.push(await scrape())
    const each = ((processorTime(pid) ?? Number.NaN) - before) / SCRAPES
    const of = (pick: (round: (typeof rates)[number]) => number) => median(rates.map(pick))
    return [
      { name: `${name}: a scrape`, measured: '', unit: 'ms', value: median(times), goal: { atMost: 10 } },
      {
        name: `${name}: processor time of one scrape a second`,
        measured: `${(each / 10).toFixed(1)} % of a core`,
        unit: 'ms',
        value: each,
        goal: { atMost: 20 },
      },
      {
        name: `${name}: validations with one scrape a second`,
        measured: rateText(of((round) => round.with)),
        against: 'those without',
        value: of((round) => round.with / round.without),
        goal: { atLeast: 0.98 },
      },
      ...(await more()),
    ]
  } finally {
    await server.stop()
  }
}

function room(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

const servers: PostgresServer[] = []
try {
  const home = room('sqlite')
  const figures = await measure('SQLite', home, join(home, 'local.db'))
  if (hasPostgres()) {
    const server = await startPostgres({ isDurable: true })
    servers.push(server)
    const database = await server.createDatabase()
    const scanned = async () => {
      // Statistics of other connections come with a delay.
      await server.admin('select pg_stat_force_next_flush()', database).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 1500))
      const [row] = await server.admin(
        "select coalesce(sum(seq_tup_read), 0)::float8 as rows from pg_stat_user_tables where relname = 'transactions'",
        database,
      )
      return Number(row?.rows)
    }
    const ofPostgres = await measure('PostgreSQL', room('postgres'), database, async () => {
      await server.admin('analyze', database)
      const before = await scanned()
      return async () => {
        const rows = (await scanned()) - before
        if (rows > 0) throw new Error(`scrapes read ${rows} validations by scanning their table`)
        return [{ name: 'PostgreSQL: validations that scrapes read by scanning', measured: 'none' }]
      }
    })
    figures.push(...ofPostgres)
  }
  publish({
    bench: 'metrics',
    how: `${stored} stored validations, ${SCRAPES} scrapes, ${ROUNDS} rounds of ${ROUND_MS / 1000} s with ${CONNECTIONS} connections`,
    figures,
  })
} finally {
  for (const server of servers) server.stop()
  rmSync(folder, { recursive: true, force: true })
}
