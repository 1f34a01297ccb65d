import type { KeyKind } from '../../api/operations/operation.ts'
import { counted } from '../../api/text/amounts.ts'
import type { Transport } from '../../client/transport.ts'
import { LOCAL_ADDRESS } from '../../config/local-address.ts'
import { requestSlotsOf } from '../../config/paths.ts'
import type { Configuration } from '../../config/resolve.ts'
import type { Service, ServiceOptions } from '../../service/index.ts'
import { interrupted } from '../../shared/errors.ts'
import { isLoopback } from '../../shared/system/loopback.ts'
import { sleep } from '../../shared/time/sleep.ts'
import { targetFlags } from '../errors/errors.ts'
import { usageError } from '../errors/usage.ts'
import type { OutputStream } from '../io.ts'
import { parseDuration } from '../options.ts'
import type { ContextParts } from './local-service.ts'
import { newDatabaseText } from './new-database.ts'

/** Shorter waits are not announced. */
const ANNOUNCED_MS = 1000
const CLEAR_LINE = '\r\u001b[2K'

/** The limit of the hosted service. */
const HOSTED_PER_MINUTE = 300
const DEFAULT_MAX_WAIT_MS = 60_000
/** For the reports that are due when a command ends. */
const CONFIRM_MS = 3000
/** For transactions that are not indexed yet. */
const INDEX_MS = 250

export interface TransportParts
  extends Pick<ContextParts, 'deps' | 'globals' | 'paths' | 'version' | 'note' | 'cleanup'> {
  readonly configuration: Configuration
  readonly serviceOptions: () => ServiceOptions
  /** Throws when the profile must not be changed. */
  readonly allowChange: () => Promise<void>
}

type BaseUrls = NonNullable<Configuration['addresses']>
type Headers = Readonly<Record<string, string>>
type ClosableTransport = Transport & { close(): Promise<void> }

/** The transport that flags and configuration select: HTTP, in this process, dry run or curl. */
export async function openTransport(parts: TransportParts): Promise<Transport> {
  const { globals, note, cleanup, allowChange } = parts
  const { addresses } = parts.configuration
  const headers = extraHeaders(globals.header ?? [])
  const curl = globals.curl ? await openCurl(addresses, headers) : undefined
  if (curl && !globals.dryRun) return curl
  const direct = addresses ? await openHttp(parts, addresses, headers) : await openLocal(parts, headers)
  cleanup.defer(() => direct.close())
  const guarded: Transport = async (outgoing) => {
    if (outgoing.changes) await allowChange()
    return direct(outgoing)
  }
  if (!globals.dryRun) return guarded
  // Reads are sent: their answers decide what the change would be.
  const { createDryRun, withDryRunHeader } = await import('../../client/transports/dry-run.ts')
  const notice = (line: string) => void note(line)
  if (!curl) return createDryRun(guarded, addresses, notice)
  const read = withDryRunHeader(direct, notice)
  return (outgoing) => (outgoing.changes ? curl(outgoing) : read(outgoing))
}

async function openCurl(addresses: BaseUrls | undefined, headers: Headers): Promise<Transport> {
  const { createCurlTransport } = await import('../../client/transports/curl.ts')
  const local = { validation: new URL(LOCAL_ADDRESS), management: new URL(LOCAL_ADDRESS) }
  return createCurlTransport({ addresses: addresses ?? local, headers })
}

async function openLocal(parts: TransportParts, headers: Headers): Promise<ClosableTransport> {
  if (parts.globals.verbose)
    await parts.note('-v: the local service runs in this process: there are no HTTP requests to trace')
  const { createLocalTransport } = await import('../../client/transports/local.ts')
  const options = parts.serviceOptions()
  const newDatabase = newDatabaseText(parts.deps, parts.configuration.database)
  return createLocalTransport(options, headers, async (service) => {
    if (newDatabase !== undefined) await parts.note(newDatabase)
    if (options.isReadOnly) return
    // A report becomes history when a node has it; without an answer, a later command or `serve` requests it again.
    await tryBeforeExit(() => service.confirmReports(CONFIRM_MS), 'reports were not confirmed', parts)
    await tryBeforeExit(() => service.indexAddresses(INDEX_MS), 'addresses were not indexed', parts)
    if (service.outbox.hasEvents) await sendBeforeExit(service, parts)
  })
}

/** A later command or `serve` goes on with what fails. */
async function tryBeforeExit(
  work: () => Promise<unknown>,
  fault: string,
  { note }: Pick<TransportParts, 'note'>,
  next = '',
): Promise<void> {
  try {
    await work()
  } catch (error) {
    await note(`! ${fault}: ${error instanceof Error ? error.message : String(error)}${next}`)
  }
}

/** How long a command may wait for receivers. */
export function deliveryWaitMs({ values }: Pick<TransportParts['configuration'], 'values'>): number {
  return parseDuration('delivery-wait', values['delivery-wait'].value ?? '2s')
}

/**
 * Sends the alerts that the command raised, for at most `delivery-wait`. The rest stays in the outbox, and a notice says
 * how to send it. A failure here does not change the result of the command.
 */
async function sendBeforeExit(service: Service, { deps, globals, configuration, note }: TransportParts): Promise<void> {
  const next = `txwarden delivery send${targetFlags(globals)}`
  const waitMs = deliveryWaitMs(configuration)
  const send = async () => {
    const deliveries = await service.deliveries()
    const { served, pending: planned, unplanned } = await deliveries.sendDue({ forMs: waitMs, signal: deps.signal })
    const pending = planned + unplanned
    if (served || pending === 0) return
    await note(`${counted(pending, 'alert delivery is', 'alert deliveries are')} pending. Try: ${next}`)
  }
  await tryBeforeExit(send, 'alerts were not sent', { note }, `. Try: ${next}`)
}

async function openHttp(parts: TransportParts, addresses: BaseUrls, headers: Headers): Promise<ClosableTransport> {
  const { createHttpTransport } = await import('../../client/transports/http.ts')
  const { withRetry } = await import('../../client/sending/retry.ts')
  const { deps, globals, configuration, version, note } = parts
  const { values, withheld, profile } = configuration
  for (const kind of withheld)
    await note(
      `The ${kind} key of profile ${profile} is not sent: the call goes to another address than the profile's.`,
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
    now: () => deps.clock.elapsed(),
    ...(globals.verbose && { trace: (line: string) => void note(line) }),
  })
  const http = configuration.inKeychain.length === 0 ? direct : await withKeychain(direct, keys, parts)
  const wait = waitVisibly(deps.io.stderr, globals.quiet === true)
  const maxWaitMs = globals.retryMaxWait ?? DEFAULT_MAX_WAIT_MS
  const limited = await withRateLimit(http, { parts, addresses, maxWaitMs, wait })
  const retrying = withRetry(limited, {
    retries: Number(values.retries.value ?? '3'),
    maxWaitMs,
    sleep: (ms, signal) => wait(ms, undefined, signal),
    random: () => Buffer.from(deps.random(6)).readUIntBE(0, 6) / 2 ** 48,
    now: () => deps.clock.now(),
    notice: (line) => void note(line),
  })
  return Object.assign(retrying, { close: direct.close })
}

/** Before the first request that needs one, reads a key from the keychain into `keys`, which the transport sends. */
async function withKeychain(
  http: Transport,
  keys: Partial<Record<KeyKind, string>>,
  { deps, configuration, paths }: TransportParts,
): Promise<Transport> {
  const { keyReader } = await import('../../config/keychain/read-key.ts')
  const read = keyReader(configuration, paths, deps.env)
  return async (outgoing) => {
    if (configuration.inKeychain.includes(outgoing.key)) keys[outgoing.key] = await read(outgoing.key)
    return http(outgoing)
  }
}

interface RateLimit {
  readonly parts: TransportParts
  readonly addresses: BaseUrls
  readonly maxWaitMs: number
  readonly wait: Wait
}

/** Keeps all processes of this user together below the rate limit. On loopback there is none unless one is set. */
async function withRateLimit(http: Transport, { parts, addresses, maxWaitMs, wait }: RateLimit): Promise<Transport> {
  const { deps, configuration, paths } = parts
  const perMinute = requestsPerMinute(configuration.values['rate-limit'].value, addresses)
  if (perMinute === undefined) return http
  const { openRequestSlots } = await import('../../config/request-slots.ts')
  const { withLimiter } = await import('../../client/sending/limiter.ts')
  return withLimiter(http, {
    ...openRequestSlots(requestSlotsOf(configuration.profile, paths), perMinute),
    maxWaitMs,
    now: () => deps.clock.now(),
    wait,
    limit: `${perMinute} requests a minute (profile ${configuration.profile})`,
  })
}

function requestsPerMinute(setting: string | undefined, addresses: BaseUrls): number | undefined {
  if (setting === 'off') return undefined
  if (setting !== undefined) return Number(setting)
  return Object.values(addresses).every(({ hostname }) => isLoopback(hostname)) ? undefined : HOSTED_PER_MINUTE
}

/** Parses `Name: value`. The API key is never taken from the command line. */
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

type Wait = (ms: number, why: string | undefined, signal: AbortSignal | undefined) => Promise<void>

/**
 * Waits and announces it on stderr: as a countdown on a terminal, otherwise as one line if there is a reason. Rejects as
 * interrupted when the signal aborts.
 */
function waitVisibly(stderr: OutputStream, quiet: boolean): Wait {
  return async (ms, why, signal) => {
    if (quiet || ms < ANNOUNCED_MS) return sleepOrReject(ms, signal)
    if (!stderr.canRedraw) {
      if (why !== undefined) await stderr.write(`${why} (${Math.ceil(ms / 1000)} s)\n`)
      return sleepOrReject(ms, signal)
    }
    try {
      for (let left = ms; left > 0; left -= 1000) {
        await stderr.write(`${CLEAR_LINE}${why ?? 'waiting'}: ${Math.ceil(left / 1000)} s`)
        await sleepOrReject(Math.min(left, 1000), signal)
      }
    } finally {
      await stderr.write(CLEAR_LINE)
    }
  }
}

async function sleepOrReject(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, signal)
  if (signal?.aborted) throw interrupted(signal.reason)
}
