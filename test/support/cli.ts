import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { test as base, expect, onTestFinished } from 'vitest'
import { outputOf } from '../../src/cli/io.ts'
import { runProgram } from '../../src/cli/program/run-program.ts'
import { type Deps, run } from '../../src/main.ts'
import { catalogue } from '../../src/service/intel/feeds/enabled-feeds.ts'
import { seededRandom, TestClock } from './deterministic.ts'
import { copyEmptyDatabase } from './empty-database.ts'

export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Waits for new text on the screen, then types; keys alone wait for a prompt. */
export type Step = string | readonly [expect: string, send: string]

export interface CliOptions {
  /** Content of stdin; absent: empty. */
  readonly stdin?: string | Uint8Array
  /** stdin does not end. */
  readonly stdinStaysOpen?: boolean
  /** Whether all three streams are a terminal. */
  readonly tty?: boolean
  /** stdin is a pipe, also where the others are a terminal. */
  readonly piped?: boolean
  /** Typed input, each after its text is new on the screen. Implies a terminal. */
  readonly typed?: readonly Step[]
  readonly env?: Readonly<Record<string, string>>
  readonly columns?: number
  readonly signal?: AbortSignal
  /** Called after each write to stdout with the whole output. */
  readonly onStdout?: (text: string) => void
  /** The same of stderr. */
  readonly onStderr?: (text: string) => void
  /** The reader closes stdout after this many writes: `| head`. */
  readonly readerLeavesAfter?: number
}

export interface CliHome {
  /** False: the first command that needs the local database creates it. */
  readonly withDatabase?: boolean
  /** Default: the public feeds at an address that is refused. */
  readonly feedCatalogue?: Deps['feedCatalogue']
}

/** The program with its own home folder: all commands of a test share a database. */
export interface Cli {
  readonly home: string
  readonly clock: TestClock
  (argv: readonly string[], options?: CliOptions): Promise<CliResult>
  /** What it prints with --json. */
  // biome-ignore lint/suspicious/noExplicitAny: of each body a few members are read.
  json(argv: readonly string[], options?: CliOptions): Promise<any>
}

const UNREACHABLE_FEEDS = catalogue.map((feed) => ({ ...feed, urls: ['http://127.0.0.1:9/'] }))

/** Runs commands in this process through run(argv, deps), on real files in a folder that is removed after the test. */
export function makeCli({ withDatabase = true, feedCatalogue = UNREACHABLE_FEEDS }: CliHome = {}): Cli {
  const home = mkdtempSync(join(tmpdir(), 'txwarden-test-'))
  if (withDatabase) copyEmptyDatabase(join(home, 'local.db'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const clock = new TestClock()
  const random = seededRandom()
  const cli = async (argv: readonly string[], options: CliOptions = {}): Promise<CliResult> => {
    const stdout = new Captured(options, options.readerLeavesAfter)
    const stderr = new Captured(options)
    stdout.on('wrote', () => options.onStdout?.(stdout.text))
    stderr.on('wrote', () => options.onStderr?.(stderr.text))
    const tty = options.tty === true || options.typed !== undefined
    const stdin = stdinOf(options, stderr)
    const code = await run(argv, {
      io: {
        stdin: Object.assign(stdin, { isTTY: tty && !options.piped, setRawMode: () => stdin }),
        stdout: outputOf(stdout, options.env),
        stderr: outputOf(stderr, options.env),
      },
      env: { TXWARDEN_HOME: home, NO_COLOR: '1', TZ: 'UTC', ...options.env },
      clock,
      random,
      feedCatalogue,
      signal: options.signal ?? new AbortController().signal,
      runProgram: (words, env) =>
        runProgram(words, env, ['ignore', 'pipe', 'pipe'], (child) => {
          child.stdout?.pipe(stdout, { end: false })
          child.stderr?.pipe(stderr, { end: false })
        }),
    })
    return { code, stdout: stdout.text, stderr: stderr.text }
  }
  const json = async (argv: readonly string[], options?: CliOptions) =>
    JSON.parse((await cli([...argv, '--json'], options)).stdout)
  return Object.assign(cli, { home, clock, json })
}

/** The words of a line that is typed without quotes. */
export const asTyped = (line: string) => line.split(' ')

/** The end of a command that says a text on stderr. */
export const says = (code: number, text: string) => ({ code, stderr: expect.stringContaining(text) })

/** The same, without an answer. */
export const refuses = (code: number, text: string) => ({ ...says(code, text), stdout: '' })

/** A test with the program in a home of its own: `cli`. */
export const test = base.extend('cli', () => makeCli())

function stdinOf({ typed, stdin, stdinStaysOpen }: CliOptions, screen: Captured): Readable {
  if (typed) return typist(typed, screen)
  if (stdinStaysOpen) return openAfter(stdin)
  return Readable.from(stdin === undefined ? [] : [stdin])
}

function openAfter(text: string | Uint8Array = ''): Readable {
  const stream = new PassThrough()
  if (text.length > 0) stream.write(text)
  return stream
}

class Captured extends Writable {
  text = ''
  /** Like the process's streams: prompts pipe into it one after another, and must not end it. */
  readonly _isStdio = true
  readonly isTTY: boolean
  readonly columns: number

  #writesLeft: number

  constructor(options: CliOptions, writesLeft = Number.POSITIVE_INFINITY) {
    super({ decodeStrings: false })
    this.#writesLeft = writesLeft
    this.isTTY = options.tty === true || options.typed !== undefined
    this.columns = options.columns ?? 120
  }

  override _write(chunk: string | Buffer, _: string, done: (error?: Error) => void): void {
    if (this.#writesLeft-- <= 0) {
      done(Object.assign(new Error('the reader left'), { code: 'EPIPE' }))
      return
    }
    this.text += chunk.toString()
    this.emit('wrote')
    done()
  }
}

/** Types when the expected text appears: a key before its prompt is lost. */
function typist(steps: readonly Step[], screen: Captured): PassThrough {
  const stdin = new PassThrough()
  const waiting = steps.map((step) => (typeof step === 'string' ? (['? ', step] as const) : step))
  let seen = 0
  screen.on('wrote', () => {
    const [expected, keys] = waiting[0] ?? []
    if (expected === undefined || !stripVTControlCharacters(screen.text.slice(seen)).includes(expected)) return
    waiting.shift()
    seen = screen.text.length
    // A prompt listens after it is drawn.
    setImmediate(() => stdin.write(keys))
  })
  return stdin
}
