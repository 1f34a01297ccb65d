import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Rpc, rpcOf } from './rpc.ts'

/** A node of the test's own, on a free port of this machine. */
export interface NodeProcess extends AsyncDisposable {
  readonly url: string
  readonly rpc: Rpc
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** None outlives the process of its test. */
function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** @throws when the program ends before it prints where it listens. */
export async function startNode(program: string, args: readonly string[]): Promise<NodeProcess> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  if (running.size === 0) process.once('exit', killAll)
  running.add(child)
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    running.delete(child)
    if (running.size === 0) process.off('exit', killAll)
  }
  try {
    const url = await listening(child)
    return { url, rpc: rpcOf(url), stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function listening(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<string> {
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2000)
  })
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? []
    if (address === undefined) continue
    // The rest is read and dropped: a full pipe would stop the program.
    child.stdout.resume()
    return `http://${address}`
  }
  throw new Error(`${child.spawnfile} ended before it listened: ${complaint}`)
}
