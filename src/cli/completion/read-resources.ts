import { statSync } from 'node:fs'
import { chainName } from '../../api/text/chains.ts'
import { recordedVerdict } from '../../api/verdict.ts'
import type { Client } from '../../client/client.ts'
import { candidateCacheOf } from '../../config/paths.ts'
import type { Context, Deps } from '../context/context.ts'
import { createContext, type OwnedContext } from '../context/create-context.ts'
import type { OutputStream } from '../io.ts'
import type { ResourceKind } from '../options.ts'
import type { GlobalValues } from '../program/globals.ts'
import { readCached, writeCached } from './candidate-cache.ts'
import { type CompletionCandidate, globalsOf } from './candidates.ts'
import type { ParsedLine } from './parse-line.ts'

/** Time limit for a service, because the user is waiting. */
const PATIENCE_MS = 300

/** The resources of a kind, from the service and profile that the line selects. */
export async function readResources(
  kind: ResourceKind,
  line: ParsedLine,
  deps: Deps,
  version: string,
): Promise<readonly CompletionCandidate[]> {
  const context = createContext(silent(deps), quickFlags(line), version)
  const configured = await readConfigured(kind, context)
  if (configured) return configured
  const { addresses, database, profile } = context.configuration()
  // Opening the local service would create a database.
  const source = addresses ? `${addresses.management} ${addresses.validation}` : databaseState(database)
  if (source === undefined) return []
  const path = candidateCacheOf(profile, context.paths)
  const cached = readCached(path, kind, source, deps.clock.now())
  if (cached) return cached
  const candidates = await fetchCandidates(kind, context).finally(() => context.close())
  writeCached(path, kind, {
    source: addresses ? source : (databaseState(database) ?? ''),
    at: deps.clock.now(),
    candidates,
  })
  return candidates
}

async function fetchCandidates(kind: ResourceKind, context: OwnedContext): Promise<readonly CompletionCandidate[]> {
  const read = serviceResources[kind]
  if (!read) return (await localResources[kind]?.(context)) ?? []
  const client = await context.client()
  // The local service is fast.
  if (!context.isRemote()) return read(client, context.signal)
  return withinPatience((signal) => read(client, signal))
}

/** Changes whenever the database file does; undefined without a file. A remote database is read every minute. */
function databaseState(database: string): string | undefined {
  if (database.includes('://')) return database
  const [file, log] = [database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }))
  return file && `${database} ${file.mtimeMs} ${file.size} ${log?.mtimeMs} ${log?.size}`
}

/** Cancels the work and rejects after the time limit. */
async function withinPatience<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return Promise.race([
    work(signal),
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ])
}

/** Flags of the line that select the service; without prompts, retries and waits for the rate limit. */
function quickFlags(line: ParsedLine): GlobalValues {
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

/** Resources of the configuration, which need neither service nor database. */
async function readConfigured(
  kind: ResourceKind,
  context: Context,
): Promise<readonly CompletionCandidate[] | undefined> {
  if (kind === 'config') {
    const { settings } = await import('../../config/settings.ts')
    return settings.map(({ name, description }) => ({ value: name, description }))
  }
  if (kind !== 'profile') return undefined
  const { profileNames } = await import('../../config/profiles/profile-file.ts')
  const { file } = context.resolveInput()
  return profileNames(file).map((name) => ({
    value: name,
    description: file.profiles[name]?.['base-url'] ?? 'local service',
  }))
}

const MAX_CANDIDATES = 200

type ReadResources = (client: Client, signal: AbortSignal) => Promise<readonly CompletionCandidate[]>

/** Resources of the service, by noun. */
const serviceResources: Readonly<Partial<Record<ResourceKind, ReadResources>>> = {
  'control-list': async (client, signal) => {
    const { content } = await client.call('listControlLists', { query: { size: MAX_CANDIDATES } }, { signal })
    return content.map(({ id, address, type, productType }) => named(id, `${type} ${address} ${productType}`))
  },
  monitor: async (client, signal) => {
    const { content } = await client.call('listMonitors', { query: { size: MAX_CANDIDATES } }, { signal })
    return content.map(({ id, address, name }) => named(id, `${name} ${address}`))
  },
  alert: async (client, signal) => {
    const { alerts } = await client.call('listAlerts', {}, { signal })
    return byName(alerts.map(({ alertId, alertName }) => ({ id: alertId, name: alertName, about: '' })))
  },
  destination: async (client, signal) => {
    const destinations = await client.call('listDestinations', {}, { signal })
    return byName(destinations.map(({ id, name, channel }) => ({ id, name, about: `(${channel})` })))
  },
  delivery: async (client, signal) => {
    const { content } = await client.call(
      'listDeliveries',
      { query: { size: MAX_CANDIDATES, sort: NEWEST } },
      { signal },
    )
    return content.map(({ id, state, alertName, destinationName }) =>
      named(id, `${state} ${alertName} → ${destinationName}`),
    )
  },
  hold: async (client, signal) => {
    const { content } = await client.call('listHolds', { query: { size: MAX_CANDIDATES } }, { signal })
    return content.map(({ id, state, verdict, parts }) =>
      named(id, `${state} ${verdict}, to ${parts[0]?.to ?? 'none'}`),
    )
  },
  safe: async (client, signal) => {
    const { content } = await client.call('listSafes', { query: { size: MAX_CANDIDATES } }, { signal })
    return byName(
      content.map(({ id, name, address, chainId }) => ({ id, name, about: `${address} on ${chainName(chainId)}` })),
    )
  },
  intel: async (client, signal) =>
    (await client.call('listFeeds', {}, { signal })).content.map(({ source, format }) => named(source, format)),
  tx: async (client, signal) => {
    const { content } = await client.call(
      'listTransactions',
      { query: { size: MAX_CANDIDATES, sort: NEWEST } },
      { signal },
    )
    return content.map((row) =>
      named(row.svcTxId, `${recordedVerdict(row)} ${row.combinedScore}, to ${row.to ?? 'none'}`),
    )
  },
}

const NEWEST = ['createdAt,desc']

/** Resources that only the local service has. */
const localResources: Readonly<
  Partial<Record<ResourceKind, (context: Context) => Promise<readonly CompletionCandidate[]>>>
> = {
  keys: async (context) => {
    const { keys } = await context.local()
    const active = (await keys.list()).filter(({ revokedAt }) => revokedAt === null)
    return byName(active.map(({ id, name, kind, hint }) => ({ id, name: name ?? '', about: `${kind} ${hint}` })))
  },
  node: async (context) => {
    const chain = await (await context.local()).chain()
    return (await chain.list()).map((node) => named(node.id, `${node.host} (${node.chain})`))
  },
}

/** Offers names; ids of what has none, one that others have too, or one that is no single word of a shell. */
function byName(
  things: readonly { readonly id: string; readonly name: string; readonly about: string }[],
): CompletionCandidate[] {
  const counts = Map.groupBy(things, ({ name }) => name)
  return things.map(({ id, name, about }) =>
    /^\w[\w@.-]*$/.test(name) && counts.get(name)?.length === 1
      ? { value: name, description: `${id} ${about}`.trim(), id }
      : named(id, `${name} ${about}`.trim()),
  )
}

function named(value: string, description: string): CompletionCandidate {
  return { value, description }
}
