import { Counter } from '../../shared/metrics/instruments.ts'
import { type MetricsServer, startMetricsServer } from '../../shared/metrics/metrics-server.ts'
import { measureProcess } from '../../shared/metrics/process-metrics.ts'
import { toText } from '../../shared/metrics/text-format.ts'
import { treatmentOf } from '../decide/methods.ts'
import type { TallyLine } from './tally.ts'

export interface ProxyMetricsOptions {
  readonly host: string
  readonly port: number
  /** Of `--allow-method`. */
  readonly allowedMethods: readonly string[]
  /** Wall time (ms). */
  readonly now: () => number
  /** Why the proxy is not ready, as a code; undefined: it is. */
  readonly fault: () => string | undefined
  readonly report: (error: unknown) => void
}

export interface ProxyMetrics extends MetricsServer {
  /** Counts a call. */
  decided(line: TallyLine): void
}

/** Serves metrics and probes of a proxy. @throws WardenError `cannot-listen` */
export async function serveProxyMetrics({ fault, now, ...options }: ProxyMetricsOptions): Promise<ProxyMetrics> {
  const calls = new Counter({
    name: 'txwarden_proxy_requests_total',
    help: 'Calls by how their method is treated, and what became of them; blocked: refused.',
    labels: ['method_class', 'outcome'],
  })
  const measured = measureProcess(now)
  try {
    const server = await startMetricsServer({
      ...options,
      text: async () => toText([calls.family(), ...measured.families()]),
      fault: async () => fault(),
    })
    return {
      url: server.url,
      decided: ({ method, outcome }) =>
        calls.add([method === null ? 'unreadable' : treatmentOf(method, options.allowedMethods), outcome]),
      async close() {
        measured.stop()
        await server.close()
      },
    }
  } catch (error) {
    measured.stop()
    throw error
  }
}
