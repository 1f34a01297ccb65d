import manifest from '../package.json' with { type: 'json' }
import type { Deps } from './cli/context.ts'
import { errorJson, errorText, shownError } from './cli/errors.ts'
import { exitCodeOf, exitCodes } from './cli/exit-codes.ts'
import { outputOf } from './cli/io.ts'
import { colorPaint, plainPaint, wantsColor } from './cli/paint.ts'
import { type Parsed, parseCommandLine } from './cli/program.ts'
import { NotSent } from './client/not-sent.ts'
import { commands, nouns } from './commands/index.ts'

export type { Deps } from './cli/context.ts'

/** Runs one command line and answers its exit code. Everything it needs of the outside comes in through `deps`. */
export async function run(argv: readonly string[], deps: Deps): Promise<number> {
  const wantsJson =
    argv.includes('--json') ||
    deps.env.TXWARDEN_OUTPUT === 'json' ||
    /(^|\s)(-o|--output)[= ]json(\s|$)/.test(argv.join(' '))
  try {
    const parsed = await parseCommandLine(argv, {
      version: manifest.version,
      commands,
      nouns,
      columns: deps.io.stdout.columns ?? 80,
    })
    if (parsed.kind === 'say') {
      await deps.io.stdout.write(parsed.text)
      return exitCodes.ok
    }
    return await runCommand(parsed, deps)
  } catch (error) {
    return reportError(error, deps, wantsJson, argv.includes('-v') || argv.includes('--verbose'))
  }
}

async function runCommand({ command, input, globals }: Extract<Parsed, { kind: 'run' }>, deps: Deps): Promise<number> {
  // Help and version load nothing of what a command works with.
  const { createContext } = await import('./cli/create-context.ts')
  const context = createContext(deps, globals, manifest.version)
  try {
    return (await command.run(context, input)) ?? exitCodes.ok
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    // No failure: printing the request instead of sending it is what was asked for.
    const text =
      error.reason === 'dry-run' && context.out.isJson ? JSON.stringify(error.request, undefined, 2) : error.text
    await context.out.text(text)
    return exitCodes.ok
  } finally {
    await context.close()
  }
}

async function reportError(error: unknown, deps: Deps, wantsJson: boolean, verbose: boolean): Promise<number> {
  const shown = shownError(error)
  const { stderr } = deps.io
  if (wantsJson) await stderr.write(errorJson(shown))
  else {
    const paint = wantsColor(deps.env, stderr.isTTY, undefined) ? await colorPaint() : plainPaint
    await stderr.write(errorText(shown, paint))
  }
  if (verbose && shown.kind === 'unexpected' && error instanceof Error) await stderr.write(`${error.stack}\n`)
  return exitCodeOf(shown.kind)
}

/** The one place that knows the process. */
export async function runProcess(): Promise<void> {
  const interrupt = new AbortController()
  const stop = () => {
    // The second time it is meant: nothing is waited for.
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted)
    interrupt.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.exitCode = await run(process.argv.slice(2), {
    io: {
      // Touching stdin opens it: only who reads it does.
      get stdin() {
        return process.stdin
      },
      stdout: outputOf(process.stdout, process.env),
      stderr: outputOf(process.stderr, process.env),
    },
    env: process.env,
    clock: { now: () => Date.now() },
    random: (length) => process.getBuiltinModule('node:crypto').randomFillSync(new Uint8Array(length)),
    signal: interrupt.signal,
  })
}

if (import.meta.main && import.meta.filename.endsWith('.ts')) await runProcess()
