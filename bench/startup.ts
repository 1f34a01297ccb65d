import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from '../test/support/install-package.ts'
import { median, publish } from './figures/report.ts'

/**
 * How long whole commands of the packed program take, as a multiple of the same Node doing nothing (`node -e 0`), the runs interleaved.
 * Held constant: one home folder with one control list entry, warm file cache and compile cache.
 */
const RUNS = 20
const WARM_UPS = 3
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))
const { program: bin } = installPackage(folder)
const env = { ...process.env, TXWARDEN_HOME: join(folder, 'home') }
const example = join(import.meta.dirname, '..', 'examples', 'transfer-to-known.json')

const safeExample = join(import.meta.dirname, '..', 'examples', 'safe', 'add-owner.json')
const safe = ['--safe', '0x111CEEee040739fD91D29C34C33E6B3E112F2177', '--safe-version', '1.3.0', '--chain', 'arbitrum']

interface Case {
  readonly name: string
  readonly argv: readonly string[]
  /** Highest multiple of the floor that is good enough; the floor itself has none. */
  readonly goal?: number
}

const cases: readonly Case[] = [
  { name: 'node -e 0', argv: ['-e', '0'] },
  { name: 'txwarden --version', argv: [bin, '--version'], goal: 1.3 },
  { name: 'txwarden --help', argv: [bin, '--help'], goal: 1.6 },
  { name: 'completion of a verb', argv: [bin, '__complete', 'control-list', 'a'], goal: 1.4 },
  { name: 'completion of an id', argv: [bin, '__complete', 'control-list', 'remove', ''] },
  { name: 'txwarden safe hash', argv: [bin, 'safe', 'hash', '--file', safeExample, '--json', ...safe], goal: 2.1 },
  { name: 'txwarden control-list list --json', argv: [bin, 'control-list', 'list', '--json'], goal: 3 },
  { name: 'txwarden validate', argv: [bin, 'validate', '--file', example], goal: 4.2 },
]

/** Wall time of one whole process, ms. */
function time({ argv }: Case): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, argv, { env })
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`)
  return elapsed
}

try {
  time({
    name: 'seed',
    argv: [bin, 'control-list', 'add', '0x7E57E185F01f2900F3b969962D790bD76275007A', '--type', 'allow'],
  })
  const times = new Map(cases.map((each) => [each, [] as number[]]))
  for (let run = -WARM_UPS; run < RUNS; run++)
    for (const each of cases) {
      const elapsed = time(each)
      if (run >= 0) times.get(each)?.push(elapsed)
    }
  const floor = median(times.get(cases[0] as Case) ?? [])
  publish({
    bench: 'start-up',
    how: `whole commands, median of ${RUNS}`,
    figures: cases.map((each, index) => {
      const ms = median(times.get(each) ?? [])
      return {
        name: each.name,
        measured: `${ms.toFixed(1)} ms`,
        ...(index > 0 && { value: ms / floor, against: 'node -e 0' }),
        ...(each.goal !== undefined && { goal: { atMost: each.goal } }),
      }
    }),
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
