import type { Deps } from '../context.ts'
import type { ThingKind } from '../define.ts'
import type { GlobalValues } from '../globals.ts'
import type { Output } from '../io.ts'
import { type Candidate, candidatesFor, globalsOf, type Sources } from './candidates.ts'
import { type CommandTree, type Line, readWords } from './read-words.ts'

/** Longest wait (ms) for a service: whoever pressed the key is waiting. */
const PATIENCE_MS = 300

/**
 * Answers a shell: one candidate a line, a tab before its description; the line `:files` asks the shell for its files.
 * `argv` is what stands behind the program's name, the word that is being typed last. Never asks, never fails, never
 * says anything on stderr: whatever goes wrong, there is nothing to offer.
 */
export async function complete(argv: readonly string[], tree: CommandTree, deps: Deps, version: string): Promise<string> {
  const typed = argv.at(-1) ?? ''
  const line = await readWords(argv.slice(0, -1), tree)
  const sources: Sources = {
    things: (kind) => readThings(kind, line, deps, version).catch(() => []),
    paths: async () => (await import('./paths.ts')).pathsFor(line.positionals[0]),
  }
  const { candidates, files } = await candidatesFor(line, typed, tree, sources)
  const lines = candidates.map(({ value, description }) => (description ? `${value}\t${description}` : value))
  return [...lines, ...(files ? [':files'] : [])].map((each) => `${each}\n`).join('')
}

async function readThings(
  kind: ThingKind,
  line: Line,
  deps: Deps,
  version: string,
): Promise<readonly Candidate[]> {
  const { createContext } = await import('../create-context.ts')
  const context = createContext(silent(deps), quickGlobals(line), version)
  const { configuredThings, localThings, servedThings } = await import('./things.ts')
  try {
    const configured = await configuredThings(kind, context)
    if (configured) return configured
    const { addresses, database, profile } = context.configuration()
    const served = servedThings[kind]
    if (!addresses) {
      // Opening would make one.
      if (!database.includes('://') && !(await import('node:fs')).existsSync(database)) return []
      return (await (served?.(await context.client(), deps.signal) ?? localThings[kind]?.(context))) ?? []
    }
    if (!served) return []
    const { keepRecent, readRecent } = await import('./recent.ts')
    const { recentThingsOf } = await import('../../config/places.ts')
    const path = recentThingsOf(profile, context.places)
    const { origin, pathname } = addresses.management
    const address = `${origin}${pathname} ${addresses.validation.origin}`
    const recent = readRecent(path, kind, address, deps.clock.now())
    if (recent) return recent
    const client = await context.client()
    const candidates = await withinPatience((signal) => served(client, signal))
    keepRecent(path, kind, { origin: address, at: deps.clock.now(), candidates })
    return candidates
  } finally {
    await context.close()
  }
}

/** Rejects when the answer takes longer than anybody waits; what goes on behind it is cancelled. */
async function withinPatience<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return Promise.race([
    work(signal),
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ])
}

/** Which service the line means; never asks, tries once, and does not queue behind a rate limit. */
function quickGlobals(line: Line): GlobalValues {
  const { profile, baseUrl, managementUrl, insecureHttp } = globalsOf(line)
  return {
    ...(profile !== undefined && { profile }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(managementUrl !== undefined && { managementUrl }),
    ...(insecureHttp !== undefined && { insecureHttp: true }),
    input: false,
    quiet: true,
    retries: 0,
    retryMaxWait: 0,
  } as GlobalValues
}

function silent(deps: Deps): Deps {
  const mute = (output: Output): Output => ({ ...output, isTTY: false, columns: undefined, write: async () => undefined })
  return {
    ...deps,
    io: {
      get stdin() {
        return deps.io.stdin
      },
      stdout: mute(deps.io.stdout),
      stderr: mute(deps.io.stderr),
    },
  }
}
