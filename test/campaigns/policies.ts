import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../support/postgres.ts'
import { wrongAlone, wrongUsage } from './support/budget-checks.ts'
import { BudgetHistory, CLIENTS } from './support/budget-history.ts'
import { campaignArguments, Report } from './support/campaign.ts'

/**
 * Budgets of policies while servers are killed: tsx test/campaigns/policies.ts [histories] [seed] [--short]. In each history
 * 64 clients pay, replace payments by nonce, release and report them, send keys twice and try again what has no answer; one
 * server on SQLite and two on PostgreSQL in turn. A model of what was answered says what the budgets have to be. With
 * libfaketime (Debian: faketime), an hour begins in each history on SQLite: sums are kept by the hour. Does not build:
 * `npm run build` first.
 */
const { count, seed, isShort } = campaignArguments({ usual: 20, short: 2 })
/** Longer than the window that passes. */
const ROLLING_MS = 80_000
const LOAD_MS = isShort ? 5000 : 20_000

const HOUR_MS = 3_600_000
/** Until the clients of a history begin (ms). */
const START_MS = 4000
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
if (library === undefined) throw new Error('libfaketime is missing: apt-get install faketime')

const report = new Report('policies')
report.say(`seed ${seed}`)
const postgres = await startPostgres({ isDurable: true })
const home = mkdtempSync(join(tmpdir(), 'txwarden-policies-'))
const tally = new Map<string, number>([['clients', CLIENTS]])
const faults = { above: [] as string[], usage: [] as string[], refused: [] as string[], answers: [] as string[] }
try {
  for (let number = 0; number < count; number++) await run(number)
} finally {
  postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
report.count('histories', count)
report.table(['what', 'how many'], [...tally])
const promise = (text: string, found: readonly string[]) =>
  report.promise(text, found.length === 0, found.slice(0, 5).join('\n    '))
promise('no window ever has more than its limit', faults.above)
promise('usage is the sum of what was answered', faults.usage)
promise('nothing that fits is refused, and nothing more is allowed', faults.refused)
promise('a key has one verdict, and what is open can be released', faults.answers)
report.end()

async function run(number: number): Promise<void> {
  const [isPostgres, hasReleases, isRolling] = [1, 2, 4].map((bit) => (number & bit) !== 0)
  const loadMs = isRolling ? ROLLING_MS : LOAD_MS
  const env: Record<string, string> = {
    TXWARDEN_HOME: join(home, String(number)),
    ...(isPostgres ? { TXWARDEN_DATABASE: await postgres.createDatabase() } : hourIn(START_MS + loadMs / 2)),
  }
  const history = new BudgetHistory({
    seed: seed + number,
    env,
    servers: isPostgres ? 2 : 1,
    isRolling: isRolling === true,
    hasReleases: hasReleases === true,
    loadMs,
  })
  await history.load()
  await history.resolve()
  const usage = await wrongUsage(history)
  const alone = await wrongAlone(history)
  const { above, refused } = history.model.faults()
  await history.servers.end()
  const named = (found: readonly string[]) => found.map((text) => `history ${number}: ${text}`)
  faults.above.push(...named(above))
  faults.usage.push(...named(usage))
  faults.refused.push(...named([...refused, ...alone.faults]))
  faults.answers.push(...named(history.faults))
  const { kills, lost } = history.servers
  const counts = { kills, 'answers lost': lost, ...history.tally, 'tried alone': alone.tried }
  for (const [what, cases] of Object.entries(counts)) tally.set(what, (tally.get(what) ?? 0) + cases)
  report.say(
    `history ${number}: ${Object.entries(counts)
      .map(([what, cases]) => `${cases} ${what}`)
      .join(', ')}`,
  )
}

/** A wall clock whose next hour begins in this time (ms). */
function hourIn(ms: number): Record<string, string> {
  const ahead = Math.ceil((HOUR_MS - ((Date.now() + ms) % HOUR_MS)) / 1000)
  return { LD_PRELOAD: library ?? '', FAKETIME: `+${ahead}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
