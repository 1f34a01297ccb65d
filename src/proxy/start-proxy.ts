/**
 * Room: The JSON-RPC proxy in front of a node; validates through the client. A request passes `http`, `rpc`, `params`, `decide`,
 * `holds` and `record`, in this order; `answer.ts` forwards it and orders the answers.
 *
 * Bytes are forwarded as they came and never serialized again. What is not known is not forwarded.
 */

import { type Chain, findChain } from '../api/chains.ts'
import type { ProxyVariables } from '../client/transports/connections.ts'
import { atMost } from '../shared/time/sleep.ts'
import { SenderCode } from './decide/cancel.ts'
import { chainIdOf } from './decide/chain-id.ts'
import {
  hasOutcome,
  type ProxyEvents,
  type ProxyPolicy,
  type RouteDeps,
  type RouteUpstream,
} from './decide/decision.ts'
import { createVerdicts, type Verdicts, type VerdictsOptions } from './decide/verdicts.ts'
import { createHolds, type HoldPolicy } from './holds/holds.ts'
import { type ProxyServerOptions, startProxyServer } from './http/server.ts'
import { openUpstream, type Upstream } from './http/upstream.ts'
import { OutcomeReports } from './record/outcome-reports.ts'
import { SentTransactions } from './record/sent-transactions.ts'
import { ProxyTally } from './record/tally.ts'
import { UnvalidatedJournal, type UnvalidatedJournalOptions } from './record/unvalidated-journal.ts'
import { rpcCodes } from './rpc/json-rpc.ts'

export interface ProxyOptions
  extends VerdictsOptions,
    UnvalidatedJournalOptions,
    Pick<ProxyServerOptions, 'port' | 'allowedOrigins' | 'report' | 'limits'> {
  /** URLs of nodes by path: `/`, or `/ethereum`, … Secrets. */
  readonly upstreams: ReadonlyMap<string, URL>
  readonly policy: ProxyPolicy
  /** Lets a person decide about what is refused; absent: only about what a policy of the service holds. */
  readonly hold?: HoldPolicy | undefined
  readonly env: ProxyVariables
  /** Notifies the operator by one line. */
  readonly note: (line: string) => void
  /** For one answer of the service about a hold (ms). */
  readonly holdLimitMs?: number
  /** The time for reporting what became of released holds, when the proxy stops (ms). */
  readonly reportMs?: number
  /** Gets each call. */
  readonly decided?: ConstructorParameters<typeof ProxyTally>[0]
}

/** The proxy forwards to this node. */
export type ProxyNode = Pick<RouteUpstream, 'host' | 'chainId'>

const REPORT_MS = 5_000

export interface RunningProxy {
  /** By path. */
  readonly urls: ReadonlyMap<string, string>
  /** By path. */
  readonly nodes: ReadonlyMap<string, ProxyNode>
  readonly tally: ProxyTally
  /** Reads once the receipts that did not pass, and waits until what is known of them is stored; `ms` at most. */
  settle(ms: number): Promise<void>
  /** Lets running requests finish, for at most ten seconds, and then reports about holds; called again, it ends them. */
  stop(): Promise<void>
}

/** Starts the JSON-RPC door on loopback. @throws WardenError `cannot-listen` */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { client, note } = options
  const tally = new ProxyTally(options.decided)
  const journal = new UnvalidatedJournal(options)
  const reports = new OutcomeReports({ client, note })
  const shared = { tally, journal, reports, verdicts: createVerdicts(options) }
  const routes = new Map([...options.upstreams].map(([path, url]) => [path, openRoute(path, url, options, shared)]))
  const closeUpstreams = async () => {
    await Promise.all([...routes.values()].map(({ node }) => node.close()))
  }
  const refused = (why: string) =>
    tally.add({ method: null, decision: { kind: 'refuse', error: { code: rpcCodes.invalidRequest, message: why } } })
  const answering = new Map([...routes].map(([path, { deps }]) => [path, deps]))
  const { port, stop } = await startProxyServer({ ...options, routes: answering, refused, closeUpstreams })
  // The journal of earlier runs is handed in.
  void journal.handIn()
  // Known before the first request; from an upstream that is down it is read again then.
  for (const { deps } of routes.values()) deps.upstream.chainId().catch(() => undefined)
  const stateOf = async (holdId: string) => {
    const hold = await client.call('getRequestedHold', { params: { holdId } }).catch(() => undefined)
    return hold?.state
  }
  return {
    urls: new Map([...routes.keys()].map((path) => [path, `http://127.0.0.1:${port}${path === '/' ? '' : path}`])),
    nodes: new Map([...answering].map(([path, { upstream }]) => [path, upstream])),
    tally,
    async settle(ms) {
      const known = Promise.all([journal.handIn(), tally.learnHolds(stateOf)])
      await Promise.all([atMost(ms, known), ...Array.from(routes.values(), ({ sent }) => sent.settle(ms))])
    },
    async stop() {
      await stop()
      await reports.end(options.reportMs ?? REPORT_MS)
    },
  }
}

/** What all routes have in common. */
interface Shared {
  readonly tally: ProxyTally
  readonly journal: UnvalidatedJournal
  readonly reports: OutcomeReports
  readonly verdicts: Verdicts
}

/** From a path to its node. */
interface Route {
  readonly node: Upstream
  readonly sent: SentTransactions
  readonly deps: RouteDeps
}

function openRoute(path: string, url: URL, options: ProxyOptions, shared: Shared): Route {
  const { client, program, policy, hold, env, note, holdLimitMs: limitMs } = options
  const node = openUpstream(url, env)
  const chainId = chainIdOf({ upstream: node, expected: chainOf(path), note })
  const upstream = { ...node, chainId, senderCode: new SenderCode(node) }
  const sent = new SentTransactions({ ...options, upstream })
  const { reports, verdicts } = shared
  const byPolicies = { holdForMs: undefined, selfApprove: false, note }
  const holds = createHolds({
    client,
    program,
    upstream,
    policy: hold ?? byPolicies,
    isForAll: hold !== undefined,
    reports,
    limitMs,
  })
  return { node, sent, deps: { policy, upstream, verdicts, holds, events: eventsOf(sent, shared, options.report) } }
}

/** Records what happens in the tally, in the journal and at the service. */
function eventsOf(
  sent: SentTransactions,
  { tally, journal, verdicts }: Shared,
  report: (error: unknown) => void,
): ProxyEvents {
  return {
    decided(decided) {
      const { request, validation, decision } = decided
      if (request && decision.kind === 'refuse') verdicts.refused(request)
      if (validation?.kind === 'validated') void journal.handIn()
      if (!hasOutcome(decided)) tally.add(decided)
    },
    outcome(decided, outcome) {
      const { request, validation } = decided
      tally.add(decided, outcome)
      if (request && validation && typeof outcome === 'object' && 'result' in outcome)
        sent.sent(request, validation, outcome.result)
    },
    unanswered(calls) {
      tally.withoutAnswer += calls
    },
    receipt: (call) => sent.receipt(call),
    unvalidated: (request, why) => journal.record(request, why),
    fault: report,
  }
}

/** The chain that a path names; undefined: any. */
function chainOf(path: string): Chain | undefined {
  if (path === '/') return undefined
  const chain = findChain(path.slice(1))
  if (!chain) throw new Error(`there is no chain of the name ${path.slice(1)}`)
  return chain
}
