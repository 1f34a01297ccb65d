import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, onTestFinished } from 'vitest'
import { type Client, createClient } from '../../../src/client/client.ts'
import type { Transport } from '../../../src/client/transport.ts'
import { createLocalTransport } from '../../../src/client/transports/local.ts'
import { lowestRefused } from '../../../src/commands/validate/verdict-exit-code.ts'
import type { ProxyPolicy } from '../../../src/proxy/decide/decision.ts'
import { type RunningProxy as JsonRpcProxy, type ProxyOptions, startProxy } from '../../../src/proxy/start-proxy.ts'
import type { Cli, CliResult } from '../cli.ts'
import { seededRandom, TestClock } from '../deterministic.ts'
import { copyEmptyDatabase } from '../empty-database.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type RecordingUpstream, type RecordingUpstreamOptions, startRecordingUpstream } from './recording-upstream.ts'

/** Everything that is sent there is BLOCKED, whatever --fail-on says. */
export const BLOCKED_ADDRESS = '0xbad0000000000000000000000000000000000bad'
/** Everything that is sent there is SAFE. */
export const ALLOWED_ADDRESS = '0xa110000000000000000000000000000000000a11'

/** For an answer of the service: the first one loads its code, which takes seconds on a busy machine. */
const PATIENCE_MS = 50_000

export interface StartedProxy {
  readonly url: string
  readonly upstream: RecordingUpstream
  readonly proxy: JsonRpcProxy
  /** Of the same service: what was stored. */
  readonly client: Client
  readonly clock: TestClock
  /** Errors that the proxy reported. */
  readonly reported: unknown[]
  /** What it notified the operator. */
  readonly notes: string[]
}

export interface StartProxyOptions extends Partial<Omit<ProxyOptions, 'policy'>> {
  readonly policy?: Partial<ProxyPolicy>
  /** Default: a recording one. */
  readonly upstream?: RecordingUpstreamOptions | RecordingUpstream
}

type Service = ReturnType<typeof createLocalTransport>

/** Over a database with the two addresses, which is written with the first call: most tests judge nothing. */
function serviceIn(folder: string, clock: TestClock, report: (error: unknown) => void): Service {
  const transport = localTransport(folder, clock, report)
  let written: Promise<void> | undefined
  const write = async () => writeFileSync(join(folder, 'local.db'), await listedDatabase())
  const send: Transport = async (outgoing) => {
    written ??= write()
    await written
    return transport(outgoing)
  }
  return Object.assign(send, { close: transport.close })
}

let listed: Promise<Buffer> | undefined

/** Made once in a process. */
function listedDatabase(): Promise<Buffer> {
  const make = async () => {
    const folder = temporaryFolder()
    copyEmptyDatabase(join(folder, 'local.db'))
    const transport = localTransport(folder, new TestClock(), () => undefined)
    const client = clientOf(transport)
    for (const [type, address] of [
      ['BLOCK', BLOCKED_ADDRESS],
      ['ALLOW', ALLOWED_ADDRESS],
    ] as const)
      await client.call('createControlList', { body: { type, productType: 'SONAR', address } })
    await transport.close()
    return readFileSync(join(folder, 'local.db'))
  }
  listed ??= make()
  return listed
}

function localTransport(folder: string, clock: TestClock, report: (error: unknown) => void) {
  const database = join(folder, 'local.db')
  return createLocalTransport({ database, keyFolder: folder, env: {}, clock, random: seededRandom(folder), report })
}

function clientOf(transport: Service): Client {
  return createClient({ transport, newIdempotencyKey: () => undefined, notice: () => undefined })
}

/** A proxy in this process, over the service in this process with a database of its own; stopped after the test. */
export async function startProxyForTest(options: StartProxyOptions = {}): Promise<StartedProxy> {
  const { upstream: given = {}, policy = {}, ...rest } = options
  const upstream = 'arrived' in given ? given : await startRecordingUpstream(given)
  const folder = temporaryFolder()
  const clock = new TestClock()
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const notes: string[] = []
  const service = serviceIn(folder, clock, report)
  const client = clientOf(service)
  const proxy = await startProxy({
    client,
    port: 0,
    upstreams: new Map([['/', new URL(upstream.url)]]),
    policy: {
      lowestRefused: lowestRefused.unsafe,
      observe: false,
      whenUnavailable: 'fail',
      allowedMethods: [],
      ...policy,
    },
    allowedOrigins: [],
    env: {},
    program: 'txwarden',
    now: () => clock.now(),
    journal: join(folder, 'unjudged'),
    random: seededRandom(`${folder} keys`),
    note: (line) => void notes.push(line),
    report,
    limitMs: PATIENCE_MS,
    holdLimitMs: PATIENCE_MS,
    ...rest,
  })
  onTestFinished(async () => {
    await proxy.stop()
    await service.close()
  })
  return {
    url: proxy.urls.get('/') ?? [...proxy.urls.values()][0] ?? '',
    upstream,
    proxy,
    client,
    clock,
    reported,
    notes,
  }
}

let codeLoaded: Promise<unknown> | undefined

/** The first verdict in a process loads the code for it, which on a busy machine takes longer than a proxy waits. */
export async function loadCodeOf(cli: Cli): Promise<void> {
  const payment = ['--chain', 'ethereum', '--from', ALLOWED_ADDRESS, '--to', BLOCKED_ADDRESS, '--value', '1']
  codeLoaded ??= cli(['validate', ...payment, '--dry-run', '-p', 'local'])
  await codeLoaded
}

export interface RunningProxyCommand {
  readonly url: string
  /** Ends it as Ctrl-C does. */
  stop(): Promise<CliResult>
}

/** Runs `txwarden proxy` without a command after `--` in this process, and waits until it listens. */
export async function runProxyCommand(
  cli: Cli,
  upstream: string,
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProxyCommand> {
  await loadCodeOf(cli)
  const abort = new AbortController()
  let listens: (url: string) => void = () => undefined
  const listening = new Promise<string>((resolve) => {
    listens = resolve
  })
  const ended = cli(['proxy', '--json', '--port', '0', ...argv], {
    env: { TXWARDEN_UPSTREAM: upstream, ...env },
    signal: abort.signal,
    onStdout: (text) => listens((JSON.parse(text) as { url: string }).url),
  })
  const stop = () => {
    abort.abort()
    return ended
  }
  onTestFinished(async () => void (await stop()))
  const first = await Promise.race([listening, ended])
  if (typeof first !== 'string') throw new Error(`the proxy ended with ${first.code}: ${first.stderr}`)
  return { url: first, stop }
}

/** A test with a proxy: `proxy`. */
export const test = base.extend('proxy', () => startProxyForTest())
