import type { CatalogueFeed } from '../api/schemas/intel.ts'
import { lazily } from '../shared/lazily.ts'
import type { DatabaseOptions } from './administration/database-options.ts'
import type { DeliveryAdministration } from './alerts/delivery/delivery-administration.ts'
import type { ChainAdministration } from './chain/administration.ts'
import { environmentNodes } from './chain/nodes/environment-nodes.ts'
import { openChain } from './chain/open-chain.ts'
import type { EgressPolicy } from './egress/egress-policy.ts'
import type { FollowerAdministration } from './follower/administration.ts'
import type { Follower, FollowOptions } from './follower/follower.ts'
import { type Begin, createBegin, type Handle, handleOf } from './http/handle.ts'
import type { Effects } from './http/handler.ts'
import type { IntelAdministration } from './intel/administration.ts'
import { KeyAdministration } from './keys/administration.ts'
import { readEventSecret } from './keys/event-secret.ts'
import { RateLimiter } from './keys/rate-limit.ts'
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
  /** Does the same in the background; returns a function that stops it. */
  readonly startConfirming: () => () => Promise<void>
  /** Indexes the addresses of stored transactions, for at most so long (ms). */
  readonly indexAddresses: (forMs: number) => Promise<void>
  /** Does the same in the background; returns a function that stops it. */
  readonly startIndexing: () => () => Promise<void>
  /** Goes on with rescreens that another process left; returns a function that stops it. */
  readonly startRescreening: () => () => Promise<void>
  /** Fetches enabled feeds when they are due; returns a function that stops it. */
  readonly startFetchingFeeds: (report: (error: unknown) => void) => () => Promise<void>
  /** Follows chains until it is stopped; stop it before the service is closed. */
  readonly follow: (options: FollowOptions) => Promise<Follower>
  /** Polls the queues of Safes until it is stopped; stop it before the service is closed. */
  readonly followSafes: (safes: readonly string[] | 'all') => Promise<{ stop(): Promise<void> }>
  /** Close it after use. */
  readonly safeChecks: () => Promise<SafeChecks>
  readonly outbox: OutboxSignal
  readonly database: string
  readonly store: Store
  readonly deadlines: DeadlineClock
  readonly masterKey: MasterKey
  close(): Promise<void>
}

/** Signals that a request of this process added events to the outbox. */
export interface OutboxSignal {
  /** Whether events were added since the service was opened. */
  readonly hasEvents: boolean
  /** Sets the only listener. It is not called for earlier events. */
  listen(listener: () => void): void
}

/**
 * Opens the database; creates and migrates it as needed.
 * @throws WardenError when it cannot be used; for `serve`, `bad-node-variable`, `bad-secret-variable`
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { clock, random, report, env, database, rateLimit, meters } = options
  const destinationPolicy = lazily(() => destinationPolicyOf(options))
  // Reports a malformed list now, not with the first alert.
  if (allowedDestinations(options).length > 0) await destinationPolicy()
  const { nodes: environment, faults } = environmentNodes(env)
  const [fault] = faults
  if (fault && options.isServer) throw fault
  for (const each of faults) options.warn?.(each.message)
  const eventSecretHash = options.isServer ? readEventSecret(env) : undefined
  const store = await openStore(database, options)
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
  const reads = createReads(store.read)
  const begin = createBegin({
    store,
    storageLimit: new StorageLimit(store, clock),
    reads,
    chain,
    pool: chain.pool,
    hasAdminApi: options.hasAdminApi ?? false,
    masterKey,
    eventSecretHash,
    clock,
    deadlines,
    random,
    newId,
    effects: effectsOf(options, destinationPolicy),
    destinationPolicy,
    feedCatalogue: options.feedCatalogue,
    report,
    meters,
    wake: () => outbox.notify(),
    ...(rateLimit !== undefined && { rateLimiter: new RateLimiter(rateLimit, clock) }),
  })
  const intel = async () => {
    const { IntelAdministration } = await import('./intel/administration.ts')
    return new IntelAdministration({ store, clock, newId, random, policy: destinationPolicy })
  }
  return {
    handle: handleOf(begin),
    begin,
    keys: new KeyAdministration({ store, clock, random, newId }),
    chain: async () => {
      const { ChainAdministration } = await import('./chain/administration.ts')
      return new ChainAdministration({ store, masterKey, clock, newId, pool: await chain.pool() })
    },
    follower: async () => {
      const { FollowerAdministration } = await import('./follower/administration.ts')
      return new FollowerAdministration({
        store,
        clock,
        deadlines,
        newId,
        wake: () => outbox.notify(),
        pool: chain.pool,
      })
    },
    intel,
    payloads: async () => {
      const { PayloadAdministration } = await import('./signing/payload-administration.ts')
      return new PayloadAdministration({ store, clock, newId })
    },
    deliveries: async () => {
      const { DeliveryAdministration } = await import('./alerts/delivery/delivery-administration.ts')
      const policy = await destinationPolicy()
      return new DeliveryAdministration({
        store,
        database,
        masterKey,
        clock,
        deadlines,
        random,
        newId,
        env,
        policy,
        report,
      })
    },
    confirmReports: async (forMs) => {
      const found = await findDue({ store, clock, chain })
      if (found.due.length === 0) return
      const { confirmDue } = await import('./validation/reports/confirm-reports.ts')
      await confirmDue({ store, clock, chain }, found, clock.elapsed() + forMs)
    },
    startConfirming: () => {
      const stopping = new AbortController()
      const running = import('./validation/reports/confirm-reports.ts').then(({ keepConfirming }) =>
        keepConfirming({ store, clock, chain }, stopping.signal, report),
      )
      return async () => {
        stopping.abort()
        await running
      }
    },
    indexAddresses: async (forMs) => {
      if (!(await isIndexDue({ store, clock }))) return
      const { indexOnce } = await import('./validation/addresses/build-index.ts')
      await indexOnce({ store, clock }, AbortSignal.timeout(forMs))
    },
    startIndexing: () => {
      const stopping = new AbortController()
      const running = import('./validation/addresses/build-index.ts').then(({ keepIndexing }) =>
        keepIndexing({ store, clock }, stopping.signal, report),
      )
      return async () => {
        stopping.abort()
        await running
      }
    },
    startRescreening: () => {
      const stopping = new AbortController()
      const hasNode = chain.hasNode.bind(chain)
      const wake = () => outbox.notify()
      const running = import('./rescreen/run.ts').then(({ keepRescreening }) =>
        keepRescreening({ store, reads, hasNode, clock, deadlines, newId, wake, meters }, stopping.signal, report),
      )
      return async () => {
        stopping.abort()
        await running
      }
    },
    startFetchingFeeds: (reportFeed) => {
      const stopping = new AbortController()
      const running = Promise.all([intel(), import('./intel/feeds/keep-fresh.ts')]).then(
        ([feeds, { keepFeedsFresh }]) => keepFeedsFresh(feeds, stopping.signal, reportFeed),
      )
      return async () => {
        stopping.abort()
        await running
      }
    },
    follow: async (follow) => {
      const { startFollower } = await import('./follower/follower.ts')
      const pool = await chain.pool()
      const wake = () => outbox.notify()
      // Beside many validations, a turn of the event loop for each query would be most of the time that a block takes.
      const reads = createReads(store.read, process.nextTick)
      return startFollower({ store, reads, clock, deadlines, newId, pool, chain, report, wake, meters }, follow)
    },
    followSafes: async (safes) => {
      const { startSafePoller } = await import('./safes/follow/start-poller.ts')
      const wake = () => outbox.notify()
      const deps = { store, reads, clock, deadlines, newId, masterKey, pool: chain.pool, chain, report, wake }
      return startSafePoller(deps, safes)
    },
    safeChecks: async () => {
      const { SafeChecks } = await import('./safes/check/safe-checks.ts')
      return new SafeChecks({ store, reads, clock, masterKey, pool: chain.pool, chain, env })
    },
    outbox,
    database,
    store,
    deadlines,
    masterKey,
    close: async () => {
      await chain.close()
      await store.close()
    },
  }
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

function effectsOf(options: ServiceOptions, policy: () => Promise<EgressPolicy>): Effects {
  return {
    async sendTest(destination, now) {
      const { sendTest } = await import('./alerts/delivery/attempts/send-test.ts')
      return sendTest(destination, now, { ...options, policy: await policy() })
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
