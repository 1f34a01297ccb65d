import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgres, type PostgresServer, startPostgres } from '../test/support/postgres.ts'
import { type Figure, median, publish, rateText } from './figures/report.ts'
import { syncTimes } from './figures/sync.ts'
import { insertRate, storedIn } from './postgres/inserts.ts'
import { parentOf, processorTime } from './postgres/processor-time.ts'
import { validationBodies } from './serve/bodies.ts'
import { type Measured, runLoad } from './serve/load.ts'
import { type Running, startTxwarden } from './serve/servers.ts'

/**
 * Validations per second over HTTP on PostgreSQL with durable settings (fsync and synchronous_commit on): one `serve`, two
 * on one database, and two with a database server each; compared with inserting the same rows. They take turns, on the
 * same machine as the load: 64 connections in total. Needs `npm run build`, and
 * PostgreSQL's programs. `--seconds N` a round.
 */
const CONNECTIONS = 64
const ROUNDS = 3
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 5
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const bodies = validationBodies(1_000)

/** All at once, the connections shared out among them. */
async function load(servers: readonly Running[], ms = seconds * 1000): Promise<Measured> {
  const each = await Promise.all(
    servers.map(({ url, headers }) => runLoad({ url, headers, bodies, connections: CONNECTIONS / servers.length, ms })),
  )
  const worst = (pick: (measured: Measured) => number) => Math.max(...each.map(pick))
  const sum = (pick: (measured: Measured) => number) => each.map(pick).reduce((a, b) => a + b)
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    p50: worst(({ p50 }) => p50),
    p99: worst(({ p99 }) => p99),
    longest: worst(({ longest }) => longest),
    refused: sum(({ refused }) => refused),
  }
}

function room(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

const rounds: Record<'alone' | 'grouped', number>[] = []
const loads: Record<'one' | 'two' | 'apart', Measured>[] = []
/** Processor time of one validation (ms), with one and with two servers; none where the system does not tell. */
const costs: Record<'one' | 'two', Cost[]> = { one: [], two: [] }

type Cost = Record<'serve' | 'postgres', number>

/** The load on one database, and what it cost on both sides. */
async function loadShared(which: 'one' | 'two', servers: readonly Running[], postmaster?: number): Promise<Measured> {
  const used = () => ({
    serve: servers.reduce((sum, { process: { pid } }) => sum + (processorTime(Number(pid)) ?? 0), 0),
    postgres: (postmaster && processorTime(postmaster)) || 0,
  })
  const before = used()
  const measured = await load(servers)
  const after = used()
  const each = (side: keyof Cost) => (after[side] - before[side]) / (measured.perSecond * seconds)
  if (after.serve && after.postgres) costs[which].push({ serve: each('serve'), postgres: each('postgres') })
  return measured
}

type Which = keyof (typeof loads)[number]

function figures(): Figure[] {
  const refused = loads.flatMap((round) => Object.values(round)).reduce((sum, each) => sum + each.refused, 0)
  if (refused > 0) throw new Error(`serve refused ${refused} requests`)
  const of = (which: Which, pick: (measured: Measured) => number) => median(loads.map((round) => pick(round[which])))
  const notified = (which: Which) =>
    [
      rateText(of(which, ({ perSecond }) => perSecond)),
      `p50 ${of(which, ({ p50 }) => p50).toFixed(1)} ms`,
      `p99 ${of(which, ({ p99 }) => p99).toFixed(1)} ms`,
    ].join(', ')
  // Of a round each, which what else the machine does falls on alike.
  const timesOne = (which: Which) => median(loads.map((round) => round[which].perSecond / round.one.perSecond))
  const cost = (which: 'one' | 'two') => {
    const [serve, postgres] = (['serve', 'postgres'] as const).map((side) => median(costs[which].map((at) => at[side])))
    return `serve ${serve?.toFixed(2)} ms, PostgreSQL ${postgres?.toFixed(2)} ms`
  }
  const timesCost = costs.two.map((two, round) => sumOf(two) / sumOf(costs.one[round]))
  const inserts = (which: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[which]))
  return [
    {
      name: `plain inserts, ${CONNECTIONS} connections, each its own transaction`,
      measured: rateText(inserts('alone')),
    },
    { name: 'plain inserts, 2 connections, 64 a transaction', measured: rateText(inserts('grouped')) },
    {
      name: 'one serve',
      measured: notified('one'),
      against: 'plain inserts, each its own transaction',
      value: median(loads.map(({ one }, round) => one.perSecond / (rounds[round]?.alone ?? 0))),
    },
    { name: 'two serve, one database', measured: notified('two'), against: 'one serve', value: timesOne('two') },
    {
      name: 'two serve, a PostgreSQL server each',
      measured: notified('apart'),
      against: 'one serve',
      value: timesOne('apart'),
    },
    ...(costs.two.length > 0
      ? [
          { name: 'processor time of a validation, one serve', measured: cost('one') },
          {
            name: 'processor time of a validation, two serve',
            measured: cost('two'),
            against: 'one serve',
            value: median(timesCost),
            goal: { atMost: 1.15 },
          },
        ]
      : []),
  ]
}

function sumOf(cost?: Cost): number {
  return cost ? cost.serve + cost.postgres : Number.NaN
}

function leaveOut(): void {
  publish({
    bench: 'postgres',
    how: 'left out: PostgreSQL’s programs are not here (apt-get install postgresql)',
    figures: [],
  })
}

async function measure(postgres: PostgresServer[]): Promise<void> {
  for (let count = 0; count < 2; count++) postgres.push(await startPostgres({ isDurable: true }))
  const [first, second] = postgres as [PostgresServer, PostgresServer]
  const shared = { home: room('shared'), database: await first.createDatabase() }
  const one = await startTxwarden(shared.home, shared)
  const twin = await startTxwarden(shared.home, shared)
  const other = await startTxwarden(room('other'), { database: await second.createDatabase() })
  const plain = await first.createDatabase()
  for (const servers of [[one, twin], [other]]) await load(servers, 2_000)
  const rows = await storedIn(shared.database)
  // One of the processes that are always there, all with the same parent.
  const [child] = await first.admin("select pid from pg_stat_activity where backend_type = 'checkpointer'")
  const postmaster = parentOf(Number(child?.pid))
  for (let round = 0; round < ROUNDS; round++) {
    loads.push({
      one: await loadShared('one', [one], postmaster),
      two: await loadShared('two', [one, twin], postmaster),
      apart: await load([one, other]),
    })
    rounds.push({
      alone: await insertRate(plain, rows, { connections: CONNECTIONS, aTransaction: 1, ms: seconds * 1000 }),
      grouped: await insertRate(plain, rows, { connections: 2, aTransaction: 64, ms: seconds * 1000 }),
    })
  }
  await Promise.all([one, twin, other].map((server) => server.stop()))
  const [table] = await first.admin(
    "select pg_total_relation_size('transactions') / count(*)::int as bytes from transactions",
    shared.database,
  )
  publish({
    bench: 'postgres',
    how: `${CONNECTIONS} connections in all, median of ${ROUNDS} rounds of ${seconds} s, fsync and synchronous_commit on`,
    sync: syncTimes(folder),
    figures: figures(),
    notes: [`room of a validation with its indexes: ${table?.bytes} bytes`],
  })
}

const postgres: PostgresServer[] = []
try {
  if (hasPostgres()) await measure(postgres)
  else leaveOut()
} finally {
  for (const server of postgres) server.stop()
  rmSync(folder, { recursive: true, force: true })
}
