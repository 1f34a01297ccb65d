import { statSync } from 'node:fs'
import { recentThingsOf } from '../../config/paths.ts'
import type { Deps } from '../context/context.ts'
import { createContext, type OwnedContext } from '../context/create-context.ts'
import type { GlobalValues } from '../globals.ts'
import type { Output } from '../io.ts'
import type { ResourceKind } from '../options.ts'
import { type Candidate, globalsOf } from './candidates.ts'
import { configuredThings } from './configured-things.ts'
import type { Line } from './read-words.ts'
import { keepRecent, readRecent } from './recent.ts'

/** Longest wait (ms) for a service: whoever pressed the key is waiting. */
const PATIENCE_MS = 300

/** What there is of a kind, for the service and the profile that the line means. Rejects when it cannot be told. */
export async function readThings(
  kind: ResourceKind,
  line: Line,
  deps: Deps,
  version: string,
): Promise<readonly Candidate[]> {
  const context = createContext(silent(deps), quickGlobals(line), version)
  const configured = await configuredThings(kind, context)
  if (configured) return configured
  const { addresses, database, profile } = context.configuration()
  // Opening would make one.
  const mark = addresses ? `${addresses.management} ${addresses.validation}` : markOf(database)
  if (mark === undefined) return []
  const path = recentThingsOf(profile, context.paths)
  const recent = readRecent(path, kind, mark, deps.clock.now())
  if (recent) return recent
  const candidates = await askFor(kind, context).finally(() => context.close())
  keepRecent(path, kind, { mark: addresses ? mark : (markOf(database) ?? ''), at: deps.clock.now(), candidates })
  return candidates
}

async function askFor(kind: ResourceKind, context: OwnedContext): Promise<readonly Candidate[]> {
  const { localThings, servedThings } = await import('./things.ts')
  const served = servedThings[kind]
  if (!served) return (await localThings[kind]?.(context)) ?? []
  const client = await context.client()
  // Nobody waits for this machine.
  if (!context.configuration().addresses) return served(client, context.signal)
  return withinPatience((signal) => served(client, signal))
}

/** What changes with a database file; undefined where there is none. A database elsewhere is asked every minute. */
function markOf(database: string): string | undefined {
  if (database.includes('://')) return database
  const [file, log] = [database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }))
  return file && `${database} ${file.mtimeMs} ${file.size} ${log?.mtimeMs} ${log?.size}`
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
  const mute = (output: Output): Output => ({
    ...output,
    isTTY: false,
    canRedraw: false,
    columns: undefined,
    write: async () => undefined,
  })
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
