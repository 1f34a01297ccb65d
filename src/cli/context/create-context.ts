import type { Client } from '../../client/client.ts'
import { pathsOf } from '../../config/find-paths.ts'
import { readProfiles, updateProfiles } from '../../config/profile-store.ts'
import {
  type Configuration,
  chooseProfile,
  type FlagValues,
  type ResolveInput,
  resolveConfiguration,
} from '../../config/resolve.ts'
import { settingOf } from '../../config/settings.ts'
import type { Administration, Service, Serving } from '../../service/index.ts'
import { withoutPassword } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'
import { type GlobalValues, type OutputFormat, outputFormats } from '../globals.ts'
import { splitList } from '../options.ts'
import { colorPaint, plainPaint, wantsColor } from '../output/paint.ts'
import { Printer } from '../output/printer.ts'
import { safeText } from '../output/terminal-text.ts'
import { canAsk, createPrompter } from '../prompts/prompts.ts'
import { usageError } from '../usage.ts'
import type { Context, Deps, ServeRequest } from './context.ts'

export interface OwnedContext extends Context {
  /** Refuses a choice of what is printed that cannot be made, before anything is asked of a service. */
  checkOutput(): Promise<void>
  /** Ends connections and closes the database. */
  close(): Promise<void>
}

/** Everything a command may ask for, made when it asks. */
export function createContext(deps: Deps, globals: GlobalValues, version: string): OwnedContext {
  const { io, env } = deps
  const paths = pathsOf(env)
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
      file: readProfiles(paths),
      paths,
    }),
  )
  const configuration = once(() => resolveConfiguration(resolveInput()))

  const note = async (line: string) => {
    if (!globals.quiet) await io.stderr.write(`${safeText(line)}\n`)
  }

  const serviceOptions = () => ({
    database: configuration().database,
    keyFolder: paths.data,
    env,
    allowDestinations: storedAllowances(configuration()),
    clock: deps.clock,
    random: deps.random,
    report: (error: unknown) =>
      void (globals.verbose && note(`! ${error instanceof Error ? error.stack : String(error)}`)),
  })

  const requireLocal = () => {
    const { addresses, values, profile } = configuration()
    if (!addresses) return
    const { source, origin } = values['base-url']
    const remote = source === 'profile' ? `profile ${profile} is a remote one` : `${origin} makes the call remote`
    throw usageError(`this is about the local service, and ${remote}`, { try: 'txwarden config explain' })
  }

  const administration = once(async (): Promise<Administration> => {
    requireLocal()
    const { administer } = await import('../../service/index.ts')
    return administer(serviceOptions())
  })

  const local = once(async (): Promise<Service> => {
    requireLocal()
    const { openService } = await import('../../service/index.ts')
    const service = await openService(serviceOptions())
    closers.push(() => service.close())
    return service
  })

  const serve = async ({ database, ...request }: ServeRequest): Promise<Serving> => {
    if (database === undefined) requireLocal()
    else refuseDatabase(database)
    const service = await import('../../service/index.ts')
    const options = serviceOptions()
    return service.serve({
      ...options,
      ...request,
      allowDestinations: [...options.allowDestinations, ...(request.allowDestinations ?? [])],
      ...(database !== undefined && { database }),
      version,
      log: { write: (line) => void io.stderr.write(line), quiet: globals.quiet === true },
    })
  }

  const clientFor = async (target: Configuration): Promise<Client> => {
    const { createClient } = await import('../../client/client.ts')
    const { openTransport } = await import('./open-transport.ts')
    const { keyAdvice } = await import('./key-advice.ts')
    const carried = await openTransport({
      deps,
      globals,
      configuration: target,
      paths,
      version,
      note,
      serviceOptions,
      closers,
      allowChange: () => allowChange(target.profile),
    })
    return createClient({
      transport: (outgoing) => carried({ ...outgoing, signal: outgoing.signal ?? deps.signal }),
      // In this process no answer gets lost, so nothing has to be kept for a second try.
      newIdempotencyKey: () => (target.addresses ? Buffer.from(deps.random(16)).toString('hex') : undefined),
      notice: (line) => void note(line),
      aboutKey: (error, kind) => keyAdvice(error, kind, target),
    })
  }
  const client = once(async () => clientFor(configuration()))

  // Whoever asks whether stdin is a terminal opens it: a millisecond or two.
  const mayAsk = once(() => canAsk(io, globals.input))
  const prompt = once(async () => {
    const paint = wantsColor(env, io.stderr.isTTY, globals.color) ? await colorPaint() : plainPaint
    return createPrompter({ io, signal: deps.signal, paint })
  })

  // Started once however many answers it is asked about; the thread ends with the command.
  const jq = once(async () => {
    const { startJq } = await import('../output/jq.ts')
    const started = await startJq(globals.jq ?? '.', globals, deps.signal)
    closers.push(() => started.close())
    return started
  })

  const allowed = new Map<string, Promise<void>>()
  const allowChange = async (profile?: string) => {
    const name = profile ?? chooseProfile(resolveInput()).name
    const { passProtection } = await import('../prompts/protected-profile.ts')
    // Of many requests at once the first asks, the others wait for the answer.
    const asked = allowed.get(name) ?? passProtection({ name, input: resolveInput, globals, canAsk: mayAsk(), prompt })
    allowed.set(name, asked)
    await asked
  }

  return {
    ...deps,
    globals,
    paths,
    out: new Printer({
      stdout: io.stdout,
      format: formatOf(globals, configuration),
      fields: globals.fields,
      jq: globals.jq === undefined ? undefined : async (value) => (await jq()).apply(value),
      page: deps.page,
      paint: once(() => (wantsColor(env, io.stdout.isTTY, globals.color) ? colorPaint() : Promise.resolve(plainPaint))),
    }),
    note,
    resolveInput,
    updateProfiles: (change) => updateProfiles(paths, change),
    configuration,
    client,
    clientFor,
    requireLocal,
    local,
    administration,
    serve,
    decode: async (request) => {
      const service = await import('../../service/index.ts')
      return service.decode(request)
    },
    decodePayload: async (hex) => {
      const service = await import('../../service/index.ts')
      return service.decodePayload(hex)
    },
    verifyPayload: async (request) => {
      const service = await import('../../service/index.ts')
      return service.verifyPayload(request)
    },
    get canAsk() {
      return mayAsk()
    },
    prompt,
    allowChange,
    where: () => `profile ${configuration().profile}`,
    async checkOutput() {
      if (globals.jq !== undefined) await jq()
    },
    async close() {
      for (const close of closers.reverse()) await close()
    },
  }
}

/** What stands on a command line every process of the machine can read. */
function refuseDatabase(database: string): void {
  const fault = settingOf('database')?.fault(database)
  if (fault) throw usageError(`--database: ${JSON.stringify(withoutPassword(database))} ${fault}`)
}

/** Of the profile; the variable, which wins over it, the service reads itself. */
function storedAllowances({ values }: Configuration): readonly string[] {
  const { source, value = '' } = values['allow-destination']
  return source === 'profile' ? splitList([value]) : []
}

function flagValues(globals: GlobalValues): FlagValues {
  const given: Record<string, string | undefined> = {
    'base-url': globals.baseUrl,
    'management-url': globals.managementUrl,
    output: globals.json || globals.jq !== undefined ? 'json' : globals.output,
    timeout: globals.timeout === undefined ? undefined : `${globals.timeout}ms`,
    retries: globals.retries?.toString(),
    'insecure-http': globals.insecureHttp === undefined ? undefined : String(globals.insecureHttp),
  }
  return given
}

/** The format must be known before the configuration can be trusted: an error about it is printed, too. */
function formatOf(globals: GlobalValues, configuration: () => Configuration): OutputFormat | undefined {
  if (globals.json || globals.jq !== undefined) return 'json'
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
