import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { outputOf } from '../../src/cli/io.ts'
import { run } from '../../src/main.ts'
import { seededRandom, TestClock } from './deterministic.ts'

export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  /** What is on stdin; none: it is at its end. */
  readonly stdin?: string
  /** Whether somebody sits at a terminal (all three streams). */
  readonly tty?: boolean
  /** Keys typed one after another, each once the program asks again (after it fell silent). Implies a terminal. */
  readonly typed?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly columns?: number
  readonly signal?: AbortSignal
}

/** The program with a home folder of its own: every command of one test works on one database. */
export interface Cli {
  readonly home: string
  readonly clock: TestClock
  (argv: readonly string[], options?: CliOptions): Promise<CliResult>
}

/** Runs commands in this process through run(argv, deps), on real files in a folder that goes away with the test. */
export function makeCli(): Cli {
  const home = mkdtempSync(join(tmpdir(), 'txwarden-test-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const clock = new TestClock()
  const random = seededRandom()
  const cli = async (argv: readonly string[], options: CliOptions = {}): Promise<CliResult> => {
    const stdout = new Captured(options)
    const stderr = new Captured(options)
    const tty = options.tty === true || options.typed !== undefined
    const stdin = options.typed
      ? typist(options.typed, stderr)
      : Readable.from(options.stdin === undefined ? [] : [options.stdin])
    const code = await run(argv, {
      io: {
        stdin: Object.assign(stdin, { isTTY: tty, setRawMode: () => stdin }),
        stdout: outputOf(stdout),
        stderr: outputOf(stderr),
      },
      env: { TXWARDEN_HOME: home, NO_COLOR: '1', ...options.env },
      clock,
      random,
      signal: options.signal ?? new AbortController().signal,
    })
    return { code, stdout: stdout.text, stderr: stderr.text }
  }
  return Object.assign(cli, { home, clock })
}

class Captured extends Writable {
  text = ''
  readonly isTTY: boolean
  readonly columns: number

  constructor(options: CliOptions) {
    super({ decodeStrings: false })
    this.isTTY = options.tty === true || options.typed !== undefined
    this.columns = options.columns ?? 120
  }

  override _write(chunk: string | Buffer, _: string, done: () => void): void {
    this.text += chunk.toString()
    this.emit('wrote')
    done()
  }
}

/** Types the next keys whenever the screen has not changed for a moment: nobody can answer before being asked. */
function typist(keys: readonly string[], screen: Captured): PassThrough {
  const stdin = new PassThrough()
  const waiting = [...keys]
  let timer: NodeJS.Timeout | undefined
  screen.on('wrote', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const next = waiting.shift()
      if (next !== undefined) stdin.write(next)
    }, 15)
  })
  return stdin
}
