import type { CatalogueFeed } from '../api/schemas/intel.ts'
import { lazily } from '../shared/lazily.ts'
import type { Sleep } from '../shared/time/sleep.ts'
import type { DatabaseOptions } from './administration/database-options.ts'
import type { DeliveryAdministration } from './alerts/delivery/delivery-administration.ts'
import type { ChainAdministration } from './chain/administration.ts'
import { environmentNodes } from './chain/nodes/environment-nodes.ts'
import { openChain } from './chain/open-chain.ts'
import type { EgressPolicy } from './egress/egress-policy.ts'
import type { FollowerAdministration } from './follower/administration.ts'
import type { Follower, FollowOptions } from './follower/follower.ts'
import { type Begin, createBegin, type Handle, handleOf } from './http/handle.ts'
import type { SideEffects } from './http/handler.ts'
import type { IntelAdministration } from './intel/administration.ts'
import { KeyAdministration } from './keys/administration.ts'
import { readEventSecret } from './keys/event-secret.ts'
import { RateLimiter } from './keys/rate-limit.ts'
import { loadChains } from './records/known-chains.ts'
import { StorageLimit } from './records/quotas.ts'
import { createReads } from './records/reads/reads.ts'
import { createIds } from './runtime/ids.ts'
import type { Meters } from './runtime/meters.ts'
import type { SafeChecks } from './safes/check/safe-checks.ts'
import { keyFilePath } from './secrets/key-file.ts'
import { MasterKey } from './secrets/keyring.ts'
import type { PayloadAdministration } from './signing/payload-administration.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { DeadlineClock } from './store/writes/deadline-clock.ts'
import { isIndexDue } from './validation/addresses/index-due.ts'
import { findDue } from './validation/reports/reports-due.ts'

export interface ServiceOptions extends DatabaseOptions {
  /** Whether `serve` opens it. */
  readonly isServer?: boolean
  /** Whether every write is refused. */
  readonly isReadOnly?: boolean
  /** Called for errors that a caller sees only as a 500. */
  readonly report: (error: unknown) => void
  /** Called for faults of the configuration that stop nothing. */
  readonly warn?: (text: string) => void
  /** Destinations allowed besides public addresses: `host`, `host:port`, CIDR. TXWARDEN_ALLOW_DESTINATION adds to them. */
  readonly allowDestinations?: readonly string[]
  /** Limit per key over the network (requests a minute); absent: no limit. */
  readonly rateLimit?: number
  /** Whether callers on the network reach the operations of the scope `local`. */
  readonly hasAdminApi?: boolean
  readonly meters?: Meters | undefined
  /** Replaces the catalogue of feeds. */
  readonly feedCatalogue?: readonly CatalogueFeed[] | undefined
}

export interface Service {
  readonly handle: Handle
  /** The first step of `handle`, which needs no body. */
  readonly begin: Begin
  readonly keys: KeyAdministration
  /** Loaded on demand, as are the next: validations do not need them. */
  readonly chain: () => Promise<ChainAdministration>
  readonly follower: () => Promise<FollowerAdministration>
  readonly intel: () => Promise<IntelAdministration>
  readonly payloads: () => Promise<PayloadAdministration>
  readonly deliveries: () => Promise<DeliveryAdministration>
  /** Asks nodes for the reports that are due, for at most so long (ms). */
  readonly confirmReports: (forMs: number) => Promise<void>
  /** Indexes the addresses of stored transactions, for at most so long (ms). */
  readonly indexAddresses: (forMs: number) => Promise<void>
  /** Starts work in the background; returns a function that stops it, to be called before the service is closed. */
  readonly start: (work: BackgroundWork, report?: (error: unknown) => void) => () => Promise<void>
  /** Follows chains until it is stopped; stop it before the service is closed. */
  readonly follow: (options: FollowOptions) => Promise<Follower>
  /** Polls the queues of Safes until it is stopped; stop it before the service is closed. */
  readonly followSafes: (safes: readonly string[] | 'all', sleep?: Sleep) => Promise<{ stop(): Promise<void> }>
  /** Close it after use. */
  readonly safeChecks: () => Promise<SafeChecks>
  readonly outbox: OutboxSignal
  readonly database: string
  readonly store: Store
  readonly deadlines: DeadlineClock
  readonly masterKey: MasterKey
  close(): Promise<void>
}

/** Asks nodes for due reports, indexes addresses, goes on with rescreens that another process left, fetches due feeds. */
export type BackgroundWork = 'confirming' | 'indexing' | 'rescreening' | 'feeds'

/** Signals that a request of this process added events to the outbox. */
export interface OutboxSignal {
  /** Whether events were added since the service was opened. */
  readonly hasEvents: boolean
  /** Sets the only listener. It is not called for earlier events. */
  listen(listener: () => void): void
}

/** Runs until the signal aborts. */
type BackgroundRun = (
  deps: ServiceParts & Pick<Service, 'intel'>,
  signal: AbortSignal,
  report: (error: unknown) => void,
) => Promise<void>

/**
 * Opens the database; creates and migrates it as needed.
 * @throws WardenError when it cannot be used; for `serve`, `bad-node-variable`, `bad-secret-variable`
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  // Ended in reverse order.
  await using owned = new AsyncDisposableStack()
  const deps = await openParts(options, owned)
  return serviceOf(deps, options, owned.move())
}

type ServiceParts = Awaited<ReturnType<typeof openParts>>

async function openParts(options: ServiceOptions, owned: AsyncDisposableStack) {
  const { clock, random, report, env, database, meters } = options
  const destinationPolicy = lazily(() => destinationPolicyOf(options))
  // Reports a malformed list now, not with the first alert.
  if (allowedDestinations(options).length > 0) await destinationPolicy()
  const eventSecretHash = options.isServer ? readEventSecret(env) : undefined
  const store = await openStore(database, options)
  owned.defer(() => store.close())
  // Before the nodes: a variable can name a chain that is defined here.
  await loadChains(store.read)
  const { nodes: environment, faults } = environmentNodes(env)
  const fault = faults.find(({ kind }) => options.isServer || kind === 'usage')
  if (fault) throw fault
  for (const each of faults) options.warn?.(each.message)
  const deadlines = await DeadlineClock.open(store, clock)
  const newId = createIds(clock, random)
  const masterKey = new MasterKey({ env, keyFile: keyFilePath(options), random })
  const outbox = outboxSignal()
  const chain = openChain({
    environment,
    store,
    masterKey,
    clock,
    random,
    keepsHeadsFresh: options.isServer ?? false,
    report,
    meters,
  })
  owned.defer(() => chain.close())
  return {
    store,
    database,
    clock,
    deadlines,
    random,
    newId,
    masterKey,
    reads: createReads(store.read),
    chain,
    pool: chain.pool,
    hasNode: chain.hasNode.bind(chain),
    env,
    report,
    meters,
    wake: () => outbox.notify(),
    outbox,
    destinationPolicy,
    eventSecretHash,
  }
}

function serviceOf(deps: ServiceParts, options: ServiceOptions, owned: AsyncDisposableStack): Service {
  const { store, database, clock, deadlines, masterKey, chain, outbox, destinationPolicy, report } = deps
  const { rateLimit, feedCatalogue, hasAdminApi = false } = options
  const begin = createBegin({
    ...deps,
    storageLimit: new StorageLimit(store, clock),
    hasAdminApi,
    effects: effectsOf(options, destinationPolicy),
    feedCatalogue,
    ...(rateLimit !== undefined && { rateLimiter: new RateLimiter(rateLimit, clock) }),
  })
  const administrations = administrationsOf(deps)
  return {
    handle: handleOf(begin),
    begin,
    ...administrations,
    confirmReports: async (forMs) => {
      const found = await findDue(deps)
      if (found.due.length === 0) return
      const { confirmDue } = await import('./validation/reports/confirm-reports.ts')
      await confirmDue(deps, found, clock.elapsed() + forMs)
    },
    indexAddresses: async (forMs) => {
      if (!(await isIndexDue(deps))) return
      const { indexOnce } = await import('./validation/addresses/build-index.ts')
      await indexOnce(deps, AbortSignal.timeout(forMs))
    },
    start: (work, reportFailure = report) => {
      const stopping = new AbortController()
      const running = backgroundRuns[work]({ ...deps, intel: administrations.intel }, stopping.signal, reportFailure)
      return async () => {
        stopping.abort()
        await running
      }
    },
    follow: async (follow) => {
      const { startFollower } = await import('./follower/follower.ts')
      // Beside many validations, a turn of the event loop for each query would be most of the time that a block takes.
      const reads = createReads(store.read, process.nextTick)
      return startFollower({ ...deps, reads, pool: await chain.pool() }, follow)
    },
    followSafes: async (safes, sleep) =>
      (await import('./safes/follow/start-poller.ts')).startSafePoller({ ...deps, sleep }, safes),
    outbox,
    database,
    store,
    deadlines,
    masterKey,
    close: () => owned.disposeAsync(),
  }
}

type Administrations = Pick<Service, 'keys' | 'chain' | 'follower' | 'intel' | 'payloads' | 'deliveries' | 'safeChecks'>

function administrationsOf(deps: ServiceParts): Administrations {
  const { chain, destinationPolicy } = deps
  return {
    keys: new KeyAdministration(deps),
    chain: async () => {
      const { ChainAdministration } = await import('./chain/administration.ts')
      return new ChainAdministration({ ...deps, pool: await chain.pool() })
    },
    follower: async () => new (await import('./follower/administration.ts')).FollowerAdministration(deps),
    intel: async () => {
      const { IntelAdministration } = await import('./intel/administration.ts')
      return new IntelAdministration({ ...deps, policy: destinationPolicy })
    },
    payloads: async () => new (await import('./signing/payload-administration.ts')).PayloadAdministration(deps),
    deliveries: async () => {
      const { DeliveryAdministration } = await import('./alerts/delivery/delivery-administration.ts')
      return new DeliveryAdministration({ ...deps, policy: await destinationPolicy() })
    },
    safeChecks: async () => new (await import('./safes/check/safe-checks.ts')).SafeChecks(deps),
  }
}

const backgroundRuns: Readonly<Record<BackgroundWork, BackgroundRun>> = {
  confirming: async (deps, ...run) =>
    (await import('./validation/reports/confirm-reports.ts')).keepConfirming(deps, ...run),
  indexing: async (deps, ...run) => (await import('./validation/addresses/build-index.ts')).keepIndexing(deps, ...run),
  rescreening: async (deps, ...run) => (await import('./rescreen/run.ts')).keepRescreening(deps, ...run),
  feeds: async ({ intel }, ...run) =>
    (await import('./intel/feeds/keep-fresh.ts')).keepFeedsFresh(await intel(), ...run),
}

function outboxSignal(): OutboxSignal & { notify(): void } {
  let hasEvents = false
  let listener: (() => void) | undefined
  return {
    get hasEvents() {
      return hasEvents
    },
    notify() {
      hasEvents = true
      listener?.()
    },
    listen(given) {
      listener = given
    },
  }
}

/** Where the service may send to: what the environment and the options allow beyond public addresses. */
export async function destinationPolicyOf(
  options: Pick<ServiceOptions, 'env' | 'allowDestinations'>,
): Promise<EgressPolicy> {
  const { parseEgressPolicy } = await import('./egress/egress-policy.ts')
  return parseEgressPolicy(allowedDestinations(options))
}

function effectsOf(options: ServiceOptions, policy: () => Promise<EgressPolicy>): SideEffects {
  return {
    async sendTest(destination, about) {
      const { sendTest } = await import('./alerts/delivery/attempts/send-test.ts')
      return sendTest(destination, about, { ...options, policy: await policy() })
    },
  }
}

function allowedDestinations({
  env,
  allowDestinations = [],
}: Pick<ServiceOptions, 'env' | 'allowDestinations'>): string[] {
  return [...listOf(env.TXWARDEN_ALLOW_DESTINATION), ...allowDestinations]
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
