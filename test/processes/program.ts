import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { COMMAND, FOLDER } from '../support/built-program.ts'

export interface Outcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The program as a process of its own; killed with the test if it is still there. */
export class Program {
  readonly #child: ChildProcess
  readonly #said = { stdout: '', stderr: '' }
  /** When it has ended and everything it said is here. */
  readonly ended: Promise<Outcome>

  constructor(argv: readonly string[], env: Readonly<Record<string, string>>) {
    const { PATH = '', NODE_COMPILE_CACHE } = process.env
    const [program, ...first] = COMMAND
    this.#child = spawn(program, [...first, ...argv], {
      cwd: FOLDER,
      env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of ['stdout', 'stderr'] as const)
      this.#child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
        this.#said[stream] += chunk
        this.#child.emit('said')
      })
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject)
      this.#child.once('close', (code, signal) => resolve({ code, signal, ...this.#said }))
    })
    onTestFinished(() => void this.#child.kill('SIGKILL'))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Resolves once `text` was said; throws when the program ended without. */
  async says(stream: 'stdout' | 'stderr', text: string): Promise<void> {
    while (!this.#said[stream].includes(text)) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        // What it said last may be read after it exited.
        const { code, stderr } = await this.ended
        if (this.#said[stream].includes(text)) return
        throw new Error(`ended with ${code} before it said ${JSON.stringify(text)}: ${stderr}`)
      }
      await Promise.race([once(this.#child, 'said'), this.ended])
    }
  }

  /** The address of a `serve`, once it listens. */
  async address(): Promise<string> {
    await this.says('stdout', '\n')
    return this.#said.stdout.trim()
  }
}

/** Runs one command line to its end. */
export function runProgram(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  return new Program(argv, env).ended
}

/** Runs one command line that must work, and reads its JSON. */
export async function runForJson<T>(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<T> {
  const { code, stdout, stderr } = await runProgram([...argv, '--json'], env)
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout) as T
}

/** A new key of the local service. */
export function createKey(kind: 'validation' | 'management', env: Readonly<Record<string, string>>) {
  return runForJson<{ id: string; key: string }>(['keys', 'create', '--kind', kind], env)
}
