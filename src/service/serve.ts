import { isPostgresUrl } from '../shared/database-url.ts'
import type { AttemptReport } from './alerts/delivery/delivery-administration.ts'
import { createIds } from './runtime/ids.ts'
import type { Where } from './server/listen.ts'
import { createLog, type Log, type LogOptions } from './server/log.ts'
import { createOwnPaths } from './server/own-paths.ts'
import { type ServerLimits, startServer } from './server/server.ts'
import { verifyMasterKey } from './server/verify-master-key.ts'
import { openService, type Service, type ServiceOptions } from './service.ts'
import { readSettings } from './store/repositories/settings.ts'
import { acquireServeLock } from './store/sqlite/serve-lock.ts'

/** How long a stop waits for messages under way. */
const COURIER_GRACE_MS = 10_000

export interface ServeOptions extends Omit<ServiceOptions, 'report'>, Where {
  readonly log: LogOptions
  /** Of the program, for the OpenAPI document. */
  readonly version: string
  readonly limits?: Partial<ServerLimits>
}

/** The local service, answering over HTTP. */
export interface Serving {
  readonly url: string
  readonly service: Service
  /** Answers what is under way, then lets go of port, database and lock. */
  stop(): Promise<void>
}

/** Throws WardenError 'refused': the file is served already, cannot be used, or nothing can listen there. */
export async function serve(options: ServeOptions): Promise<Serving> {
  await using owned = new AsyncDisposableStack()
  const lock = isPostgresUrl(options.database) ? undefined : acquireServeLock(options.database)
  owned.defer(() => lock?.release())
  const log = await createLog(options.log)
  const service = await openService({ ...options, isServer: true, report: (error) => log.failure(error) })
  owned.defer(() => service.close())
  if (service.store.isShared) await verifyMasterKey(service, options.random, options.clock.now())
  const courier = await (await service.deliveries()).serving((report) => logAttempt(report, log))
  owned.defer(() => courier.stop(COURIER_GRACE_MS))
  const server = await startServer({
    ...options,
    handle: service.handle,
    ownPaths: createOwnPaths({ version: options.version, checkDatabase: () => checkDatabase(service, log) }),
    log,
    newId: createIds(options.clock, options.random),
  })
  owned.defer(() => server.stop())
  service.outbox.listen(() => courier.wake())
  courier.start()
  const all = owned.move()
  return {
    url: server.url,
    service,
    async stop() {
      log.say('stopping')
      // Messages under way end while requests under way do.
      const stopped = courier.stop(COURIER_GRACE_MS)
      await all.disposeAsync()
      await stopped
    },
  }
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

function times(attempts: number): string {
  return attempts === 1 ? '1 try' : `${attempts} tries`
}

/** Whether the file can be read at this moment; why not stands in the log only. */
async function checkDatabase({ store }: Service, log: Log): Promise<void> {
  try {
    await readSettings(store.read)
  } catch (error) {
    log.failure(error)
    throw error
  }
}
