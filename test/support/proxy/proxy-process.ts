import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { environment } from '../../campaigns/support/serve-process.ts'
import { COMMAND, FOLDER } from '../built-program.ts'

/** A `proxy` process of the built program. Has no vitest, so that campaigns use it, too. */
export class ProxyProcess implements AsyncDisposable {
  readonly url: string
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  private constructor(url: string, child: ChildProcess, ended: Promise<unknown>) {
    this.url = url
    this.#child = child
    this.#ended = ended
  }

  /** @throws with its stderr when it ends before it listens */
  static async start(
    argv: readonly string[],
    { upstream, home, env = {} }: ProxyProcessOptions,
  ): Promise<ProxyProcess> {
    const [program, ...first] = COMMAND
    const child = spawn(program, [...first, 'proxy', '--port', '0', '--json', ...argv], {
      cwd: FOLDER,
      env: environment({ TXWARDEN_HOME: home, TXWARDEN_UPSTREAM: upstream, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const kill = () => void child.kill('SIGKILL')
    process.once('exit', kill)
    const ended = once(child, 'close').then(() => process.off('exit', kill))
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-4000)
    })
    for await (const line of createInterface(child.stdout)) {
      child.stdout.resume()
      return new ProxyProcess((JSON.parse(line) as { url: string }).url, child, ended)
    }
    await ended
    throw new Error(`proxy ended with ${child.exitCode}: ${stderr.trim()}`)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Resolves after it exits: its exit code. */
  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal)
    await this.#ended
    return this.#child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL')
  }
}

export interface ProxyProcessOptions {
  readonly upstream: string
  /** Folder with database and settings. */
  readonly home: string
  readonly env?: Readonly<Record<string, string>>
}
