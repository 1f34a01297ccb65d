import { type Chain, findChain } from '../api/chains.ts'
import type { Environment } from '../client/transports/connections.ts'
import { sleep } from '../shared/sleep.ts'
import type { AnswerDeps } from './answer.ts'
import { SenderCode } from './decide/cancel.ts'
import { chainIdOf } from './decide/chain-id.ts'
import type { Policy } from './decide/decision.ts'
import { createVerdicts, type Verdicts, type VerdictsOptions } from './decide/verdicts.ts'
import { createHold, type HoldPolicy } from './holds/holds.ts'
import { type ProxyLimits, startProxyServer } from './http/server.ts'
import { openUpstream, type Upstream } from './http/upstream.ts'
import { OutcomeReports } from './record/outcome-reports.ts'
import { SentTransactions } from './record/sent.ts'
import { Tally, type TallyLine } from './record/tally.ts'
import { UnvalidatedJournal, type UnvalidatedJournalOptions } from './record/unvalidated-journal.ts'
import { rpcCodes } from './rpc/json-rpc.ts'

export interface ProxyOptions extends VerdictsOptions, UnvalidatedJournalOptions {
  /** 0: any free port. */
  readonly port: number
  /** URLs of nodes by path: `/`, or `/ethereum`, … Secrets. */
  readonly upstreams: ReadonlyMap<string, URL>
  readonly policy: Policy
  /** Lets a person decide about what is refused; absent: it is refused. */
  readonly hold?: HoldPolicy | undefined
  readonly allowedOrigins: readonly string[]
  readonly env: Environment
  /** Tells the operator. One line. */
  readonly note: (line: string) => void
  /** Takes errors that are ours. */
  readonly report: (error: unknown) => void
  readonly limits?: Partial<ProxyLimits>
  /** For one answer of the service about a hold (ms). */
  readonly holdLimitMs?: number
  /** For telling the service what became of released holds, when the proxy stops (ms). */
  readonly reportMs?: number
  /** Gets each call. */
  readonly decided?: (line: TallyLine) => void
}

/** A node behind the proxy. */
export interface Node {
  /** `host` or `host:port`. */
  readonly host: string
  /** Decimal. @throws RpcFault where it is not known, or not that of the path */
  chainId(): Promise<string>
}

const REPORT_MS = 5_000

export interface Proxy {
  /** By path. */
  readonly urls: ReadonlyMap<string, string>
  /** By path. */
  readonly nodes: ReadonlyMap<string, Node>
  readonly tally: Tally
  /** Asks once for the receipts that did not pass, and waits until what is known of them is stored; `ms` at most. */
  settle(ms: number): Promise<void>
  /** Lets running requests finish, for at most ten seconds, and then reports about holds; called again, it ends them. */
  stop(): Promise<void>
}

/** Starts the JSON-RPC door on loopback. @throws WardenError `cannot-listen` */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { client, note } = options
  const tally = new Tally(options.decided)
  const unjudged = new UnvalidatedJournal(options)
  const reports = new OutcomeReports({ client, note })
  const shared = { tally, unjudged, reports, judge: createVerdicts(options) }
  const routes = new Map([...options.upstreams].map(([path, url]) => [path, openRoute(path, url, options, shared)]))
  const closeUpstreams = async () => {
    await Promise.all([...routes.values()].map(({ upstream }) => upstream.close()))
  }
  const refused = (why: string) =>
    tally.add({ method: null, decision: { kind: 'refuse', error: { code: rpcCodes.invalidRequest, message: why } } })
  const answering = new Map([...routes].map(([path, { deps }]) => [path, deps]))
  const { port, stop } = await startProxyServer({ ...options, routes: answering, refused, closeUpstreams })
  // Of earlier runs.
  void unjudged.handIn()
  // Known before the first request; an upstream that is down is asked again then.
  for (const { deps } of routes.values()) deps.chainId().catch(() => undefined)
  const stateOf = async (holdId: string) => {
    const hold = await client.call('getRequestedHold', { params: { holdId } }).catch(() => undefined)
    return hold?.state
  }
  return {
    urls: new Map([...routes.keys()].map((path) => [path, `http://127.0.0.1:${port}${path === '/' ? '' : path}`])),
    nodes: new Map([...answering].map(([path, { upstream, chainId }]) => [path, { host: upstream.host, chainId }])),
    tally,
    async settle(ms) {
      const over = new AbortController()
      const handedIn = Promise.race([unjudged.handIn(), sleep(ms, over.signal)])
      const decisions = Promise.race([tally.learnHolds(stateOf), sleep(ms, over.signal)])
      await Promise.all([handedIn, decisions, ...Array.from(routes.values(), ({ sent }) => sent.settle(ms))])
      // A timer that is left keeps the process running.
      over.abort()
    },
    async stop() {
      await stop()
      await reports.end(options.reportMs ?? REPORT_MS)
    },
  }
}

/** What all routes have in common. */
interface Shared {
  readonly tally: Tally
  readonly unjudged: UnvalidatedJournal
  readonly reports: OutcomeReports
  readonly judge: Verdicts
}

/** From a path to its node. */
interface Route {
  readonly upstream: Upstream
  readonly sent: SentTransactions
  readonly deps: AnswerDeps
}

function openRoute(path: string, url: URL, options: ProxyOptions, { tally, unjudged, reports, judge }: Shared): Route {
  const { client, program, policy, hold, env, note, holdLimitMs: limitMs } = options
  const upstream = openUpstream(url, env)
  const sent = new SentTransactions({ ...options, upstream })
  const chainId = chainIdOf({ upstream, expected: chainOf(path), note })
  const deps: AnswerDeps = {
    upstream,
    senderCode: new SenderCode(upstream),
    policy,
    judge: judge.judge,
    chainId,
    ...(hold && { hold: createHold({ client, program, upstream, chainId, policy: hold, reports, limitMs }) }),
    readsAnswerOf: (call) => sent.readsAnswerOf(call),
    passed: async (call, result) => sent.passed(call, result),
    recordUnvalidated: (request, why) => unjudged.record(request, why),
    decided: (decided) => {
      if (decided.request && decided.decision.kind === 'refuse') judge.refused(decided.request)
      if (decided.validation?.kind === 'validated') void unjudged.handIn()
      if (decided.decision.kind !== 'forward' || !decided.decision.taken) tally.add(decided)
    },
    taken: (decided, outcome) => tally.add(decided, outcome),
    unanswered: (calls) => tally.unanswered(calls),
    sent: async (...taken) => sent.sent(...taken),
    report: options.report,
  }
  return { upstream, sent, deps }
}

/** The chain that a path names; undefined: any. */
function chainOf(path: string): Chain | undefined {
  if (path === '/') return undefined
  const chain = findChain(path.slice(1))
  if (!chain) throw new Error(`there is no chain of the name ${path.slice(1)}`)
  return chain
}
