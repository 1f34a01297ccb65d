import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')

/** Creates data to list; not part of the measured commands. */
const seed = ['control-list', 'add', '0x7E57E185F01f2900F3b969962D790bD76275007A', '--type', 'allow']

/** Commands whose start time matters. */
const usual = [
  ['--version'],
  ['--help'],
  ['control-list', '--help'],
  ['__complete', 'control-list', 'a'],
  ['control-list', 'list', '--json'],
  ['validate', '--file', join(root, 'examples', 'transfer-to-known.json')],
  [
    ...['safe', 'hash', '--file', join(root, 'examples', 'safe', 'add-owner.json'), '--json', '--chain', 'arbitrum'],
    ...['--safe', '0x111CEEee040739fD91D29C34C33E6B3E112F2177', '--safe-version', '1.3.0'],
  ],
]

/** What `--help` prints. */
export function printedHelp(folder: string): string {
  const program = `require(${JSON.stringify(join(folder, 'main.cjs'))}).runProcess()`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program, '--', 'txwarden', '--help'], {
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    encoding: 'utf8',
  })
  if (status !== 0 || stdout === '') throw new Error(`--help ended with ${status}: ${stderr}`)
  return stdout
}

/** Runs the usual commands of a build. Returns the functions of each file, of each command that loads it. */
export function runUsualCommands(folder: string): Map<string, Ran[][]> {
  const home = mkdtempSync(join(tmpdir(), 'txwarden-build-'))
  const coverage = join(home, 'coverage')
  const launcher = join(home, 'launch.cjs')
  // What a busy machine is late for calls other functions: time passes by calls, so that each build is the same.
  const clock = 'let now = 0; process.hrtime = () => [0, (now += 10_000)]'
  writeFileSync(launcher, `${clock}; require(${JSON.stringify(join(folder, 'main.cjs'))}).runProcess()`)
  const run = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const { status, stderr } = spawnSync(process.execPath, [launcher, ...argv], {
      cwd: home,
      // Coverage of cached code is less exact, and a build must not write to the user's folders.
      env: { TXWARDEN_HOME: home, NODE_DISABLE_COMPILE_CACHE: '1', ...env },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`)
  }
  try {
    run(seed)
    for (const argv of usual) run(argv, { NODE_V8_COVERAGE: coverage })
    const ran = new Map<string, Ran[][]>()
    for (const name of readdirSync(coverage)) {
      const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as Coverage
      for (const { url, functions } of result) {
        const file = url.startsWith('file:') ? fileURLToPath(url) : ''
        if (!file.startsWith(folder + sep)) continue
        ran.set(file, [...(ran.get(file) ?? []), functions])
      }
    }
    return ran
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The used part of node's NODE_V8_COVERAGE output. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: Ran[]
  }[]
}

/** What ran of a function. */
export interface Ran {
  /** The function, then the blocks inside it. */
  readonly ranges: readonly [Range, ...Range[]]
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}
