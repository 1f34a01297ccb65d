import { resolve } from 'node:path'
import { chainName } from '../api/text/chains.ts'
import type { Context, FollowRequest } from '../cli/context/context.ts'
import { defineCommand } from '../cli/define.ts'
import { nextCommand } from '../cli/errors/next-commands.ts'
import { usageError } from '../cli/errors/usage.ts'
import { chainIdsOf } from '../cli/input/check-values.ts'
import { flag, flagName, integer, list, parseDuration, parsed, text } from '../cli/options.ts'
import { commandLine } from '../cli/program/command-line.ts'
import { LOCAL_HOST, LOCAL_PORT } from '../config/local-address.ts'
import type { Following } from '../service/index.ts'
import { isPostgresUrl } from '../shared/database-url.ts'
import { WardenError } from '../shared/errors.ts'
import { stoppedBy } from '../shared/system/stop-signal.ts'
import { quoteWord } from '../shared/text/quote-word.ts'
import { untilAborted } from '../shared/time/sleep.ts'
import { metricsAddress, metricsOptions, noteMetrics } from './options/metrics-option.ts'

export const serve = defineCommand({
  name: 'serve',
  group: 'Local service',
  summary: 'Serve the local service over HTTP',
  description:
    'Serves the whole API with keys from `txwarden keys`, plus /livez, /readyz, /healthz and /openapi.json. One process serves a database file; several can serve a PostgreSQL database with the same master key. Commands can use the database meanwhile. Ctrl-C or SIGTERM completes the requests in flight, a second signal exits immediately. The log goes to stderr, one JSON line per request.',
  requests: false,
  options: {
    host: text('address', `address to listen on; default ${LOCAL_HOST}, reachable only from this machine`),
    port: integer('n', `port to listen on, 0 picks one; default ${LOCAL_PORT}`, { min: 0, max: 65_535 }),
    database: text('database', "SQLite file, or postgres://user@host/name; default: the profile's"),
    allowDestination: list(
      'where',
      'host, host:port or CIDR for alert deliveries, in addition to public addresses and the setting allow-destination',
    ),
    follow: list(
      'chains',
      'follow these chains (ids, names, or `all`: those with a node or monitored addresses; `none`) and notify about monitored addresses; default none',
    ),
    maxGap: parsed(
      'duration',
      'longest gap that is caught up without a decision, such as 72h; default 24h. A longer one waits for `chain skip`',
      parseDuration,
    ),
    safes: list(
      'safes',
      'read the queues of these Safes (names or addresses, or `all`: those with a transaction service; `none`) and notify about what waits there; default none',
    ),
    http: flag('only follow chains and Safes and send alerts; without an HTTP server', { negatable: true }),
    adminApi: flag('also answer what shows and changes how this service runs, to management keys'),
    ...metricsOptions,
    rateLimit: parsed('n/min', 'requests per minute for one key; default: unlimited', parseRate),
    drain: parsed(
      'duration',
      'how long SIGTERM leaves it answering, unready, so that a balancer takes it out first; default 5s, of Ctrl-C 0',
      parseDuration,
    ),
  },
  examples: [
    { command: 'txwarden serve' },
    { command: 'txwarden serve --port 0 --json', note: 'any free port, printed as JSON' },
    { command: 'txwarden serve --follow ethereum,base', note: 'notify about monitored addresses' },
    { command: 'txwarden serve --follow all --no-http', note: 'follow without an HTTP server' },
    { command: 'txwarden serve --safes all --no-http', note: 'notify about the queues of all Safes' },
    { command: 'txwarden serve --admin-api', note: 'chain status, exposure, feeds, also from other machines' },
    { command: 'txwarden serve --metrics 127.0.0.1:9464', note: 'metrics for Prometheus, on this machine only' },
    { command: 'txwarden serve --rate-limit 300/min --allow-destination hooks.internal:8443' },
  ],
  async run(context, input) {
    const { host = LOCAL_HOST, port = LOCAL_PORT, database, allowDestination, adminApi, rateLimit, maxGap } = input
    const { drain = DRAIN_MS, follow = [], safes: named = [] } = input
    const metrics = await metricsAddress(input)
    const chains = allOrNone(follow, '--follow', 'chain') ?? (await chainIdsOf(context, follow, '--follow: '))
    const safes = allOrNone(named, '--safes', 'Safe') ?? named
    const request = {
      follow: chains,
      safes,
      maxGapMs: maxGap,
      database,
      allowDestinations: allowDestination,
      metrics,
    }
    const refused = (error: unknown) => {
      throw asFlagError(error, allowDestination)
    }
    if (input.http === false) {
      const ofServer = (['host', 'port', 'adminApi', 'rateLimit', 'drain'] as const).find(
        (name) => input[name] !== undefined,
      )
      if (ofServer) throw usageError(`${flagName(ofServer)} and --no-http exclude each other`)
      if (chains.length + safes.length === 0)
        throw usageError('--no-http needs --follow or --safes: name chains or Safes, or `all`')
      return followChains(context, request).catch(refused)
    }
    const { boundYoungHeap, keepYoungHeap } = await import('../shared/system/young-heap.ts')
    boundYoungHeap()
    const serving = await context
      .serve({ ...request, host, port, rateLimit, ...(adminApi && { hasAdminApi: true }) })
      .catch(refused)
    keepYoungHeap()
    try {
      const { url, service, metricsUrl } = serving
      const addresses = { url, metrics: metricsUrl }
      await context.out.text(context.out.isJson ? JSON.stringify({ ...addresses, pid: process.pid }) : url)
      await noteMetrics(context, metricsUrl)
      const { isLoopback } = await import('../shared/system/loopback.ts')
      // The bound address decides: a host name may resolve to any address.
      if (!isLoopback(new URL(url).hostname))
        await context.note(`Other machines can reach ${host}, without TLS: put it behind a TLS proxy.`)
      // A disk that fails from now on does not stop the server: requests get a 503 until it works again.
      const keys = await service.keys.list().catch(() => undefined)
      if (keys?.some(({ kind, revokedAt }) => kind === 'validation' && revokedAt === null) === false)
        await context.note(`No validation key yet. Try: ${await keysCommand(context, database)}`)
      if (chains === 'all' && serving.chains.length === 0) await noteNothing(context)
      await noteUnfollowed(context, serving)
      await untilAborted(context.signal)
    } finally {
      await serving.stop(stoppedBy(context.signal) === 'SIGTERM' ? drain : 0)
    }
  },
})

/** Follows chains and Safes without an HTTP server until the signal. */
async function followChains(context: Context, request: FollowRequest): Promise<undefined> {
  const following = await context.follow(request)
  try {
    const { chains, metricsUrl } = following
    const { safes = [] } = request
    if (chains.length === 0 && safes.length === 0) await noteNothing(context)
    else {
      const names = [...chains.map(chainName), ...(safes === 'all' ? ['all Safes'] : safes)]
      await context.out.text(
        context.out.isJson
          ? JSON.stringify({
              chains: chains.map(chainName),
              ...(safes.length > 0 && { safes }),
              metrics: metricsUrl,
              pid: process.pid,
            })
          : names.join('\n'),
      )
      await noteMetrics(context, metricsUrl)
      await noteUnfollowed(context, following)
      await untilAborted(context.signal)
    }
  } finally {
    await following.stop()
  }
}

/** Balancers ask every few seconds. */
const DRAIN_MS = 5000

/** The command that creates a key in the served database, whichever service the profile or the environment selects. */
async function keysCommand(context: Context, database: string | undefined): Promise<string> {
  const { DEFAULT_PROFILE } = await import('../config/profiles/profile-file.ts')
  const { addresses } = context.configuration()
  const globals = { profile: addresses ? DEFAULT_PROFILE : context.globals.profile }
  const line = commandLine({ name: 'keys create', flags: { kind: 'validation' } }, globals)
  if (database === undefined) return line
  const path = isPostgresUrl(database) ? database : resolve(database)
  return `${addresses ? 'TXWARDEN_BASE_URL= ' : ''}TXWARDEN_DATABASE=${quoteWord(path)} ${line}`
}

/** An error about an allowance of the flag; the environment and the profile hold allowances, too. */
function asFlagError(error: unknown, given: readonly string[] = []): unknown {
  if (!(error instanceof WardenError) || error.code !== 'bad-allowance') return error
  const { message, details } = error
  if (!given.some((entry) => message.startsWith(JSON.stringify(entry)))) return error
  return usageError(`--allow-destination: ${message}`, { details, try: nextCommand(error) })
}

/** Requests per minute, from `300/min`. */
function parseRate(flag: string, given: string): number {
  const count = Number(/^(\d{1,7})\/min$/.exec(given)?.[1])
  if (count >= 1) return count
  throw usageError(`${flag}: ${JSON.stringify(given)} is not a rate, such as 300/min`)
}

/** Undefined where neither is given. */
function allOrNone(given: readonly string[], flag: string, thing: string): readonly string[] | 'all' | undefined {
  const word = (['all', 'none'] as const).find((each) => given.includes(each))
  if (word !== undefined && given.length > 1) throw usageError(`${flag}: ${word} goes with no other ${thing}`)
  return word === 'none' ? [] : word
}

/** `all` chains are none. */
function noteNothing(context: Context): Promise<void> {
  return context.note('No chain has a node or monitored addresses. Try: txwarden chain add')
}

/** One line when enabled monitored addresses are on chains that no server follows. */
async function noteUnfollowed(context: Context, { service, chains }: Following): Promise<void> {
  const follower = await service.follower()
  // A note that cannot be read does not stop the server.
  const unfollowed = await follower.unfollowed().catch(() => [])
  const missing = unfollowed.filter((chainId) => !chains.includes(chainId))
  if (missing.length === 0) return
  const { notFollowedNote } = await import('./options/not-followed.ts')
  await context.note(notFollowedNote(missing))
}
