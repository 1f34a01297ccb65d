import { pathsOf } from '../../config/paths.ts'
import { oddVariables } from '../../config/variables.ts'
import { lazily } from '../../shared/lazily.ts'
import { usageError } from '../errors/usage.ts'
import { paintFor } from '../output/paint.ts'
import { safeText } from '../output/terminal-text.ts'
import { readerZone, utc } from '../output/time-zone.ts'
import { wrapNotice } from '../output/words.ts'
import type { GlobalValues } from '../program/globals.ts'
import { canAsk, createPrompter } from '../prompts/prompts.ts'
import { protectProfiles } from '../prompts/protected-profile.ts'
import { configurationReader } from './configuration-reader.ts'
import type { Context, Deps } from './context.ts'
import { createPrinter } from './create-printer.ts'
import { localService } from './local-service.ts'

export interface OwnedContext extends Context {
  /** Rejects an invalid --jq program before any request is sent. */
  checkOutput(): Promise<void>
  /** Closes connections and the database. */
  close(): Promise<void>
}

/**
 * Assembles what a command works with. Each part is created when a command first uses it.
 * @param isReadOnly whether the local database refuses writes
 */
export function createContext(deps: Deps, globals: GlobalValues, version: string, isReadOnly = false): OwnedContext {
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
    for (const { name, fault } of oddVariables(env)) {
      if (fault !== undefined) throw usageError(`${name} is set, and ${fault}`, { try: `unset ${name}` })
      void note(`! ${name} is set, and no variable has this name.`)
    }
  })
  const parts = { deps, globals, version, isReadOnly, paths, configuration, note, cleanup, checkVariables }
  const { serviceOptions, ...service } = localService(parts)
  const clientFor: Context['clientFor'] = async (target) => {
    checkVariables()
    const { openClient } = await import('./open-client.ts')
    const allow = () => allowChange(target.profile)
    return openClient({ ...parts, configuration: target, serviceOptions, allowChange: allow })
  }
  const { printer, checkOutput } = createPrinter({ ...parts, zone })

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
    client: lazily(async () => clientFor(configuration())),
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
