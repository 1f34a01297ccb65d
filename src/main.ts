import manifest from '../package.json' with { type: 'json' }
import type { Deps } from './cli/context.ts'
import { errorJson, errorText, shownError, withTarget } from './cli/errors.ts'
import { exitCodeOf, exitCodes } from './cli/exit-codes.ts'
import type { GlobalValues } from './cli/globals.ts'
import { outputOf } from './cli/io.ts'
import { printNotSent } from './cli/not-sent.ts'
import { colorPaint, plainPaint, wantsColor } from './cli/paint.ts'
import { type Parsed, parseCommandLine } from './cli/program.ts'
import { NotSent } from './client/not-sent.ts'
import { commands, nouns } from './commands/index.ts'

export type { Deps } from './cli/context.ts'

/** Runs one command line and answers its exit code. Everything it needs of the outside comes in through `deps`. */
export async function run(argv: readonly string[], deps: Deps): Promise<number> {
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
    return reportError(error, deps, {
      json: asksForJson(argv, deps.env),
      verbose: /(^| )(-v|--verbose)( |$)/.test(argv.join(' ')),
    })
  }
}

async function runCommand({ command, input, globals }: Extract<Parsed, { kind: 'run' }>, deps: Deps): Promise<number> {
  // Help and version load nothing of what a command works with.
  const { createContext } = await import('./cli/create-context.ts')
  const context = createContext(deps, globals, manifest.version)
  try {
    return (await command.run(context, input)) ?? exitCodes.ok
  } catch (error) {
    if (!(error instanceof NotSent))
      return reportError(error, deps, {
        json: context.out.isJson,
        verbose: globals.verbose === true,
        target: targetFlags(globals),
      })
    await printNotSent(context, error)
    return exitCodes.ok
  } finally {
    await context.close()
  }
}

/** What a line that could not be read asks for, as far as one can tell. */
function asksForJson(argv: readonly string[], env: Deps['env']): boolean {
  return env.TXWARDEN_OUTPUT === 'json' || /(^| )(--json|(-o|--output)[= ]?json)( |$)/.test(argv.join(' '))
}

interface ErrorShape {
  readonly json: boolean
  readonly verbose: boolean
  /** Flags that say which service was meant: what to try next is meant for the same. */
  readonly target?: string
}

function targetFlags({ profile, baseUrl }: GlobalValues): string {
  return `${profile === undefined ? '' : ` --profile ${profile}`}${baseUrl === undefined ? '' : ` --base-url ${baseUrl}`}`
}

async function reportError(error: unknown, deps: Deps, { json, verbose, target = '' }: ErrorShape): Promise<number> {
  const shown = withTarget(shownError(error), target)
  const { stderr } = deps.io
  if (json) await stderr.write(errorJson(shown))
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
