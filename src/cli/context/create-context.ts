/** Room: What a command may use: client, local service, prompts, printer; each made on first use. */

import { type Env, type Paths, pathsOf } from '../../config/paths.ts'
import { profileNamed, profileNames } from '../../config/profiles/profile-file.ts'
import { readProfiles, updateProfiles } from '../../config/profiles/profile-store.ts'
import { type Configuration, type FlagValues, type ResolveInput, resolveConfiguration } from '../../config/resolve.ts'
import { oddVariables } from '../../config/variables.ts'
import { WardenError } from '../../shared/errors.ts'
import { lazily } from '../../shared/lazily.ts'
import { usageError } from '../errors/usage.ts'
import { paintFor } from '../output/paint.ts'
import { Printer } from '../output/printer.ts'
import { safeText } from '../output/terminal-text.ts'
import { readerZone, type TimeZone, utc } from '../output/time-zone.ts'
import { wrapNotice } from '../output/words.ts'
import { type GlobalValues, type OutputFormat, outputFormats } from '../program/globals.ts'
import { canAsk, createPrompter } from '../prompts/prompts.ts'
import { protectProfiles } from '../prompts/protected-profile.ts'
import type { Context, Deps } from './context.ts'
import { type ContextParts, localService } from './local-service.ts'
import { namesOf } from './names-of.ts'

export interface OwnedContext extends Context {
  /** Rejects an invalid --jq program before any request is sent. */
  checkOutput(): Promise<void>
  /** Closes connections and the database. */
  close(): Promise<void>
}

interface ContextOptions {
  /** Whether the local database refuses writes. */
  readonly isReadOnly?: boolean
  /** The command itself says which variables nothing reads. */
  readonly reportsVariables?: boolean | undefined
}

/** Assembles what a command works with. Each part is created when a command first uses it. */
export function createContext(
  deps: Deps,
  globals: GlobalValues,
  version: string,
  { isReadOnly = false, reportsVariables = false }: ContextOptions = {},
): OwnedContext {
  const { io, env, signal } = deps
  const paths = pathsOf(env)
  const cleanup = new AsyncDisposableStack()
  const note = async (line: string) => {
    if (globals.quiet) return
    const text = safeText(line)
    const { isTTY, columns = 80 } = io.stderr
    await io.stderr.write(`${isTTY && text.length > columns ? wrapNotice(text, columns) : text}\n`)
  }
  const { resolveInput, configuration, updateProfiles } = configurationReader(globals, env, paths)

  // Checking stdin for a terminal opens it, which takes a millisecond or two.
  const askable = lazily(() => canAsk(io, globals.input))
  const prompt = lazily(async () =>
    createPrompter({ io, signal, paint: await paintFor(io.stderr, env, globals.color) }),
  )
  const allowChange = protectProfiles({ resolveInput, globals, canAsk: askable, prompt })

  const zone = lazily(() => (globals.utc || !io.stdout.isTTY ? utc : readerZone(env)))

  const checkVariables = lazily(() => {
    for (const { name, fault } of reportsVariables ? [] : oddVariables(env)) {
      if (fault !== undefined) throw usageError(`${name} is set, and ${fault}`, { try: `unset ${name}` })
      void note(`! ${name} is set, and no variable has this name.`)
    }
  })
  const localProfiles = () => {
    const { file } = resolveInput()
    return profileNames(file).filter((name) => profileNamed(file, name)['base-url'] === undefined)
  }
  const parts = {
    deps,
    globals,
    version,
    isReadOnly,
    paths,
    configuration,
    localProfiles,
    note,
    cleanup,
    checkVariables,
  }
  const { serviceOptions, ...service } = localService(parts)
  const clientFor: Context['clientFor'] = async (target) => {
    checkVariables()
    const { openClient } = await import('./open-client.ts')
    const allow = () => allowChange(target.profile)
    return openClient({ ...parts, configuration: target, serviceOptions, allowChange: allow })
  }
  const client = lazily(async () => clientFor(configuration()))
  const findNames = namesOf(client, note)
  const { printer, checkOutput } = createPrinter({ ...parts, zone, namesOf: findNames })

  return {
    ...deps,
    globals,
    paths,
    out: printer,
    get zone() {
      return zone()
    },
    note,
    resolveInput,
    configuration,
    updateProfiles,
    client,
    namesOf: findNames,
    clientFor,
    ...service,
    get canAsk() {
      return askable()
    },
    prompt,
    allowChange,
    where: () => `profile ${configuration().profile}`,
    checkOutput,
    close: () => cleanup.disposeAsync(),
  }
}

/** The stored profiles, and the configuration that results from them, the environment and the flags. */
function configurationReader(
  globals: GlobalValues,
  env: Env,
  paths: Paths,
): Pick<Context, 'resolveInput' | 'configuration' | 'updateProfiles'> {
  const resolveInput = lazily(
    (): ResolveInput => ({
      profile: globals.profile,
      flags: flagValues(globals),
      env,
      file: readProfiles(paths),
      paths,
    }),
  )
  return {
    resolveInput,
    configuration: lazily(() => resolveConfiguration(resolveInput())),
    updateProfiles: (change) => updateProfiles(paths, change),
  }
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

interface PrinterParts extends Pick<ContextParts, 'deps' | 'globals' | 'configuration' | 'cleanup'> {
  readonly zone: () => TimeZone
  readonly namesOf: Context['namesOf']
}

/** The printer for stdout, and a check of its --jq program. */
function createPrinter({ deps, globals, configuration, cleanup, zone, namesOf }: PrinterParts): {
  readonly printer: Printer
  checkOutput(): Promise<void>
} {
  const { io, env, signal, clock, page } = deps
  // One thread serves every answer of the command.
  const jq = lazily(async () => {
    const { startJq } = await import('../output/jq.ts')
    const started = await startJq(globals.jq ?? '.', globals, signal)
    cleanup.defer(() => started.close())
    return started
  })
  const printer = new Printer({
    stdout: io.stdout,
    format: formatOf(globals, configuration),
    fields: globals.fields,
    raw: globals.raw,
    jq: globals.jq === undefined ? undefined : async (value) => (await jq()).apply(value),
    namesOf,
    page,
    wide: globals.wide === true,
    now: () => clock.now(),
    zone,
    paint: lazily(() => paintFor(io.stdout, env, globals.color)),
  })
  return {
    printer,
    async checkOutput() {
      if (globals.raw && !isJsonLike(globals.output))
        throw usageError(`--raw prints JSON and excludes -o ${globals.output}`)
      if (globals.jq !== undefined) await jq()
    },
  }
}

function isJsonLike(output: OutputFormat | undefined): boolean {
  return output === undefined || output === 'json' || output === 'ndjson' || output === 'yaml'
}

/** Errors of the configuration are printed too, so the format must not depend on a valid one. */
function formatOf(globals: GlobalValues, configuration: () => Configuration): OutputFormat | undefined {
  if (globals.json || globals.jq !== undefined) return 'json'
  if (globals.output) return globals.output
  if (globals.raw) return 'json'
  try {
    const wanted = configuration().values.output.value
    return outputFormats.find((format) => format === wanted)
  } catch (error) {
    // Commands that repair the configuration must print; every other command fails with the same error later.
    if (error instanceof WardenError) return undefined
    throw error
  }
}
