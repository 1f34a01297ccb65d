import { isPostgresUrl } from '../../../shared/database-url.ts'
import { type MetricsServer, startMetricsServer } from '../../../shared/metrics/metrics-server.ts'
import { type Family, gauge } from '../../../shared/metrics/text-format.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { atMost } from '../../../shared/time/sleep.ts'
import type { ServerLog } from '../log.ts'
import { type DatabaseGaugesDeps, databaseGauges } from './database-gauges.ts'
import type { Readiness } from './readiness.ts'
import type { ServiceMeters } from './service-meters.ts'

/** Longest wait of a scrape for the database (ms); without it, the counters of the process remain. */
const DATABASE_MS = 2000

export interface HealthOptions extends Pick<DatabaseGaugesDeps, 'store' | 'nodes' | 'database' | 'chains'> {
  readonly host: string
  readonly port: number
  readonly version: string
  readonly meters: ServiceMeters
  readonly readiness: Readiness
  readonly clock: Clock
  readonly deadlineNow: () => number
  readonly log: ServerLog
}

/** Serves the metrics and probes of a `serve`. @throws WardenError `cannot-listen` */
export async function serveHealth(options: HealthOptions): Promise<MetricsServer> {
  const { host, port, meters, readiness, clock, log, version, database } = options
  const labels = [
    ['version', version],
    ['node', process.versions.node],
    ['database', isPostgresUrl(database) ? 'postgresql' : 'sqlite'],
  ] as const
  const build: Family = {
    ...gauge('txwarden_build_info', 'Version of the program.', 1),
    samples: [{ value: 1, labels }],
  }
  const families = async () => {
    const isReady = (await readiness.fault()) === undefined
    return [
      build,
      gauge('txwarden_ready', '1: requests are answered, as /readyz says.', isReady ? 1 : 0),
      ...meters.families(),
      ...(await gaugesOf(options)),
    ]
  }
  return startMetricsServer({
    command: 'serve',
    host,
    port,
    families,
    now: () => clock.now(),
    fault: () => readiness.fault(),
    report: (error) => log.failure(error),
  })
}

async function gaugesOf(options: HealthOptions): Promise<Family[]> {
  const { clock, deadlineNow, log } = options
  try {
    const gauges = databaseGauges({ ...options, now: clock.now(), deadlineNow: deadlineNow() })
    return (await atMost(DATABASE_MS, gauges)) ?? []
  } catch (error) {
    log.failure(error)
    return []
  }
}
