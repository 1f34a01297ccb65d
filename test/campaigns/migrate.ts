import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { COMMAND } from '../support/built-program.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'

/**
 * Kills the first command on a database of version 0.1.0 at every write and sync of its migration: tsx
 * test/campaigns/migrate.ts [kills] [seed] [--short]. The next command must finish the migration with the same rows. Fewer
 * kills than calls: random ones. Does not build: `npm run build` first.
 */
const { count, seed, isShort } = campaignArguments({ usual: 100_000, short: 6 })
const FILES = join(import.meta.dirname, '../compatibility/version-0.1.0')
const LIST = [...COMMAND, 'control-list', 'list', '--all', '--json']
const CALLS = ['pwrite64', 'fdatasync', 'fsync', 'ftruncate', 'unlink', 'rename']

const random = randomFrom(seed)
const work = mkdtempSync(join(tmpdir(), 'txwarden-migrate-'))
const report = new Report('migrations')
const old = gunzipSync(readFileSync(join(FILES, 'local.db.gz')))
try {
  const wanted = answerOf(home('whole'))
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
  report.promise('the next command finishes the migration', faults.length === 0, faults.slice(0, 5).join('; '))
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

/** A folder with the old database. */
function home(name: string): string {
  const folder = join(work, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'local.db'), old, { mode: 0o600 })
  for (const file of ['config.json', 'master.key'])
    writeFileSync(join(folder, file), readFileSync(join(FILES, file)), { mode: 0o600 })
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

function answerOf(folder: string): string {
  const { status, stdout, stderr } = run(folder, [])
  if (status !== 0) throw new Error(`the command ends with ${status}: ${stderr}`)
  return stdout
}

/** How often the command makes a call while it migrates. */
function callsOf(call: string): number {
  const folder = home(`count-${call}`)
  const { log } = run(folder, [])
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${call}(`)).length
}

/** '' when the database is whole and the command shows the same. */
function inspect(folder: string, wanted: string): string {
  const { status, stdout, stderr } = run(folder, [])
  if (status !== 0) return `the next command ends with ${status}: ${stderr.trim().split('\n')[0]}`
  if (stdout !== wanted) return 'the next command shows other entries'
  const database = new DatabaseSync(join(folder, 'local.db'))
  try {
    const [row] = database.prepare('pragma integrity_check').all()
    return row?.integrity_check === 'ok' ? '' : `integrity_check: ${row?.integrity_check}`
  } finally {
    database.close()
  }
}
