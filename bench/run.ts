import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isReached, machine, type Report, ratioTable, textOf } from './figures/report.ts'

/**
 * Runs all benchmarks one after another and prints one table of their ratios; `--json FILE` also writes all figures to a
 * file. A missed goal is not a failure; a benchmark that throws is, and the others still run.
 */
const benches: readonly (readonly [file: string, ...argv: string[]])[] = [
  ['startup.ts'],
  ['cost.ts'],
  ['serve.ts'],
  ['engine.ts'],
  ['growth.ts', '100000'],
  ['bulk.ts'],
  ['postgres.ts'],
  ['prune.ts', '10000'],
]
const { json } = parseArgs({ options: { json: { type: 'string' } } }).values

const reports: Report[] = []
process.stdout.write(`${machine}\n`)
for (const [file, ...argv] of benches) {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, file), ...argv, '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 },
  )
  if (status !== 0) {
    process.stderr.write(`bench/${file} ended with ${status}\n`)
    process.exitCode = 1
    continue
  }
  const report = JSON.parse(String(stdout)) as Report
  reports.push(report)
  process.stdout.write(`\n${textOf(report)}`)
}
process.stdout.write(`\n${ratioTable(reports)}`)
const goals = reports.flatMap(({ figures }) => figures).map(isReached)
const count = (outcome: boolean) => goals.filter((each) => each === outcome).length
process.stdout.write(`\n${count(true)} goals reached, ${count(false)} missed\n`)
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ machine, reports }, undefined, 2)}\n`)
