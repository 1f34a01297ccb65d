import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { RESULT_FILE, type Result } from './support/campaign.ts'
import { PLAN, type Planned, TESTED } from './support/plan.ts'
import { nextCampaign, readLedger, type Shard, totalsOf } from './support/schedule.ts'

/**
 * All campaigns: tsx test/campaigns/run.ts [--minutes N] [--resume] [--only a,b] [--table] [--short]. The long run goes in
 * shards, the campaign that is furthest from its goal first, until every goal or the time is reached. Results are kept in
 * `.campaign/results.jsonl`: `--resume` adds to them, `--table` only prints their sums. `--short` runs the short form of
 * each campaign once and keeps nothing. Does not build: `npm run build` first.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    resume: { type: 'boolean', default: false },
    only: { type: 'string' },
    table: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
})
const FIRST_SEED = 20_260_102

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.campaign')
const ledger = join(folder, 'results.jsonl')
const plan = planned(values.only)

if (values.short) {
  const shards = plan.map((each) => run(each, ['--short'], FIRST_SEED))
  print(shards)
  fail(shards)
} else if (values.table) {
  print(kept())
} else {
  const shards = longRun(Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60)
  print(kept())
  fail(shards)
}

function planned(only: string | undefined): readonly Planned[] {
  if (only === undefined) return PLAN
  const names = only.split(',')
  const unknown = names.filter((name) => !PLAN.some(({ campaign }) => campaign === name))
  if (unknown.length > 0) throw new Error(`there is no campaign ${unknown.join(', ')}`)
  return PLAN.filter(({ campaign }) => names.includes(campaign))
}

/** Runs shards for `seconds`; returns those of this run. */
function longRun(seconds: number): Shard[] {
  if (!(seconds > 0)) throw new Error('--minutes: give a number above 0')
  mkdirSync(folder, { recursive: true })
  if (!values.resume && existsSync(ledger)) renameSync(ledger, join(folder, `results-${Date.now()}.jsonl`))
  dropTornLine()
  const earlier = kept()
  const started = performance.now()
  const shards: Shard[] = []
  for (;;) {
    const secondsLeft = seconds - (performance.now() - started) / 1000
    const all = [...earlier, ...shards]
    const next = nextCampaign(plan, { kept: all, ofThisRun: shards, secondsLeft })
    if (!next) return shards
    const seed = FIRST_SEED + all.filter(({ campaign }) => campaign === next.campaign).length
    const shard = run(next, [String(next.shard), String(seed)], seed)
    shards.push(shard)
    appendFileSync(ledger, `${JSON.stringify(shard)}\n`)
  }
}

/** Shards of the ledger. */
function kept(): Shard[] {
  return existsSync(ledger) ? readLedger(readFileSync(ledger, 'utf8')).shards : []
}

/** A kill cuts off the last line; the next shard must not continue it. */
function dropTornLine(): void {
  if (!existsSync(ledger)) return
  const text = readFileSync(ledger, 'utf8')
  const { whole } = readLedger(text)
  if (whole === text) return
  process.stderr.write(`${ledger}: the last line is incomplete and was removed\n`)
  writeFileSync(ledger, whole)
}

function run({ campaign }: Planned, args: readonly string[], seed: number): Shard {
  process.stdout.write(`\n== ${campaign} ${args.join(' ')}\n`)
  const scratch = mkdtempSync(join(tmpdir(), 'txwarden-campaign-'))
  const file = join(scratch, 'result.json')
  const started = performance.now()
  try {
    const { status, signal } = spawnSync(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, `${campaign}.ts`), ...args],
      { stdio: 'inherit', cwd: root, env: { ...process.env, [RESULT_FILE]: file } },
    )
    const result: Result = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : {
          counts: {},
          broken: [`ended without a result: ${signal ?? `exit code ${status}`}`],
          seconds: Math.round((performance.now() - started) / 1000),
        }
    return { campaign, seed, at: new Date().toISOString(), commit: commit(), ...result }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** One row a campaign, as Markdown. */
function print(shards: readonly Shard[]): void {
  const rows = plan.map(({ campaign, goals, claim, wanted }) => {
    const own = shards.filter((shard) => shard.campaign === campaign)
    const done = totalsOf(campaign, shards)
    const number = (count: number) => count.toLocaleString('en')
    return [
      goals,
      campaign,
      claim,
      Object.entries(wanted)
        .map(([what, goal]) => `${number(done[what] ?? 0)} of ${number(goal)} ${what}`)
        .join(', '),
      number(own.reduce((sum, { broken }) => sum + broken.length, 0)),
      number(Math.round(own.reduce((sum, { seconds }) => sum + seconds, 0) / 60)),
      own.at(-1)?.at.slice(0, 10) ?? 'never',
    ]
  })
  const header = ['goal', 'campaign', 'what holds', 'tried', 'broken', 'minutes', 'last']
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`\n${lines.join('\n')}\n\n${TESTED.join('\n')}\n`)
  for (const { campaign, seed, broken, undecided = [] } of shards) {
    for (const promise of broken) process.stdout.write(`BROKEN  ${campaign}, seed ${seed}: ${promise}\n`)
    for (const promise of undecided)
      process.stdout.write(`undecided: machine busy  ${campaign}, seed ${seed}: ${promise}\n`)
  }
}

function fail(shards: readonly Shard[]): void {
  if (shards.some(({ broken }) => broken.length > 0)) process.exitCode = 1
}
