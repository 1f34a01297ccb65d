import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../detection/random.ts'
import { type Answered, Connections } from './connections.ts'
import { quantile } from './load.ts'

export interface OpenLoad {
  readonly url: string
  /** Sent in turn. */
  readonly requests: readonly Buffer[]
  readonly connections: number
  readonly ms: number
}

export interface Outcome {
  /** Answers with 200 a second. */
  readonly goodput: number
  /** Answers with 200. */
  readonly accepted: number
  readonly sentPerSecond: number
  /** Of answers with 200 (ms). */
  readonly p50: number
  readonly p99: number
  /** Of answers with 503 (ms). */
  readonly refusedP99: number
  readonly refused: number
  /** Answers with another status. */
  readonly others: number
  /** Connections that were reset or closed during a request. */
  readonly broken: number
  readonly unanswered: number
}

const DRAIN_MS = 30_000
const TICK_MS = 2

/** Each connection sends its next request after the answer. */
export async function closedLoad({ url, requests, connections, ms }: OpenLoad): Promise<Outcome> {
  const all = await Connections.open(url, connections)
  let next = 0
  const started = performance.now()
  const sendAll = () => {
    while (all.free > 0 && performance.now() - started < ms)
      all.send(requests[next++ % requests.length] as Buffer, performance.now())
  }
  all.onFree = sendAll
  sendAll()
  await pause(ms)
  return end(all, next, started)
}

/**
 * Requests at random times with a fixed mean rate (a Poisson process), whether or not earlier ones were answered. One that
 * finds no free connection waits for one; its latency counts from when it was due.
 */
export async function openLoad({
  url,
  requests,
  connections,
  ms,
  rate,
}: OpenLoad & { rate: number }): Promise<Outcome> {
  const all = await Connections.open(url, connections)
  const random = new Random(5)
  const gap = () => (-Math.log(1 - random.next() / 2 ** 32) * 1000) / rate
  let next = 0
  const started = performance.now()
  let due = started + gap()
  const sendDue = () => {
    const now = performance.now()
    while (due <= now && due - started < ms && all.free > 0) {
      all.send(requests[next++ % requests.length] as Buffer, due)
      due += gap()
    }
  }
  all.onFree = sendDue
  while (due - started < ms && performance.now() - started < 2 * ms) {
    sendDue()
    await pause(TICK_MS)
  }
  return end(all, next, started)
}

async function end(all: Connections, sent: number, started: number): Promise<Outcome> {
  const seconds = (performance.now() - started) / 1000
  const inTime = all.answered.filter(({ status }) => status === 200).length
  const last = performance.now() + DRAIN_MS
  while (all.unanswered > 0 && performance.now() < last) await pause(10)
  all.close()
  const of = (isWanted: (status: number) => boolean): Answered[] =>
    all.answered.filter(({ status }) => isWanted(status))
  const latencies = (status: number) =>
    of((each) => each === status)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b)
  const good = latencies(200)
  const refused = latencies(503)
  return {
    goodput: inTime / seconds,
    accepted: good.length,
    sentPerSecond: sent / seconds,
    p50: quantile(good, 0.5),
    p99: quantile(good, 0.99),
    refusedP99: quantile(refused, 0.99),
    refused: refused.length,
    others: of((status) => status !== 200 && status !== 503).length,
    broken: all.broken,
    unanswered: all.unanswered,
  }
}
