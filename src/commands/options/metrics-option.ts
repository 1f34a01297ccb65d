import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag, type OptionValues, parsed } from '../../cli/options.ts'

export const metricsOptions = {
  metrics: parsed(
    'host:port',
    'serve /metrics for Prometheus, /livez and /readyz there, without a key; port 0 picks one. Default: nowhere',
    parseAddress,
  ),
  metricsRemote: flag('--metrics may name an address that other machines reach'),
}

type MetricsAddress = ReturnType<typeof parseAddress>

/** The address for metrics. @throws WardenError usage where other machines reach it and that is not meant */
export async function metricsAddress({
  metrics,
  metricsRemote = false,
}: OptionValues<typeof metricsOptions>): Promise<MetricsAddress | undefined> {
  if (!metrics) {
    if (metricsRemote) throw usageError('--metrics-remote needs --metrics')
    return undefined
  }
  const { isLoopback } = await import('../../shared/system/loopback.ts')
  const name = metrics.host.includes(':') ? `[${metrics.host}]` : metrics.host
  if (!metricsRemote && !isLoopback(name))
    throw usageError(`--metrics: other machines can reach ${metrics.host}, and metrics need no key`, {
      details: ['--metrics-remote allows it: put a firewall in front of it.'],
    })
  return metrics
}

export async function noteMetrics(context: Context, url: string | undefined): Promise<void> {
  if (url !== undefined && !context.out.isJson) await context.note(`Metrics: ${url}/metrics`)
}

function parseAddress(flagName: string, text: string): { readonly host: string; readonly port: number } {
  const [, inBrackets, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([^\s:/[\]]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = inBrackets ?? name
  const port = Number(digits)
  if (host !== undefined && port <= 65_535) return { host, port }
  throw usageError(`${flagName}: ${JSON.stringify(text)} is not an address and a port, such as 127.0.0.1:9464`)
}
