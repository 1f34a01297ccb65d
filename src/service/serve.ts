import { counted } from '../api/text/amounts.ts'
import { chainName } from '../api/text/chains.ts'
import { isPostgresUrl } from '../shared/database-url.ts'
import { WardenError } from '../shared/errors.ts'
import { sleep } from '../shared/time/sleep.ts'
import type { AttemptReport } from './alerts/delivery/delivery-administration.ts'
import { requireMasterKey } from './records/master-key.ts'
import { createIds } from './runtime/ids.ts'
import { Readiness } from './server/health/readiness.ts'
import type { ServiceMeters } from './server/health/service-meters.ts'
import { createLog, type LogOptions, type ServerLog } from './server/log.ts'
import { createOwnPaths } from './server/own-paths.ts'
import { type ListenAddress, type Server, type ServerLimits, startServer } from './server/server.ts'
import { openService, type Service, type ServiceOptions } from './service.ts'
import { activeSignerKey } from './signing/signer.ts'
import type { ChainHeadRow } from './store/schema/schema.ts'
import { checkAtStart } from './store/sqlite/integrity-check.ts'
import { acquireServeLock } from './store/sqlite/serve-lock.ts'

/** Time for running deliveries at a stop (ms). */
const COURIER_GRACE_MS = 10_000
const NOTHING_TO_RELOAD = 'SIGHUP: settings are in the database, where changes apply at once; nothing to reload'

export interface ServeFollowOptions extends Omit<ServiceOptions, 'report'> {
  readonly log: LogOptions
  /** Ids of the chains to follow; `all`: those with a node or with monitored addresses. Default: none. */
  readonly follow?: readonly string[] | 'all'
  /** Names or addresses of the Safes whose queues are polled; `all`: those with a transaction service. Default: none. */
  readonly safes?: readonly string[] | 'all'
  /** A longer gap in a followed chain waits for a person (ms); default: a day. */
  readonly maxGapMs?: number
  /** Where metrics and probes are served; absent: metrics nowhere. */
  readonly metrics?: ListenAddress | undefined
  /** Version of txwarden, for metrics and the OpenAPI document. */
  readonly version: string
  /** Calls the listener for each SIGHUP; returns a function that ends that. */
  readonly onHangup?: ((listener: () => void) => () => void) | undefined
}

export interface ServeOptions extends ServeFollowOptions, ListenAddress {
  readonly limits?: Partial<ServerLimits>
}

/** Follows chains and sends alerts, without an address that others can reach. */
export interface Following {
  readonly service: Service
  /** Ids. */
  readonly chains: readonly string[]
  /** URL of metrics and probes, with the actual port; undefined: they are not served. */
  readonly metricsUrl: string | undefined
  /**
   * Finishes running steps and deliveries, then releases leases, database and lock. Before, all is answered as long as given (ms), but
   * for `/readyz`: a balancer takes the server out, and what the system has accepted by then is not reset.
   */
  stop(drainMs?: number): Promise<void>
}

/** The local service, answering over HTTP. */
export interface Serving extends Following {
  readonly url: string
}

/** @throws WardenError `already-served`, `damaged-database`, `lost-writes`, `damaged-mark`, `altered-rows`, `cannot-listen`, `another-master-key`, and what `openService` throws */
export async function serve(options: ServeOptions): Promise<Serving> {
  let url = ''
  const following = await run(options, async ({ service, log, meters, readiness }) => {
    const server = await startServer({
      ...options,
      begin: service.begin,
      ownPaths: createOwnPaths({ version: options.version, requireReady: () => readiness.require() }),
      log: meters ? meteredLog(log, meters) : log,
      newId: createIds(options.clock, options.random),
      ...(meters && { refused: () => meters.refused() }),
    })
    url = server.url
    return server
  })
  return { ...following, url }
}

/** As `serve`, without answering over HTTP. */
export function follow(options: ServeFollowOptions): Promise<Following> {
  return run(options, async () => undefined)
}

interface Running {
  readonly service: Service
  readonly log: ServerLog
  readonly meters: ServiceMeters | undefined
  readonly readiness: Readiness
}

/** Opens the database for a server, listens, then sends alerts and follows chains. */
async function run(
  options: ServeFollowOptions,
  listen: (running: Running) => Promise<Server | undefined>,
): Promise<Following> {
  // Ended in reverse order; the ports last, so that a balancer and Prometheus read until the end that it stops.
  await using owned = new AsyncDisposableStack()
  const ports = owned.use(new AsyncDisposableStack())
  const lock = isPostgresUrl(options.database) ? undefined : acquireServeLock(options.database)
  owned.defer(() => lock?.release())
  const checked = lock && checkAtStart(options.database)
  const log = await createLog(options.log)
  if (checked?.exists && !checked.wasChecked && !checked.isCheckedLater)
    log.warn(`${options.database} is too large to verify at the start; a backup verifies it`)
  if (checked?.lacksMark)
    log.warn(`${options.database} has no mark of its last writes: whether it lost some is not known`)
  const report = (error: unknown) => log.failure(error)
  const meters = options.metrics && new (await import('./server/health/service-meters.ts')).ServiceMeters()
  const service = await openService({ ...options, isServer: true, report, meters })
  owned.defer(() => service.close())
  await verifyMasterKey(service, options.random, options.clock.now())
  const courier = await (await service.deliveries()).serving((attempt) => {
    logAttempt(attempt, log)
    meters?.delivered(attempt, options.clock.now())
  })
  owned.defer(() => courier.stop(COURIER_GRACE_MS))
  const readiness = new Readiness({ ...service, report })
  const chains = await chainsToFollow(options, service)
  const metricsUrl = await listenForMetrics(options, { service, log, meters, readiness }, chains, ports)
  const server = await listen({ service, log, meters, readiness })
  if (server) ports.defer(() => server.stop())
  owned.defer(async () => server?.drain())
  service.outbox.listen(() => courier.wake())
  courier.start()
  if (checked?.isCheckedLater) owned.defer(await startCheck(options.database, service, log))
  for (const work of ['confirming', 'indexing', 'rescreening'] as const) owned.defer(service.start(work))
  owned.defer(service.start('feeds', (error) => logFeed(error, log)))
  if (chains.length > 0) {
    const { maxGapMs } = options
    const follower = await service.follow({ chainIds: chains, maxGapMs, onState: (row) => logState(row, log) })
    owned.defer(() => follower.stop())
  }
  const { safes = [] } = options
  if (safes.length > 0) {
    const poller = await service.followSafes(safes)
    owned.defer(() => poller.stop())
  }
  owned.defer(options.onHangup?.(() => log.info(NOTHING_TO_RELOAD)) ?? (() => undefined))
  const all = owned.move()
  return {
    service,
    chains,
    metricsUrl,
    async stop(drainMs = 0) {
      readiness.drain()
      if (server && drainMs > 0) {
        log.info(`draining for ${drainMs} ms`)
        await sleep(drainMs)
      }
      // Running deliveries and running requests finish at the same time.
      const stopped = [server?.drain(), courier.stop(COURIER_GRACE_MS)]
      log.info('stopping')
      await all.disposeAsync()
      await Promise.all(stopped)
    },
  }
}

/** Reads the rows that the start left out. Damage ends all changes, so all validations too. */
async function startCheck(database: string, { store }: Service, log: ServerLog): Promise<() => Promise<void>> {
  const { checkLater } = await import('./store/sqlite/check-later.ts')
  const refuse = (damage: WardenError) => {
    store.refuse?.(damage)
    log.failure(damage)
  }
  return checkLater(database, refuse, log.failure)
}

/** Returns the URL; undefined: metrics are not served. */
async function listenForMetrics(
  { metrics, version, clock }: ServeFollowOptions,
  { service, log, meters, readiness }: Running,
  chains: readonly string[],
  ports: AsyncDisposableStack,
): Promise<string | undefined> {
  if (!metrics || !meters) return undefined
  const { serveHealth } = await import('./server/health/health.ts')
  const { store, database, deadlines } = service
  const health = await serveHealth({
    ...metrics,
    version,
    clock,
    store,
    database,
    meters,
    readiness,
    chains,
    log,
    nodes: async () => (await service.chain()).list(),
    deadlineNow: () => deadlines.now(),
  })
  ports.defer(() => health.close())
  return health.url
}

function meteredLog(log: ServerLog, meters: ServiceMeters): ServerLog {
  return {
    ...log,
    request(line) {
      meters.request(line)
      log.request(line)
    },
  }
}

async function chainsToFollow(
  { follow: given = [] }: ServeFollowOptions,
  service: Service,
): Promise<readonly string[]> {
  if (given !== 'all') return given
  const follower = await service.follower()
  return follower.followable()
}

/** Logs the first failure of a destination and failures that need a person. The delivery log has every attempt. */
function logAttempt(report: AttemptReport, log: ServerLog): void {
  const { id, destinationId, state, attempts, errorMessage, disabled, isFirstFailure } = report
  if (state === 'FAILED')
    log.warn(`delivery ${id} to destination ${destinationId} was given up after ${times(attempts)}: ${errorMessage}`)
  else if (state === 'PENDING' && isFirstFailure)
    log.warn(`delivery ${id} to destination ${destinationId} failed and is tried again: ${errorMessage}`)
  if (disabled) log.warn(`destination ${destinationId} was switched off: ${errorMessage}`)
}

/** What a server or its list is refused for is a warning: the snapshot before stays. */
function logFeed(error: unknown, log: ServerLog): void {
  if (error instanceof WardenError) log.warn(`a feed was not fetched: ${error.message}`)
  else log.failure(error)
}

/** Waiting and stopped chains need a person. */
function logState({ chain_id, state, reason, tip_number }: ChainHeadRow, log: ServerLog): void {
  const chain = chainName(chain_id)
  if (state === 'WAITING' || state === 'STOPPED') log.warn(`chain ${chain} ${state}: ${reason}`)
  else if (state === 'UNDOING') log.info(`chain ${chain}: a reorg replaced the blocks above ${tip_number}`)
  else if (state === 'AT_HEAD')
    log.info(`chain ${chain} is followed, at block ${tip_number}${reason === null ? '' : `: ${reason}`}`)
}

function times(attempts: number): string {
  return counted(attempts, 'try', 'tries')
}

/**
 * Checks that this machine has the master key of the stored secrets. On a shared database it also opens the signer's key,
 * which is made when missing: from then on all its servers need the same key.
 * @throws WardenError `another-master-key`
 */
async function verifyMasterKey(
  { store, masterKey }: Service,
  random: ServeOptions['random'],
  now: number,
): Promise<void> {
  await requireMasterKey(store.read, masterKey)
  if (store.isShared) await store.write((db) => activeSignerKey({ db, masterKey, random, now }))
}
