import type { Context } from '../../cli/context/context.ts'
import { timeText } from '../../cli/output/time.ts'
import type { Client } from '../../client/client.ts'
import { requestSlotsOf } from '../../config/paths.ts'
import { closedUntil } from '../../config/request-slots.ts'
import type { Configuration } from '../../config/resolve.ts'
import type { DatabaseStatus, IntegrityReport } from '../../service/index.ts'
import { WardenError } from '../../shared/errors.ts'

/** What is examined, each part read once however many checks look at it. */
export interface Subject {
  readonly context: Context
  /** Undefined when it cannot be made out; one of the checks says why. */
  readonly configuration: Configuration | undefined
  /** Tries once: who runs this wants to hear of a service that fails now and then. Throws while it asks for silence. */
  client(): Promise<Client>
  /** The file of the local service; undefined where a remote one is meant, or a database server. */
  database(): Promise<IntegrityReport | undefined>
  /** What a sound file holds; undefined where there is none. */
  status(): Promise<DatabaseStatus | undefined>
  /** The local service can be worked with: its file is there and sound, or its database server answers. */
  isUsable(): Promise<boolean>
}

export function subjectOf(context: Context): Subject {
  const configuration = attempt(() => context.configuration())
  let client: Promise<Client> | undefined
  let examined: Promise<IntegrityReport | undefined> | undefined
  const checkIntegrity = async () => {
    if (!configuration || configuration.addresses || configuration.database.includes('://')) return undefined
    const administration = await context.administration()
    return administration.checkIntegrity()
  }
  const database = () => {
    examined ??= checkIntegrity()
    return examined
  }
  // What is wrong with it, one check tells; the others leave it alone.
  const isSound = async () => {
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
      if (!(await isSound())) return undefined
      const administration = await context.administration()
      return administration.status()
    },
    isUsable: async () => {
      if (!configuration || configuration.addresses) return false
      if (!configuration.database.includes('://')) return isSound()
      return context.local().then(
        () => true,
        () => false,
      )
    },
  }
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
    message: `not asked: the service wants no requests until ${timeText(new Date(until).toISOString())}`,
  })
}

function withoutRetries(configuration: Configuration): Configuration {
  const { values } = configuration
  return { ...configuration, values: { ...values, retries: { ...values.retries, value: '0' } } }
}
