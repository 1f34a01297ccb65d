import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { candidateCacheOf } from '../../config/paths.ts'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'
import { within } from '../../shared/time/within.ts'
import type { Deps } from '../context/context.ts'
import { createContext, type OwnedContext } from '../context/create-context.ts'
import type { OutputStream } from '../io.ts'
import type { GlobalValues } from '../program/globals.ts'
import { type AnyResource, pageOf } from '../resource/resource.ts'
import { type CompletionCandidate, globalsOf } from './candidates.ts'
import type { ParsedLine } from './parse-line.ts'

/** How long cached candidates are used. */
const FRESH_MS = 60_000

/** Time limit for a service, because the user is waiting. */
const PATIENCE_MS = 300

/**
 * The resources of a kind, from the service and profile that the line selects.
 * @param kind what they are cached as
 */
export async function readResources(
  kind: string,
  resource: AnyResource,
  line: ParsedLine,
  deps: Deps,
  version: string,
): Promise<readonly CompletionCandidate[]> {
  const context = createContext(silent(deps), quickFlags(line), version)
  if (resource.isConfigured) return fetchCandidates(resource, context)
  const { addresses, database, profile } = context.configuration()
  // Opening the local service would create a database.
  const source = addresses ? `${addresses.management} ${addresses.validation}` : databaseState(database)
  if (source === undefined) return []
  const path = candidateCacheOf(profile, context.paths)
  const cached = readCached(path, kind, source, deps.clock.now())
  if (cached) return cached
  const candidates = await fetchCandidates(resource, context).finally(() => context.close())
  writeCached(path, kind, {
    source: addresses ? source : (databaseState(database) ?? ''),
    at: deps.clock.now(),
    candidates,
  })
  return candidates
}

const MAX_CANDIDATES = 200

async function fetchCandidates(resource: AnyResource, context: OwnedContext): Promise<readonly CompletionCandidate[]> {
  const read = async (signal: AbortSignal) => {
    const { content } = pageOf(await resource.list(context, { size: MAX_CANDIDATES }, { signal }))
    return candidatesOf(resource, content.filter(resource.isOffered))
  }
  // The local service is fast.
  if (!context.isRemote()) return read(context.signal)
  const late = AbortSignal.timeout(PATIENCE_MS)
  return within(late, read(late))
}

/** Changes whenever the database file does; undefined without a file. A remote database is read every minute. */
function databaseState(database: string): string | undefined {
  if (isPostgresUrl(database)) return database
  const [file, log] = [database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }))
  return file && `${database} ${file.mtimeMs} ${file.size} ${log?.mtimeMs} ${log?.size}`
}

/** Flags of the line that select the service; without prompts, retries and waits for the rate limit. */
function quickFlags(line: ParsedLine): GlobalValues {
  const { profile, baseUrl, managementUrl, insecureHttp } = globalsOf(line)
  return {
    profile,
    baseUrl,
    managementUrl,
    ...(insecureHttp !== undefined && { insecureHttp: true }),
    input: false,
    quiet: true,
    retries: 0,
    retryMaxWait: 0,
  } as GlobalValues
}

function silent(deps: Deps): Deps {
  const mute = (output: OutputStream): OutputStream => ({
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

/** Names; ids where a thing has no name, one that others have too, or one that is no single word of a shell. */
function candidatesOf({ idOf, nameOf, about, offers }: AnyResource, rows: readonly unknown[]): CompletionCandidate[] {
  if (offers === 'ids') return rows.map((row) => ({ value: idOf(row), description: about(row) }))
  const counts = Map.groupBy(rows, nameOf)
  return rows.map((row) => {
    const [id, name] = [idOf(row), nameOf(row)]
    return /^\w[\w@.-]*$/.test(name) && counts.get(name)?.length === 1
      ? { value: name, description: `${id} ${about(row)}`.trim(), id }
      : { value: id, description: `${name} ${about(row)}`.trim() }
  })
}

interface CachedCandidates {
  /** Identifies the service: its addresses, or the state of the database file. */
  readonly source: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly candidates: readonly CompletionCandidate[]
}

/** The cached candidates of a kind; undefined if there are none, too old ones, or those of another service. */
function readCached(
  path: string,
  kind: string,
  source: string,
  now: number,
): readonly CompletionCandidate[] | undefined {
  const cached = readAll(path)[kind]
  if (!cached || cached.source !== source || now - cached.at > FRESH_MS || cached.at > now) return undefined
  return cached.candidates.filter((each) => typeof each.value === 'string' && typeof each.description === 'string')
}

/** Replaces the file as a whole: of concurrent writers the last wins. It has only names and ids. */
function writeCached(path: string, kind: string, cached: CachedCandidates): void {
  makeFolder(dirname(path))
  writeWhole(path, JSON.stringify({ ...readAll(path), [kind]: cached }), { replace: true, isDurable: false })
}

function readAll(path: string): Readonly<Record<string, CachedCandidates | undefined>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, CachedCandidates>
  } catch {
    // A missing or invalid file is replaced.
    return {}
  }
}
