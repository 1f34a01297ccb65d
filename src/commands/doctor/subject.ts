import type { Context } from '../../cli/context/context.ts'
import { timeText } from '../../cli/output/time.ts'
import type { Client } from '../../client/client.ts'
import { requestSlotsOf } from '../../config/paths.ts'
import { closedUntil } from '../../config/request-slots.ts'
import type { Configuration } from '../../config/resolve.ts'
import type { DatabaseStatus, IntegrityReport } from '../../service/index.ts'
import { WardenError } from '../../shared/errors.ts'

/** What is checked. Each part is read once for all checks. */
export interface DoctorSubject {
  readonly context: Context
  /** Undefined when it is invalid; one of the checks reports why. */
  readonly configuration: Configuration | undefined
  /** Without retries, so that intermittent failures show. Throws while the service is rate limiting. */
  client(): Promise<Client>
  /** The database file of the local service; undefined for a remote service or a database server. */
  database(): Promise<IntegrityReport | undefined>
  /** The contents of an intact file, or of a database server that responds; undefined without one. */
  status(): Promise<DatabaseStatus | undefined>
  /** The local service is usable: its file is intact, or its database server responds. */
  isUsable(): Promise<boolean>
}

export function subjectOf(context: Context): DoctorSubject {
  const configuration = attempt(() => context.configuration())
  let client: Promise<Client> | undefined
  let checked: Promise<IntegrityReport | undefined> | undefined
  const checkIntegrity = async () => {
    if (!configuration || configuration.addresses || configuration.database.includes('://')) return undefined
    const administration = await context.administration()
    return administration.checkIntegrity()
  }
  const database = () => {
    checked ??= checkIntegrity()
    return checked
  }
  // One check reports a damaged database; the others skip it.
  const isIntact = async () => {
    const found = await database().catch(() => undefined)
    return found?.exists === true && found.schemaVersion <= found.knownSchemaVersion
  }
  return {
    context,
    configuration,
    client: async () => {
      refuseWhileClosed(context)
      client ??= context.clientFor(withoutRetries(context.configuration()))
      return client
    },
    database,
    status: async () => {
      if (isServer(configuration) ? !(await isReachable(context)) : !(await isIntact())) return undefined
      const administration = await context.administration()
      return administration.status()
    },
    isUsable: async () => {
      if (!configuration || configuration.addresses) return false
      return isServer(configuration) ? isReachable(context) : isIntact()
    },
  }
}

function isServer(configuration: Configuration | undefined): boolean {
  return configuration?.addresses === undefined && configuration?.database.includes('://') === true
}

/** One check reports why it does not respond; the others skip it. */
function isReachable(context: Context): Promise<boolean> {
  return context.local().then(
    () => true,
    () => false,
  )
}

/** Undefined where it throws. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function refuseWhileClosed(context: Context): void {
  const { addresses, profile } = context.configuration()
  const until = addresses ? closedUntil(requestSlotsOf(profile, context.paths)) : 0
  if (until <= context.clock.now()) return
  throw new WardenError({
    kind: 'rate-limited',
    code: 'closed',
    message: `skipped: the service accepts no requests until ${timeText(new Date(until).toISOString(), context.zone)}`,
  })
}

function withoutRetries(configuration: Configuration): Configuration {
  const { values } = configuration
  return { ...configuration, values: { ...values, retries: { ...values.retries, value: '0' } } }
}
