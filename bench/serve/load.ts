import { Pool } from 'undici'

export interface Load {
  readonly url: string
  /** Default: that of a validation. */
  readonly path?: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent in turn. */
  readonly bodies: readonly string[]
  readonly connections: number
  readonly ms: number
  /** Ends the load early. */
  readonly until?: Promise<unknown>
}

export interface Measured {
  readonly perSecond: number
  /** All in ms. */
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Responses other than 200. */
  readonly refused: number
}

/** Each connection sends its next request after the response. */
export async function runLoad(load: Load): Promise<Measured> {
  const { url, path = '/api/v2/transaction/validate', headers, bodies, connections, ms, until } = load
  const pool = new Pool(url, { connections, pipelining: 1 })
  const latencies: number[] = []
  let refused = 0
  let next = 0
  const started = performance.now()
  let end = started + ms
  const stop = () => {
    end = 0
  }
  until?.then(stop, stop)
  const one = async () => {
    while (performance.now() < end) {
      const body = bodies[next++ % bodies.length] ?? ''
      const sent = performance.now()
      const { statusCode, body: answer } = await pool.request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      await answer.arrayBuffer()
      latencies.push(performance.now() - sent)
      if (statusCode !== 200) refused += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    longest: latencies.at(-1) ?? 0,
    refused,
  }
}

/** Of values in ascending order. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}
