import { WardenError } from '../api/errors.ts'
import type { Transport } from '../client/transport.ts'
import { LOCAL_ADDRESS } from '../config/local-address.ts'
import type { Configuration } from '../config/resolve.ts'
import type { ServiceOptions } from '../service/index.ts'
import type { Deps } from './context.ts'
import type { GlobalValues } from './globals.ts'
import { usageError } from './usage.ts'

interface Carrying {
  readonly deps: Deps
  readonly globals: GlobalValues
  readonly configuration: Configuration
  readonly version: string
  readonly note: (line: string) => Promise<void>
  readonly serviceOptions: () => ServiceOptions
  /** Takes what has to be closed at the end. */
  readonly closers: (() => Promise<void>)[]
}

/** The way to the service that flags and configuration ask for: over HTTP, in this process, or not at all. */
export async function openTransport(carrying: Carrying): Promise<Transport> {
  const { globals, closers, serviceOptions } = carrying
  const { addresses } = carrying.configuration
  const headers = extraHeaders(globals.header ?? [])
  if (globals.curl) {
    const { createCurlTransport } = await import('../client/transports/curl.ts')
    const local = { validation: new URL(LOCAL_ADDRESS), management: new URL(LOCAL_ADDRESS) }
    return createCurlTransport({ addresses: addresses ?? local, headers })
  }
  const carrier = addresses ? await openHttp(carrying, addresses, headers) : await openLocal(serviceOptions(), headers)
  closers.push(() => carrier.close())
  if (!globals.dryRun) return carrier
  const { createDryRun } = await import('../client/transports/dry-run.ts')
  return createDryRun(carrier, addresses)
}

async function openLocal(options: ServiceOptions, headers: Readonly<Record<string, string>>) {
  const { createLocalTransport } = await import('../client/transports/local.ts')
  return createLocalTransport(options, headers)
}

async function openHttp(
  { deps, globals, configuration, version, note }: Carrying,
  addresses: NonNullable<Configuration['addresses']>,
  headers: Readonly<Record<string, string>>,
): Promise<Transport & { close(): Promise<void> }> {
  const { createHttpTransport } = await import('../client/transports/http.ts')
  const { withRetry } = await import('../client/retry.ts')
  const { parseDuration } = await import('./duration.ts')
  const { values, withheld, profile } = configuration
  for (const kind of withheld)
    await note(
      `The ${kind} key of profile ${profile} is not sent: the call goes to another address than the profile's own.`,
    )
  const http = createHttpTransport({
    addresses,
    keys: configuration.keys,
    timeoutMs: parseDuration('timeout', values.timeout.value ?? '30s'),
    headers,
    insecureHttp: values['insecure-http'].value === 'true',
    env: deps.env,
    userAgent: `txwarden/${version}`,
    now: () => deps.clock.now(),
    ...(globals.verbose && { trace: (line: string) => void note(line) }),
  })
  const retrying = withRetry(http, {
    retries: Number(values.retries.value ?? '3'),
    sleep,
    random: () => Buffer.from(deps.random(6)).readUIntBE(0, 6) / 2 ** 48,
    now: () => deps.clock.now(),
    notice: (line) => void note(line),
  })
  return Object.assign(retrying, { close: http.close })
}

/** `Name: value`; the API key has its own ways in. */
function extraHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon < 1 || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name))
      throw usageError(`--header: ${JSON.stringify(line)} is not 'Name: value'`)
    if (name === 'x-api-key')
      throw usageError('--header: keys never go on the command line', { try: 'txwarden auth login' })
    headers[name] = line.slice(colon + 1).trim()
  }
  return headers
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new WardenError({ kind: 'interrupted', code: 'interrupted', message: 'interrupted' }))
    }
    if (signal?.aborted) return stop()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
