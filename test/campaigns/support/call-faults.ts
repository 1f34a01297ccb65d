import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENCE_MS } from '../../support/patience.ts'

/** System calls that fail: which, on which files, how, and at which of the calls. */
export interface CallFault {
  readonly call: string
  readonly error: string
  /** In strace's form: `3` the third, `3+` from the third on, `3..5`. Counted per thread. */
  readonly when: string
  readonly paths: readonly string[]
}

const log = (of: string) => join(tmpdir(), `txwarden-faults-${process.pid}-${of}.strace`)

export function straceArguments({ call, error, when, paths }: CallFault, output: string): string[] {
  return [
    '-f',
    ...paths.flatMap((path) => ['-P', path]),
    '-e',
    `trace=${call}`,
    '-e',
    `inject=${call}:error=${error}:when=${when}`,
    '-o',
    output,
  ]
}

/** Lets calls of a running process fail until `detach`, which returns how many did. */
export async function attach(pid: number, fault: CallFault): Promise<{ detach(): Promise<number> }> {
  const output = log('attached')
  const strace = spawn('strace', ['-p', String(pid), ...straceArguments(fault, output)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await attached(strace, pid)
  return {
    async detach() {
      strace.kill('SIGINT')
      if (strace.exitCode === null && strace.signalCode === null) await once(strace, 'exit')
      return injectedIn(output)
    },
  }
}

async function attached(strace: ChildProcess, pid: number): Promise<void> {
  let said = ''
  for await (const text of strace.stderr?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? []) {
    said += text
    if (/attached/.test(said)) {
      strace.stderr?.resume()
      return
    }
  }
  throw new Error(`strace did not attach to ${pid}: ${said}`)
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** Calls that failed. */
  readonly injected: number
}

/** Runs a program whose calls fail. `onText` gets all that it said on stdout, whenever that grew. */
export async function runWithFault(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  fault: CallFault,
  onText: (stdout: string) => void = () => {},
): Promise<Ended> {
  const output = log('run')
  const child = spawn('strace', [...straceArguments(fault, output), ...argv], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      if (name === 'stdout') onText(said.stdout)
    })
  // A program that takes longer hangs. It is killed with its strace, as a group.
  const late = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), PATIENCE_MS)
  const [code, signal] = await once(child, 'close')
  clearTimeout(late)
  return { code, signal, ...said, injected: injectedIn(output) }
}

function injectedIn(output: string): number {
  const count = readFileSync(output, 'latin1').split('(INJECTED)').length - 1
  rmSync(output)
  return count
}
