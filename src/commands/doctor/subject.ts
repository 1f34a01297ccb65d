import type { Context } from '../../cli/context/context.ts'
import { timeText } from '../../cli/output/time.ts'
import type { Client } from '../../client/client.ts'
import { requestSlotsOf } from '../../config/paths.ts'
import { closedUntil } from '../../config/request-slots.ts'
import type { Configuration } from '../../config/resolve.ts'
import type { DatabaseStatus, IntegrityReport } from '../../service/index.ts'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'
import { ageText } from '../../shared/text/age-text.ts'

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
    if (databaseFileOf(configuration) === undefined) return undefined
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

/** The database file of the local service; undefined for a remote service or a database server. */
export function databaseFileOf(configuration: Configuration | undefined): string | undefined {
  if (!configuration || configuration.addresses || isPostgresUrl(configuration.database)) return undefined
  return configuration.database
}

function isServer(configuration: Configuration | undefined): boolean {
  return configuration?.addresses === undefined && isPostgresUrl(configuration?.database ?? '')
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
  const pause = pauseOf(context, context.configuration())
  if (pause) throw new WardenError({ kind: 'rate-limited', code: 'closed', message: `skipped: ${pause.text}` })
}

/** What is said while a service on another machine accepts no requests, and how long that is; undefined: it accepts them. */
export function pauseOf(
  { clock, paths, zone }: Context,
  { addresses, profile }: Configuration,
): { readonly text: string; readonly seconds: number } | undefined {
  const until = addresses ? closedUntil(requestSlotsOf(profile, paths)) : 0
  const seconds = Math.ceil((until - clock.now()) / 1000)
  if (seconds <= 0) return undefined
  return { text: `the service accepts no requests until ${timeText(new Date(until).toISOString(), zone)}`, seconds }
}

/** "since 2026-01-02 03:04 UTC (2 h)". */
export function sinceText(at: string | null | undefined, { clock, zone }: Pick<Context, 'clock' | 'zone'>): string {
  if (at == null) return ''
  const seconds = Math.max(0, Math.floor((clock.now() - Date.parse(at)) / 1000))
  return `since ${timeText(at, zone)} (${ageText(seconds)})`
}

function withoutRetries(configuration: Configuration): Configuration {
  const { values } = configuration
  return { ...configuration, values: { ...values, retries: { ...values.retries, value: '0' } } }
}
