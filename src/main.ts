/**
 * Room: `run(argv, deps)` composes the program from arguments to exit code.
 *
 * The only file that touches the process: its arguments, environment, streams and signals.
 */

import type { ChildProcess } from 'node:child_process'
import manifest from '../package.json' with { type: 'json' }
import type { Context, Deps } from './cli/context/context.ts'
import { pooledRandom } from './cli/context/pooled-random.ts'
import type { Command } from './cli/define.ts'
import {
  errorJson,
  errorText,
  firstError,
  shownError,
  targetFlags,
  withLocalProfile,
  withTarget,
  withTexts,
} from './cli/errors/errors.ts'
import { exitCodeOf, exitCodes } from './cli/errors/exit-codes.ts'
import { usageError } from './cli/errors/usage.ts'
import { paintFor } from './cli/output/paint.ts'
import { processOutput } from './cli/output/process-output.ts'
import type { ParsedCommandLine } from './cli/program/program.ts'
import { typedUrlHider } from './cli/url-secrets.ts'
import { RequestPreview } from './client/requests/preview-request.ts'
import { withCredentials } from './config/credentials.ts'
import { isSingleExecutable } from './shared/system/embedded-file.ts'
import { stopReason } from './shared/system/stop-signal.ts'
import { systemClock } from './shared/time/clock.ts'

export type { Deps } from './cli/context/context.ts'

/** Runs a command line and returns its exit code. Everything outside comes from `deps`. */
export async function run(argv: readonly string[], deps: Deps): Promise<number> {
  if (argv[0] === COMPLETE) return printCompletions(argv.slice(1), deps)
  try {
    // Needs no command.
    if (argv[0] === '-V' || argv[0] === '--version') {
      const text = versionText(argv.slice(1))
      if (text !== undefined) {
        await deps.io.stdout.write(text)
        return exitCodes.ok
      }
    }
    const { parseCommandLine } = await import('./cli/program/program.ts')
    const parsed = await parseCommandLine(argv, {
      version: manifest.version,
      ...(await import('./commands/index.ts')),
      columns: deps.io.stdout.columns ?? USUAL_COLUMNS,
    })
    if (parsed.kind === 'print') {
      // `help` opens a pager; `--help` and a bare `txwarden` do not.
      if (argv[0] === 'help' && (await deps.page?.(parsed.text))) return exitCodes.ok
      await deps.io.stdout.write(parsed.text)
      return exitCodes.ok
    }
    return await runCommand(parsed, deps, argv)
  } catch (error) {
    const own = beforeCommand(argv)
    return reportError(error, deps, {
      argv,
      json: asksForJson(own, deps.env),
      verbose: /(^| )(-v|--verbose)( |$)/.test(own.join(' ')),
      color: own.includes('--no-color') ? false : undefined,
    })
  }
}

/** Width of help where the output is no terminal. */
const USUAL_COLUMNS = 80

/** Undefined with flags that need the parser. */
function versionText(flags: readonly string[]): string | undefined {
  const { version } = manifest
  if (flags.length === 0) return `${version}\n`
  if (flags.length > 1 || flags[0] !== '--json') return undefined
  const { node } = process.versions
  return `${JSON.stringify({ version, node, isSingleExecutable: isSingleExecutable() }, null, 2)}\n`
}

/** Internal command of the shell completion scripts. */
const COMPLETE = '__complete'

async function printCompletions(words: readonly string[], deps: Deps): Promise<number> {
  try {
    const { complete } = await import('./cli/completion/complete.ts')
    await deps.io.stdout.write(await complete(words, await import('./commands/index.ts'), deps, manifest.version))
  } catch {
    // Without candidates there is nothing to print.
  }
  return exitCodes.ok
}

async function runCommand(
  { command, input, globals }: Extract<ParsedCommandLine, { kind: 'run' }>,
  deps: Deps,
  argv: readonly string[],
): Promise<number> {
  // Not loaded for help and version.
  const { createContext } = await import('./cli/context/create-context.ts')
  const context = createContext(deps, globals, manifest.version, { reportsVariables: command.reportsVariables })
  try {
    await context.checkOutput()
    if (command.requests === false) await refuseRequestFlags(command, context)
    // What names addresses is not loaded for commands without one.
    const named = argv.some((word) => /@|\.eth$/i.test(word)) ? await import('./cli/input/resolve-names.ts') : undefined
    const resolved = named ? await named.withAddresses(context, command, input) : input
    return (await command.run(context, resolved)) ?? exitCodes.ok
  } catch (error) {
    if (!(error instanceof RequestPreview))
      return reportError(error, deps, {
        argv,
        json: context.out.isJson,
        verbose: globals.verbose === true,
        color: globals.color,
        target: targetFlags(globals),
        isRemote: isRemote(context),
      })
    await context.out.preview(error)
    return exitCodes.ok
  } finally {
    await context.close()
  }
}

async function refuseRequestFlags({ name, isTraced }: Command, { globals, note }: Context): Promise<void> {
  if (globals.curl) throw usageError(`--curl: ${name} sends no request to the service`)
  if (globals.verbose && !isTraced)
    await note(`-v: ${name} sends no request to the service, so there is nothing to trace`)
}

/** Without the words after `--`, which are those of another program. */
function beforeCommand(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end < 0 ? argv : argv.slice(0, end)
}

/** Whether an invalid command line requests JSON. */
function asksForJson(argv: readonly string[], env: Deps['env']): boolean {
  return env.TXWARDEN_OUTPUT === 'json' || /(^| )(--json|(-o|--output)[= ]?json)( |$)/.test(argv.join(' '))
}

interface ErrorShape {
  readonly argv: readonly string[]
  readonly json: boolean
  readonly verbose: boolean
  /** False: without colours. */
  readonly color: boolean | undefined
  /** Flags that select the service, for the next step in the error. */
  readonly target?: string
  /** Whether a service on another machine was called. */
  readonly isRemote?: boolean
}

function isRemote(context: Context): boolean {
  try {
    return context.isRemote()
  } catch {
    return false
  }
}

async function reportError(
  error: unknown,
  deps: Deps,
  { argv, json, verbose, color, target = '', isRemote = false }: ErrorShape,
): Promise<number> {
  const hide = typedUrlHider(argv)
  const shown = withTexts(withTarget(withLocalProfile(shownError(error, isRemote), argv), target), hide)
  const { stderr } = deps.io
  if (json) await stderr.write(errorJson(shown))
  else {
    const paint = await paintFor(stderr, deps.env, color)
    await stderr.write(errorText(shown, paint, stderr.isTTY ? (stderr.columns ?? 80) : undefined))
  }
  const first = firstError(error)
  if (verbose && shown.kind === 'unexpected' && first instanceof Error)
    await stderr.write(`${hide(first.stack ?? '')}\n`)
  return exitCodeOf(shown.kind)
}

/** Size of Node's thread pool; half of it can resolve host names at once. */
const THREADS = '64'

function hasTerminal(): boolean {
  const { isatty } = process.getBuiltinModule('node:tty')
  return [0, 1, 2].some((descriptor) => isatty(descriptor))
}

/** The only code that uses the process. */
export async function runProcess(): Promise<void> {
  // With the default of four, two unresponsive name servers block every other look-up for 20 seconds.
  process.env.UV_THREADPOOL_SIZE ??= THREADS
  const interrupt = new AbortController()
  let paging = false
  let child: ChildProcess | undefined
  const stop = (name: NodeJS.Signals) => {
    // The pager handles Ctrl-C.
    if (paging) return
    if (child) {
      // A terminal sends Ctrl-C to all its processes.
      if (name !== 'SIGINT' || !hasTerminal()) child.kill(name)
      return
    }
    // The second Ctrl-C exits immediately.
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted)
    interrupt.abort(stopReason(name))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Default exit code if run() never settles.
  process.exitCode = exitCodes.unexpected
  const env = withCredentials(process.env)
  const files = process.getBuiltinModule('node:fs')
  const stdout = processOutput({ descriptor: 1, stream: () => process.stdout, env, files })
  process.exitCode = await run(process.argv.slice(2), {
    io: {
      // Accessing stdin opens it, so it is accessed on demand.
      get stdin() {
        return process.stdin
      },
      stdout,
      stderr: processOutput({ descriptor: 2, stream: () => process.stderr, env, files }),
    },
    env,
    clock: systemClock,
    random: pooledRandom((pool) => crypto.getRandomValues(pool)),
    signal: interrupt.signal,
    onHangup: (listener) => {
      // A terminal that closes ends its programs.
      if (hasTerminal()) return () => undefined
      process.on('SIGHUP', listener)
      return () => void process.off('SIGHUP', listener)
    },
    runProgram: async (words, programEnv) => {
      const { runProgram } = await import('./cli/program/run-program.ts')
      process.on('SIGHUP', stop)
      try {
        return await runProgram(words, programEnv, 'inherit', (started) => {
          child = started
        })
      } finally {
        child = undefined
        process.off('SIGHUP', stop)
      }
    },
    ...(stdout.isTTY && {
      page: async (text: string) => {
        const { showInPager } = await import('./cli/output/pager.ts')
        paging = true
        const shown = await showInPager(text, process.env, process.stdout.rows)
        paging = false
        return shown
      },
    }),
  })
  // Pending name look-ups of a completion must not block the shell.
  if (process.argv[2] === COMPLETE) process.exit()
}

if (import.meta.main) void runProcess()
