import { chainName } from '../api/text/chains.ts'
import { isPostgresUrl } from '../shared/database-url.ts'
import { sleep } from '../shared/time/sleep.ts'
import type { AttemptReport } from './alerts/delivery/delivery-administration.ts'
import { failureProblem } from './http/error-to-problem.ts'
import { requireMasterKey } from './records/master-key.ts'
import { createIds } from './runtime/ids.ts'
import { createLog, type Log, type LogOptions } from './server/log.ts'
import { createOwnPaths } from './server/own-paths.ts'
import { type ListenAddress, type ServerLimits, startServer } from './server/server.ts'
import { openService, type Service, type ServiceOptions } from './service.ts'
import { activeSignerKey } from './signing/signer.ts'
import { readSettings } from './store/repositories/settings.ts'
import type { ChainHeadRow } from './store/schema/schema.ts'
import { checkIntegrity } from './store/sqlite/integrity-check.ts'
import { acquireServeLock } from './store/sqlite/serve-lock.ts'

/** Time for running deliveries at a stop (ms). */
const COURIER_GRACE_MS = 10_000
/** Longest wait of /healthz for the database (ms): probes ask every second or so. */
const HEALTH_MS = 800

export interface ServeFollowOptions extends Omit<ServiceOptions, 'report'> {
  readonly log: LogOptions
  /** Ids of the chains to follow; `all`: those with a node or with monitored addresses. Default: none. */
  readonly follow?: readonly string[] | 'all'
  /** A longer gap in a followed chain waits for a person (ms); default: a day. */
  readonly maxGapMs?: number
}

export interface ServeOptions extends ServeFollowOptions, ListenAddress {
  /** Version of txwarden, for the OpenAPI document. */
  readonly version: string
  readonly limits?: Partial<ServerLimits>
}

/** Follows chains and sends alerts, without an address that others can reach. */
export interface Following {
  readonly service: Service
  /** Ids. */
  readonly chains: readonly string[]
  /** Finishes running steps and deliveries, then releases leases, database and lock. */
  stop(): Promise<void>
}

/** The local service, answering over HTTP. */
export interface Serving extends Following {
  readonly url: string
}

/** @throws WardenError `already-served`, `damaged-database`, `lost-writes`, `damaged-mark`, `altered-rows`, `cannot-listen`, `another-master-key`, and what `openService` throws */
export async function serve(options: ServeOptions): Promise<Serving> {
  let url = ''
  const following = await run(options, async ({ service, log, owned }) => {
    const server = await startServer({
      ...options,
      begin: service.begin,
      ownPaths: createOwnPaths({ version: options.version, checkDatabase: () => checkDatabase(service, log) }),
      log,
      newId: createIds(options.clock, options.random),
    })
    owned.defer(() => server.stop())
    url = server.url
  })
  return { ...following, url }
}

/** As `serve`, without answering over HTTP. */
export function follow(options: ServeFollowOptions): Promise<Following> {
  return run(options, async () => {})
}

interface Running {
  readonly service: Service
  readonly log: Log
  /** Ended in reverse order. */
  readonly owned: AsyncDisposableStack
}

/** Opens the database for a server, listens, then sends alerts and follows chains. */
async function run(options: ServeFollowOptions, listen: (running: Running) => Promise<void>): Promise<Following> {
  await using owned = new AsyncDisposableStack()
  const lock = isPostgresUrl(options.database) ? undefined : acquireServeLock(options.database)
  owned.defer(() => lock?.release())
  const checked = lock && checkIntegrity(options.database)
  const log = await createLog(options.log)
  if (checked?.exists && !checked.wasChecked)
    log.warn(`${options.database} is too large to verify at the start; a backup verifies all rows`)
  if (checked?.lacksMark)
    log.warn(`${options.database} has no mark of its last writes: whether it lost some is not known`)
  const service = await openService({ ...options, isServer: true, report: (error) => log.failure(error) })
  owned.defer(() => service.close())
  await verifyMasterKey(service, options.random, options.clock.now())
  const courier = await (await service.deliveries()).serving((report) => logAttempt(report, log))
  owned.defer(() => courier.stop(COURIER_GRACE_MS))
  await listen({ service, log, owned })
  service.outbox.listen(() => courier.wake())
  courier.start()
  owned.defer(service.startConfirming())
  owned.defer(service.startIndexing())
  const chains = await chainsToFollow(options, service)
  if (chains.length > 0) {
    const { maxGapMs } = options
    const follower = await service.follow({ chainIds: chains, maxGapMs, onState: (row) => logState(row, log) })
    owned.defer(() => follower.stop())
  }
  const all = owned.move()
  return {
    service,
    chains,
    async stop() {
      log.info('stopping')
      // Running deliveries and running requests finish at the same time.
      const stopped = courier.stop(COURIER_GRACE_MS)
      await all.disposeAsync()
      await stopped
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
function logAttempt(report: AttemptReport, log: Log): void {
  const { id, destinationId, state, attempts, errorMessage, disabled, isFirstFailure } = report
  if (state === 'DEAD')
    log.warn(`delivery ${id} to destination ${destinationId} was given up after ${times(attempts)}: ${errorMessage}`)
  else if (state === 'PENDING' && isFirstFailure)
    log.warn(`delivery ${id} to destination ${destinationId} failed and is tried again: ${errorMessage}`)
  if (disabled) log.warn(`destination ${destinationId} was switched off: ${errorMessage}`)
}

/** Waiting and stopped chains need a person. */
function logState({ chain_id, state, reason, tip_number }: ChainHeadRow, log: Log): void {
  const chain = chainName(chain_id)
  if (state === 'WAITING' || state === 'STOPPED') log.warn(`chain ${chain} ${state}: ${reason}`)
  else if (state === 'UNDOING') log.info(`chain ${chain}: a reorg replaced the blocks above ${tip_number}`)
  else if (state === 'AT_HEAD') log.info(`chain ${chain} is followed, at block ${tip_number}`)
}

function times(attempts: number): string {
  return attempts === 1 ? '1 try' : `${attempts} tries`
}

/** For /healthz: a read that takes longer is a failure. Its reason is only in the log. */
async function checkDatabase({ store }: Service, log: Log): Promise<void> {
  const answered = new AbortController()
  const late = sleep(HEALTH_MS, answered.signal).then(() => {
    throw new Error(`the database did not answer within ${HEALTH_MS} ms`)
  })
  try {
    await Promise.race([readSettings(store.read), late])
    store.requireWritable()
  } catch (error) {
    log.failure(error)
    const failure = store.failureOf(error)
    throw failure ? failureProblem(failure) : error
  } finally {
    answered.abort()
  }
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
