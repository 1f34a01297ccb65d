import { Counter } from '../../shared/metrics/instruments.ts'
import {
  type MetricsServer,
  type MetricsServerOptions,
  startMetricsServer,
} from '../../shared/metrics/metrics-server.ts'
import { treatmentOf } from '../decide/methods.ts'
import type { RefusalPolicy, TallyLine } from './tally.ts'

export interface ProxyMetricsOptions extends Omit<MetricsServerOptions, 'command' | 'families' | 'fault'> {
  /** Methods that `--allow-method` names. */
  readonly allowedMethods: readonly string[]
  /** Why the proxy is not ready, as a code; undefined: it is. */
  readonly fault: () => string | undefined
}

export interface ProxyMetrics extends MetricsServer {
  /** Counts a call, and what refused it. */
  decided(line: TallyLine, refusedBy?: RefusalPolicy): void
}

const POLICIES = ['fail-on', 'policy', 'max-fee', 'when-unavailable', 'allow-method', 'request'] as const

/** Serves metrics and probes of a proxy. @throws WardenError `cannot-listen` */
export async function serveProxyMetrics({ fault, ...options }: ProxyMetricsOptions): Promise<ProxyMetrics> {
  const calls = new Counter({
    name: 'txwarden_proxy_requests_total',
    help: 'Calls by how their method is treated, and what became of them; blocked: refused.',
    labels: ['method_class', 'outcome'],
  })
  const refusals = new Counter({
    name: 'txwarden_proxy_refusals_total',
    help: 'Blocked calls by the policy that refused them: --fail-on, a policy of the service, --max-fee, --when-unavailable, --allow-method, or the request itself.',
    labels: ['policy'],
  })
  for (const policy of POLICIES) refusals.add([policy], 0)
  const server = await startMetricsServer({
    ...options,
    command: 'proxy',
    families: async () => [calls.family(), refusals.family()],
    fault: async () => fault(),
  })
  return {
    ...server,
    decided({ method, outcome }, refusedBy) {
      const treatment = method === null ? 'unreadable' : treatmentOf(method, options.allowedMethods)
      calls.add([treatment, outcome])
      if (refusedBy !== undefined)
        refusals.add([refusedBy === 'request' && treatment === 'refuse' ? 'allow-method' : refusedBy])
    },
  }
}
