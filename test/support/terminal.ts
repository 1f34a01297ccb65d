import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PATIENCE_MS } from './patience.ts'

export interface TerminalModes {
  readonly canonical: boolean
  readonly echo: boolean
  readonly signals: boolean
}

export interface TerminalRun {
  readonly code: number
  /** The whole terminal output without escape sequences. */
  readonly screen: string
  /** The same with them. */
  readonly raw: string
  /** Of the pipe; '' when stdout was the terminal. */
  readonly stdout: string
  /** Terminal settings before and after the program. */
  readonly before: TerminalModes
  readonly after: TerminalModes
  /** Expected texts that did not appear. */
  readonly missed: readonly string[]
}

/** Waits for new text on the screen, then types. */
export type Step = readonly [expect: string, send: string]

export interface TerminalOptions {
  readonly env: Readonly<Record<string, string>>
  readonly stdoutIsTerminal?: boolean
  readonly columns?: number
  readonly rows?: number
}

const root = join(import.meta.dirname, '../..')

/** Programs that the pseudo-terminal needs: Python's standard library has one. */
export const TERMINAL = ['python3']

/** Runs the built program in a pseudo-terminal. */
export function runInTerminal(
  argv: readonly string[],
  steps: readonly Step[],
  options: TerminalOptions,
): Promise<TerminalRun> {
  return runProgramInTerminal([process.execPath, join(root, 'bin/txwarden.js'), ...argv], steps, options)
}

/** Any program, for example a shell. */
export async function runProgramInTerminal(
  argv: readonly string[],
  steps: readonly Step[],
  { env, stdoutIsTerminal = false, columns = 100, rows = 30 }: TerminalOptions,
): Promise<TerminalRun> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const python = spawn('python3', [join(import.meta.dirname, 'terminal.py')], { stdio: ['pipe', 'pipe', 'inherit'] })
  python.stdin.end(
    JSON.stringify({
      argv,
      env: { PATH, NODE_COMPILE_CACHE, TERM: 'xterm-256color', ...env },
      cwd: root,
      steps: steps.map(([expect, send]) => ({ expect, send })),
      stdoutIsTerminal,
      columns,
      rows,
      timeout: PATIENCE_MS / 1000,
    }),
  )
  return JSON.parse(await text(python.stdout)) as TerminalRun
}
