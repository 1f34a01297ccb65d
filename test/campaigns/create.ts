import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { COMMAND } from '../support/built-program.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'

/**
 * Kills the command that creates a database at every write and sync: tsx test/campaigns/create.ts [kills] [seed] [--short].
 * The next command must have all tables. Migrations are applied in the same way. Fewer kills than calls: random ones. Does
 * not build: `npm run build` first.
 */
const { count, seed, isShort } = campaignArguments({ usual: 100_000, short: 6 })
const LIST = [...COMMAND, 'control-list', 'list', '--json']
const CALLS = ['pwrite64', 'fdatasync', 'fsync', 'ftruncate', 'unlink', 'rename']

const random = randomFrom(seed)
const work = mkdtempSync(join(tmpdir(), 'txwarden-create-'))
const report = new Report('creations')
try {
  const wanted = tablesOf(wholeHome())
  const points = CALLS.flatMap((call) =>
    Array.from({ length: callsOf(call) }, (_, index) => ({ call, when: index + 1 })),
  )
  const chosen = points
    .map((point) => ({ point, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
  const faults: string[] = []
  let killed = 0
  for (const { point } of chosen) {
    const folder = home(`${point.call}-${point.when}`)
    const { signal } = run(folder, ['-e', `inject=${point.call}:signal=KILL:when=${point.when}`])
    if (signal === 'SIGKILL') killed++
    const fault = inspect(folder, wanted)
    if (fault !== '') faults.push(`${point.call} ${point.when}: ${fault}`)
    rmSync(folder, { recursive: true })
  }
  report.count('kills', killed)
  report.say(`${points.length} calls, ${killed} kills`)
  report.promise('the next command has all tables', faults.length === 0, faults.slice(0, 5).join('; '))
  // Opening is not deterministic to the call: the last ones may not come again.
  report.promise(
    'nearly every kill hits',
    killed >= chosen.length * (isShort ? 0.5 : 0.9),
    `${killed} of ${chosen.length}`,
  )
} finally {
  rmSync(work, { recursive: true, force: true })
}
report.end()

/** A folder without a database. */
function home(name: string): string {
  const folder = join(work, name)
  mkdirSync(folder)
  return folder
}

function run(folder: string, injected: readonly string[]) {
  const log = join(work, 'strace.log')
  const { status, signal, stdout, stderr } = spawnSync(
    'strace',
    ['-f', '-qq', '-o', log, '-e', `trace=${CALLS.join()}`, ...injected, ...LIST],
    { encoding: 'utf8', env: { PATH: process.env.PATH ?? '', TXWARDEN_HOME: folder, NODE_COMPILE_CACHE: '' } },
  )
  return { status, signal: signal ?? (status === 137 ? 'SIGKILL' : null), stdout, stderr, log }
}

function wholeHome(): string {
  const folder = home('whole')
  const { status, stderr } = run(folder, [])
  if (status !== 0) throw new Error(`the command ends with ${status}: ${stderr}`)
  return folder
}

/** The tables of its database, its migrations, and what `integrity_check` says. */
function tablesOf(folder: string): string {
  const database = new DatabaseSync(join(folder, 'local.db'))
  try {
    const [schema, applied, check] = [
      'select type, name, sql from sqlite_schema order by type, name',
      'select name from kysely_migration',
      'pragma integrity_check',
    ].map((query) => database.prepare(query).all())
    return JSON.stringify({ schema, applied, check })
  } finally {
    database.close()
  }
}

/** How often the command makes a call. */
function callsOf(call: string): number {
  const folder = home(`count-${call}`)
  const { log } = run(folder, [])
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${call}(`)).length
}

/** '' when the next command runs on a whole database. */
function inspect(folder: string, wanted: string): string {
  const { status, stderr } = run(folder, [])
  if (status !== 0) return `the next command ends with ${status}: ${stderr.trim().split('\n')[0]}`
  return tablesOf(folder) === wanted ? '' : 'the database has other tables'
}
