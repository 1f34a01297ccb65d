import type { KeyKind } from '../../api/operation.ts'
import { isLoopback } from '../../client/address.ts'
import type { Transport } from '../../client/transport.ts'
import { LOCAL_ADDRESS } from '../../config/local-address.ts'
import { type Paths, requestSlotsOf } from '../../config/paths.ts'
import type { Configuration } from '../../config/resolve.ts'
import type { ServiceOptions } from '../../service/index.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import type { GlobalValues } from '../globals.ts'
import { usageError } from '../usage.ts'
import type { Deps } from './context.ts'
import { type Wait, waitVisibly } from './wait-visibly.ts'

/** What the hosted service allows. */
const HOSTED_PER_MINUTE = 300
const DEFAULT_MAX_WAIT_MS = 60_000

interface Carrying {
  readonly deps: Deps
  readonly globals: GlobalValues
  readonly configuration: Configuration
  readonly paths: Paths
  readonly version: string
  readonly note: (line: string) => Promise<void>
  readonly serviceOptions: () => ServiceOptions
  /** Takes what has to be closed at the end. */
  readonly closers: (() => Promise<void>)[]
  /** Throws when nothing may be changed there. */
  readonly allowChange: () => Promise<void>
}

/** The way to the service that flags and configuration ask for: over HTTP, in this process, or not at all. */
export async function openTransport(carrying: Carrying): Promise<Transport> {
  const { globals, closers } = carrying
  const { addresses } = carrying.configuration
  const headers = extraHeaders(globals.header ?? [])
  const curl = globals.curl ? await openCurl(addresses, headers) : undefined
  if (curl && !globals.dryRun) return curl
  const carrier = addresses ? await openHttp(carrying, addresses, headers) : await openLocal(carrying, headers)
  closers.push(() => carrier.close())
  const guarded: Transport = async (outgoing) => {
    if (outgoing.changes) await carrying.allowChange()
    return carrier(outgoing)
  }
  if (!globals.dryRun) return guarded
  // What a command reads before it changes something decides what the change is.
  const { asking, createDryRun } = await import('../../client/transports/dry-run.ts')
  const notice = (line: string) => void carrying.note(line)
  if (!curl) return createDryRun(guarded, addresses, notice)
  const ask = asking(carrier, notice)
  return (outgoing) => (outgoing.changes ? curl(outgoing) : ask(outgoing))
}

async function openCurl(addresses: Configuration['addresses'], headers: Readonly<Record<string, string>>) {
  const { createCurlTransport } = await import('../../client/transports/curl.ts')
  const local = { validation: new URL(LOCAL_ADDRESS), management: new URL(LOCAL_ADDRESS) }
  return createCurlTransport({ addresses: addresses ?? local, headers })
}

async function openLocal(
  { deps, globals, configuration, note, serviceOptions }: Carrying,
  headers: Readonly<Record<string, string>>,
) {
  const { createLocalTransport } = await import('../../client/transports/local.ts')
  return createLocalTransport(serviceOptions(), headers, async (service) => {
    if (!service.outbox.hasRung) return
    const { sendBeforeExit } = await import('./send-before-exit.ts')
    const { parseDuration } = await import('../input/duration.ts')
    await sendBeforeExit(service, {
      waitMs: parseDuration('delivery-wait', configuration.values['delivery-wait'].value ?? '2s'),
      signal: deps.signal,
      note,
      next: `txwarden delivery send${globals.profile === undefined ? '' : ` --profile ${quoteWord(globals.profile)}`}`,
    })
  })
}

async function openHttp(
  carrying: Carrying,
  addresses: NonNullable<Configuration['addresses']>,
  headers: Readonly<Record<string, string>>,
): Promise<Transport & { close(): Promise<void> }> {
  const { createHttpTransport } = await import('../../client/transports/http.ts')
  const { withRetry } = await import('../../client/retry.ts')
  const { parseDuration } = await import('../input/duration.ts')
  const { deps, globals, configuration, version, note } = carrying
  const { values, withheld, profile } = configuration
  for (const kind of withheld)
    await note(
      `The ${kind} key of profile ${profile} is not sent: the call goes to another address than the profile's own.`,
    )
  const keys = { ...configuration.keys }
  const direct = createHttpTransport({
    addresses,
    keys,
    timeoutMs: parseDuration('timeout', values.timeout.value ?? '30s'),
    headers,
    insecureHttp: values['insecure-http'].value === 'true',
    env: deps.env,
    userAgent: `txwarden/${version}`,
    now: () => deps.clock.now(),
    ...(globals.verbose && { trace: (line: string) => void note(line) }),
  })
  const http = configuration.inKeychain.length === 0 ? direct : await withKeychain(direct, keys, carrying)
  const waiting = waitVisibly(deps.io.stderr, globals.quiet === true)
  const maxWaitMs = globals.retryMaxWait ?? DEFAULT_MAX_WAIT_MS
  const paced = await withPace(http, { carrying, addresses, maxWaitMs, waiting })
  const retrying = withRetry(paced, {
    retries: Number(values.retries.value ?? '3'),
    maxWaitMs,
    sleep: (ms, signal) => waiting(ms, undefined, signal),
    random: () => Buffer.from(deps.random(6)).readUIntBE(0, 6) / 2 ** 48,
    now: () => deps.clock.now(),
    notice: (line) => void note(line),
  })
  return Object.assign(retrying, { close: direct.close })
}

/** Reads a key out of the keychain when the first request needs it, into `keys`, which the transport sends. */
async function withKeychain(
  http: Transport,
  keys: Partial<Record<KeyKind, string>>,
  { deps, configuration, paths }: Carrying,
): Promise<Transport> {
  const { keyReader } = await import('../../config/keychain/read-key.ts')
  const read = keyReader(configuration, paths, deps.env)
  return async (outgoing) => {
    if (configuration.inKeychain.includes(outgoing.key)) keys[outgoing.key] = await read(outgoing.key)
    return http(outgoing)
  }
}

interface Pacing {
  readonly carrying: Carrying
  readonly addresses: NonNullable<Configuration['addresses']>
  readonly maxWaitMs: number
  readonly waiting: Wait
}

/** Keeps below the service's limit, over all processes of this user; a service on this machine has none unless one is set. */
async function withPace(http: Transport, { carrying, addresses, maxWaitMs, waiting }: Pacing): Promise<Transport> {
  const { deps, configuration, paths } = carrying
  const { value } = configuration.values['rate-limit']
  const isHere = Object.values(addresses).every(({ hostname }) => isLoopback(hostname))
  const perMinute =
    value === undefined ? (isHere ? undefined : HOSTED_PER_MINUTE) : value === 'off' ? undefined : Number(value)
  if (perMinute === undefined) return http
  const { openRequestSlots } = await import('../../config/request-slots.ts')
  const { withLimiter } = await import('../../client/limiter.ts')
  const slots = openRequestSlots(requestSlotsOf(configuration.profile, paths), perMinute)
  return withLimiter(http, {
    ...slots,
    maxWaitMs,
    now: () => deps.clock.now(),
    wait: waiting,
    limit: `${perMinute} requests a minute (profile ${configuration.profile})`,
  })
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
