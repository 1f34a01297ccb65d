import { WardenError } from '../api/errors.ts'
import type { Client } from '../client/client.ts'
import type { Transport } from '../client/transport.ts'
import { placesOf } from '../config/find-places.ts'
import { LOCAL_ADDRESS } from '../config/local-address.ts'
import { readProfiles } from '../config/profile-store.ts'
import { type Configuration, type FlagValues, type ResolveInput, resolveConfiguration } from '../config/resolve.ts'
import type { Administration, Service, Serving } from '../service/index.ts'
import type { Context, Deps, ServeRequest } from './context.ts'
import { type GlobalValues, type OutputFormat, outputFormats } from './globals.ts'
import { Printer } from './output/printer.ts'
import { colorPaint, plainPaint, wantsColor } from './paint.ts'
import { canAsk, createPrompter } from './prompts.ts'
import { safeText } from './terminal-text.ts'
import { usageError } from './usage.ts'

export interface OwnedContext extends Context {
  /** Ends connections and closes the database. */
  close(): Promise<void>
}

/** Everything a command may ask for, made when it asks. */
export function createContext(deps: Deps, globals: GlobalValues, version: string): OwnedContext {
  const { io, env } = deps
  const places = placesOf(env)
  const closers: (() => Promise<void>)[] = []
  const once = <T>(make: () => T): (() => T) => {
    let made: { value: T } | undefined
    return () => {
      made ??= { value: make() }
      return made.value
    }
  }

  const resolveInput = once(
    (): ResolveInput => ({
      profile: globals.profile,
      flags: flagValues(globals),
      env,
      file: readProfiles(places),
      places,
    }),
  )
  const configuration = once(() => resolveConfiguration(resolveInput()))

  const note = async (line: string) => {
    if (!globals.quiet) await io.stderr.write(`${safeText(line)}\n`)
  }

  const serviceOptions = () => ({
    database: configuration().database,
    env,
    clock: deps.clock,
    random: deps.random,
    report: (error: unknown) =>
      void (globals.verbose && note(`! ${error instanceof Error ? error.stack : String(error)}`)),
  })

  const requireLocal = () => {
    if (!configuration().addresses) return
    throw usageError(`this is about the local service, and profile ${configuration().profile} is a remote one`, {
      try: 'txwarden profile list',
    })
  }

  const administration = once(async (): Promise<Administration> => {
    requireLocal()
    const { administer } = await import('../service/index.ts')
    return administer(serviceOptions())
  })

  const local = once(async (): Promise<Service> => {
    requireLocal()
    const { openService } = await import('../service/index.ts')
    const service = await openService(serviceOptions())
    closers.push(() => service.close())
    return service
  })

  const serve = async ({ database, ...request }: ServeRequest): Promise<Serving> => {
    if (database === undefined) requireLocal()
    const service = await import('../service/index.ts')
    return service.serve({
      ...serviceOptions(),
      ...request,
      ...(database !== undefined && { database }),
      version,
      log: { write: (line) => void io.stderr.write(line), quiet: globals.quiet === true },
    })
  }

  const clientFor = async (target: Configuration): Promise<Client> => {
    const { createClient } = await import('../client/client.ts')
    const carried = await openTransport(deps, globals, target, version, { note, serviceOptions, closers })
    return createClient({
      transport: (outgoing) => carried({ ...outgoing, signal: outgoing.signal ?? deps.signal }),
      newIdempotencyKey: () => Buffer.from(deps.random(16)).toString('hex'),
      notice: (line) => void note(line),
    })
  }
  const client = once(async () => clientFor(configuration()))

  return {
    ...deps,
    globals,
    places,
    out: new Printer({
      stdout: io.stdout,
      format: formatOf(globals, configuration),
      fields: globals.fields,
      paint: once(() => (wantsColor(env, io.stdout.isTTY, globals.color) ? colorPaint() : Promise.resolve(plainPaint))),
    }),
    note,
    resolveInput,
    async updateProfiles(change) {
      const { updateProfiles } = await import('../config/profile-store.ts')
      await updateProfiles(places, change)
    },
    configuration,
    client,
    clientFor,
    local,
    administration,
    serve,
    canAsk: canAsk(io, globals.input),
    prompt: once(async () => {
      const paint = wantsColor(env, io.stderr.isTTY, globals.color) ? await colorPaint() : plainPaint
      return createPrompter({ io, signal: deps.signal, paint })
    }),
    where: () => `profile ${configuration().profile}`,
    async close() {
      for (const close of closers.reverse()) await close()
    },
  }
}

interface Carrying {
  readonly note: (line: string) => Promise<void>
  readonly serviceOptions: () => import('../service/index.ts').ServiceOptions
  readonly closers: (() => Promise<void>)[]
}

async function openTransport(
  deps: Deps,
  globals: GlobalValues,
  configuration: Configuration,
  version: string,
  { note, serviceOptions, closers }: Carrying,
): Promise<Transport> {
  const { addresses } = configuration
  const headers = extraHeaders(globals.header ?? [])
  if (globals.curl) {
    const { createCurlTransport } = await import('../client/transports/curl.ts')
    const local = { validation: new URL(LOCAL_ADDRESS), management: new URL(LOCAL_ADDRESS) }
    return createCurlTransport({ addresses: addresses ?? local, headers })
  }
  const carrier = addresses
    ? await openHttp(deps, globals, { ...configuration, addresses }, version, headers, note)
    : await openLocal(serviceOptions(), headers)
  closers.push(() => carrier.close())
  if (!globals.dryRun) return carrier
  const { createDryRun } = await import('../client/transports/dry-run.ts')
  return createDryRun(carrier, addresses)
}

async function openLocal(
  options: import('../service/index.ts').ServiceOptions,
  headers: Readonly<Record<string, string>>,
) {
  const { createLocalTransport } = await import('../client/transports/local.ts')
  return createLocalTransport(options, headers)
}

async function openHttp(
  deps: Deps,
  globals: GlobalValues,
  configuration: Configuration & { addresses: NonNullable<Configuration['addresses']> },
  version: string,
  headers: Readonly<Record<string, string>>,
  note: (line: string) => Promise<void>,
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
    addresses: configuration.addresses,
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

function flagValues(globals: GlobalValues): FlagValues {
  const given: Record<string, string | undefined> = {
    'base-url': globals.baseUrl,
    'management-url': globals.managementUrl,
    output: globals.json ? 'json' : globals.output,
    timeout: globals.timeout === undefined ? undefined : `${globals.timeout}ms`,
    retries: globals.retries?.toString(),
    'insecure-http': globals.insecureHttp === undefined ? undefined : String(globals.insecureHttp),
  }
  return given
}

/** The format must be known before the configuration can be trusted: an error about it is printed, too. */
function formatOf(globals: GlobalValues, configuration: () => Configuration): OutputFormat | undefined {
  if (globals.json) return 'json'
  if (globals.output) return globals.output
  try {
    const wanted = configuration().values.output.value
    return outputFormats.find((format) => format === wanted)
  } catch (error) {
    // Commands that mend a broken configuration have to print; all others meet the same error as they set to work.
    if (error instanceof WardenError) return undefined
    throw error
  }
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
