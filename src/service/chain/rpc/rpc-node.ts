/** Room: JSON-RPC over HTTP: batches, limits, retries, errors. */

import type { Clock } from '../../../shared/time/clock.ts'
import { sleep as realSleep, type Sleep } from '../../../shared/time/sleep.ts'
import { createBodyClient } from '../../egress/body-client.ts'
import { type EgressPolicy, NODE_POLICY } from '../../egress/egress-policy.ts'
import type { Resolve } from '../../egress/guarded-connect.ts'
import type { RpcFailureKind, RpcNode, RpcRequest } from './json-rpc.ts'
import { parseNodeUrl } from './node-url.ts'
import { type ExchangeOutcome, RpcExchange } from './rpc-exchange.ts'

export interface RpcNodeOptions {
  /** A secret: only its host is ever shown. */
  readonly url: string
  readonly policy?: EgressPolicy
  /** Largest response; the limits of the methods otherwise (rpc-exchange.ts). */
  readonly maxBytes?: number
  readonly clock: Clock
  readonly resolve?: Resolve
  readonly sleep?: Sleep
}

export interface ConnectedRpcNode extends RpcNode {
  /** Closes the connections; requests in progress fail. */
  close(): Promise<void>
}

const MAX_RETRIES = 2
const MAX_PARALLEL = 8

/** Wait before the first retry (ms), doubled before the second. A node or its load balancer needs time to follow the head. */
const FIRST_WAIT_MS: Partial<Record<RpcFailureKind, number>> = { rate: 250, lagging: 150 }
const OTHER_WAIT_MS = 50

/**
 * Connects to a node by JSON-RPC 2.0 over HTTP. Retries at most twice, and only what may succeed within the budget: rate
 * limits, a missing block, crashes, broken connections and missing answers. A node that takes no batches gets single
 * requests from then on.
 * @throws WardenError `bad-node-url`
 */
export function createRpcNode({
  url: text,
  policy = NODE_POLICY,
  maxBytes,
  clock,
  resolve,
  sleep = realSleep,
}: RpcNodeOptions): ConnectedRpcNode {
  const url = parseNodeUrl(text)
  const client = createBodyClient({ policy, clock, peer: 'the node', ...(resolve && { resolve }) })
  const sender = createBatchSender(new RpcExchange({ url, client, clock, maxBytes }))
  return {
    host: url.host,
    takesBatches: sender.takesBatches,
    close: () => client.close(),
    send: async (requests, until) => {
      if (requests.length === 0) return []
      const outcomes = [...(await sender.send(requests, until))]
      for (let retries = 0; retries < MAX_RETRIES; retries++) {
        const left = until - clock.elapsed()
        const due = outcomes.flatMap((outcome, at) => {
          const wait = waitBeforeRetry(outcome, retries)
          const request = requests[at]
          return request && wait < left ? [{ at, request, wait }] : []
        })
        if (due.length === 0) break
        await sleep(Math.max(...due.map(({ wait }) => wait)))
        const again = await sender.send(
          due.map(({ request }) => request),
          until,
        )
        for (const [index, outcome] of again.entries()) outcomes[due[index]?.at as number] = outcome
      }
      return outcomes.map(({ reply }) => reply)
    },
  }
}

/** How long to wait (ms) before the request is sent again; Infinity: never. */
function waitBeforeRetry({ reply, again }: ExchangeOutcome, retries: number): number {
  if (!again || !('failure' in reply)) return Infinity
  const { kind, retryAfterMs } = reply.failure
  return retryAfterMs ?? (FIRST_WAIT_MS[kind] ?? OTHER_WAIT_MS) * 2 ** retries
}

interface BatchSender {
  readonly takesBatches: () => boolean
  send(requests: readonly RpcRequest[], until: number): Promise<readonly ExchangeOutcome[]>
}

/** Sends a batch, and one by one what a node that takes no batches, or only shorter ones, leaves unanswered. */
function createBatchSender(exchange: RpcExchange): BatchSender {
  let refusesBatches = false
  const send: BatchSender['send'] = async (requests, until) => {
    if (requests.length === 1 || refusesBatches) return sendOneByOne(exchange, requests, until)
    const { outcomes, refusesBatch } = await exchange.send(requests, until)
    const rest = requests.flatMap((request, at) => (refusesBatch || outcomes[at]?.unanswered ? [{ request, at }] : []))
    if (rest.length === 0) return outcomes
    const single = await sendOneByOne(
      exchange,
      rest.map(({ request }) => request),
      until,
    )
    if (refusesBatch && single.some(({ reply }) => 'result' in reply)) refusesBatches = true
    const merged = [...outcomes]
    for (const [index, outcome] of single.entries()) merged[rest[index]?.at as number] = outcome
    return merged
  }
  return { takesBatches: () => !refusesBatches, send }
}

async function sendOneByOne(
  exchange: RpcExchange,
  requests: readonly RpcRequest[],
  until: number,
): Promise<readonly ExchangeOutcome[]> {
  const outcomes: ExchangeOutcome[] = []
  const waiting = [...requests.entries()]
  // After one refusal for too many requests, the rest would be refused too, and counted.
  let limited: ExchangeOutcome | undefined
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, request] = next
      const [outcome] = limited ? [limited] : (await exchange.send([request], until)).outcomes
      if (outcome && isRate(outcome)) limited ??= outcome
      if (outcome) outcomes[at] = outcome
    }
  }
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, requests.length) }, work))
  return outcomes
}

function isRate({ reply }: ExchangeOutcome): boolean {
  return 'failure' in reply && reply.failure.kind === 'rate'
}
