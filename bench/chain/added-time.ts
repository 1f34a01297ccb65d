import type { ValidationResult } from '../../src/api/schemas/transaction.ts'
import type { Tx } from '../../test/support/chain/test-chain.ts'
import { requestOf } from '../../test/support/chain/verdicts.ts'
import { type Figure, median } from '../figures/report.ts'
import type { Running } from '../serve/servers.ts'
import { type CountingProxy, isForHead, tripsOf } from './counting-proxy.ts'

/** The answer of a server, and how long it takes (ms). */
export async function validate({ url, headers }: Running, tx: Tx): Promise<{ ms: number; result: ValidationResult }> {
  const start = performance.now()
  const response = await fetch(`${url}/api/v2/transaction/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'explain', ...headers },
    body: JSON.stringify(requestOf(tx)),
  })
  const body = await response.text()
  const ms = performance.now() - start
  if (response.status !== 200) throw new Error(`serve answers ${response.status}: ${body}`)
  return { ms, result: JSON.parse(body) }
}

export interface Sample {
  /** What the node adds to the verdict (ms). */
  readonly added: number
  /** The same requests without a verdict (ms). */
  readonly bare: number
  readonly trips: number
  readonly requests: number
}

export interface Servers {
  readonly proxy: CountingProxy
  readonly withNode: Running
  readonly without: Running
}

/** In turns: with the node, without, and the bare requests. */
export async function sampleOf({ proxy, withNode, without }: Servers, tx: Tx): Promise<Sample> {
  proxy.take()
  const { ms } = await validate(withNode, tx)
  const trips = tripsOf(proxy.take().filter((asked) => !isForHead(asked)))
  const offline = await validate(without, tx)
  const start = performance.now()
  for (const trip of trips) await Promise.all(trip.map(({ body }) => post(proxy.url, body)))
  const bare = performance.now() - start
  const requests = trips.flat().reduce((sum, { methods }) => sum + methods.length, 0)
  return { added: ms - offline.ms, bare, trips: trips.length, requests }
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await response.arrayBuffer()
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/** `2, at most 3` */
export const usualAndMost = (values: readonly number[]) => `${median(values)}, at most ${Math.max(...values)}`

/** Most that a node on the same machine adds to an ordinary verdict (ms). */
const MOST_ADDED_MS = 25

/** The node is on the same machine. */
export function localFigures(samples: readonly Sample[]): Figure[] {
  const p50 = median(samples.map(({ added }) => added))
  const figure = { name: 'loopback: added at p50', measured: `${p50.toFixed(1)} ms`, value: p50, unit: 'ms' } as const
  return [{ ...figure, goal: { atMost: MOST_ADDED_MS } }, ...addedFigures('loopback', samples)]
}

export function addedFigures(name: string, samples: readonly Sample[]): Figure[] {
  const of = (pick: (sample: Sample) => number) => samples.map(pick)
  const added = of((each) => each.added)
  const [p50, p99, bare] = [median(added), quantile(added, 0.99), median(of((each) => each.bare))]
  return [
    {
      name: `${name}: added, p50`,
      measured: `${p50.toFixed(1)} ms`,
      value: p50 / (1.3 * bare + 5),
      against: `1.3 bare trips (${bare.toFixed(1)} ms) + 5 ms`,
      goal: { atMost: 1 },
    },
    {
      name: `${name}: added, p99`,
      measured: `${p99.toFixed(1)} ms`,
      value: p99 / p50,
      against: 'p50',
      goal: { atMost: 4 },
    },
    { name: `${name}: trips`, measured: usualAndMost(of((each) => each.trips)) },
    { name: `${name}: requests`, measured: usualAndMost(of((each) => each.requests)) },
  ]
}
