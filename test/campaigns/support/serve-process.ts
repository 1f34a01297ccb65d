import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { COMMAND, FOLDER } from '../../support/built-program.ts'

const [PROGRAM, ...FIRST] = COMMAND

/** Environment of the program: only the given variables. */
export function environment(env: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...env }
}

/** Runs a command of the built program, which must succeed, and reads its JSON. */
export function command<T>(argv: readonly string[], env: Readonly<Record<string, string>>): T {
  return JSON.parse(
    execFileSync(PROGRAM, [...FIRST, ...argv, '--json'], { cwd: FOLDER, env: environment(env), encoding: 'utf8' }),
  )
}

export interface Keys {
  readonly validation: string
  readonly management: string
}

export function createKeys(env: Readonly<Record<string, string>>): Keys {
  const make = (kind: keyof Keys) => command<{ key: string }>(['keys', 'create', '--kind', kind], env).key
  return { validation: make('validation'), management: make('management') }
}

export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  /** Parsed JSON; undefined for other content. */
  // biome-ignore lint/suspicious/noExplicitAny: each campaign reads the few members it needs.
  readonly body: any
}

/** A `serve` process of the built program, with a client. */
export class ServeProcess {
  readonly #child: ChildProcess
  readonly #keys: Keys
  #pool: Pool | undefined
  #stdout = ''
  #stderr = ''
  readonly #ended: Promise<number | null>

  /** Killed when the campaign ends. */
  static readonly #alive = new Set<ChildProcess>()
  static {
    process.once('exit', () => {
      for (const child of ServeProcess.#alive) child.kill('SIGKILL')
    })
  }

  private constructor(argv: readonly string[], env: Readonly<Record<string, string>>, keys: Keys) {
    this.#keys = keys
    this.#child = spawn(PROGRAM, [...FIRST, 'serve', '--drain', '0', '--port', '0', '--quiet', ...argv], {
      cwd: FOLDER,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text
      this.#child.emit('said')
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4000)
    })
    ServeProcess.#alive.add(this.#child)
    this.#ended = once(this.#child, 'close').then(([code]) => {
      ServeProcess.#alive.delete(this.#child)
      return code
    })
  }

  /** Resolves when it listens; throws with its stderr when it exits first. */
  static async start(
    argv: readonly string[],
    { env, keys, connections = 16 }: { env: Readonly<Record<string, string>>; keys: Keys; connections?: number },
  ): Promise<ServeProcess> {
    const started = new ServeProcess(argv, env, keys)
    const child = started.#child
    await Promise.race([once(child, 'said'), started.#ended])
    if (started.#stdout === '') throw new Error(`serve ended with ${await started.#ended}: ${started.#stderr.trim()}`)
    started.#pool = new Pool(started.#stdout.trim(), { connections, headersTimeout: 30_000 })
    return started
  }

  /** That it listens on. */
  get port(): string {
    return new URL(this.#stdout.trim()).port
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** The end of its stderr. */
  get stderr(): string {
    return this.#stderr
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Throws when the connection breaks before the response is complete. */
  async ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    if (!this.#pool) throw new Error('serve does not listen')
    const key = /^\/(api\/v\d\/transaction|ext\/v1\/transactions)/.test(path) ? 'validation' : 'management'
    const response = await this.#pool.request({
      method,
      path,
      headers: {
        'x-api-key': this.#keys[key],
        'x-validation-product': 'SONAR',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      retryAfter: response.headers['retry-after']?.toString(),
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
    }
  }

  /** As `ask`; throws unless the status is 200. */
  async must(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.ask(method, path, body)
    if (answer.status !== 200)
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  validate(transaction: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.ask('POST', '/api/v2/transaction/validate', { transaction, trackNonce: false })
  }

  /** Ends the process and the client's connections; resolves after it exits. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal)
    await this.#ended
    await this.#pool?.destroy()
  }
}
