import { type Chain, findChain } from '../api/chains.ts'
import type { Environment } from '../client/transports/connections.ts'
import { sleep } from '../shared/sleep.ts'
import type { AnswerDeps } from './answer.ts'
import { chainIdOf } from './chain-id.ts'
import type { Policy } from './decide.ts'
import { createHold, type HoldPolicy } from './holds.ts'
import { createJudge, type JudgeOptions } from './judge.ts'
import { rpcCodes } from './rpc/json-rpc.ts'
import { SentTransactions } from './sent.ts'
import { type ProxyLimits, startProxyServer } from './server.ts'
import { Tally, type TallyLine } from './tally.ts'
import { UnjudgedCalls, type UnjudgedOptions } from './unjudged.ts'
import { openUpstream, type Upstream } from './upstream.ts'

export interface ProxyOptions extends JudgeOptions, UnjudgedOptions {
  /** 0: any free port. */
  readonly port: number
  /** URLs of nodes by path: `/`, or `/ethereum`, … Secrets. */
  readonly upstreams: ReadonlyMap<string, URL>
  readonly policy: Policy
  /** Lets a person decide about what is refused; absent: it is refused. */
  readonly hold?: HoldPolicy | undefined
  readonly allowedOrigins: readonly string[]
  readonly env: Environment
  /** Monotonic (ms). */
  readonly elapsed: () => number
  /** Tells the operator. One line. */
  readonly note: (line: string) => void
  /** Takes errors that are ours. */
  readonly report: (error: unknown) => void
  readonly limits?: Partial<ProxyLimits>
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

export interface Proxy {
  /** By path. */
  readonly urls: ReadonlyMap<string, string>
  /** By path. */
  readonly nodes: ReadonlyMap<string, Node>
  readonly tally: Tally
  /** Asks once for the receipts that did not pass, and waits until what is known of them is stored; `ms` at most. */
  settle(ms: number): Promise<void>
  /** Lets running requests finish, for at most ten seconds; called again, it ends them. */
  stop(): Promise<void>
}

/** Starts the JSON-RPC door on loopback. @throws WardenError `cannot-listen` */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { client, program, policy, hold, env, elapsed, note } = options
  const tally = new Tally(options.decided)
  const judge = createJudge(options)
  const unjudged = new UnjudgedCalls(options)
  const upstreams = new Map([...options.upstreams].map(([path, url]) => [path, openUpstream(url, env)]))
  const settling: ((ms: number) => Promise<void>)[] = []
  const routeTo = (path: string, upstream: Upstream): AnswerDeps => {
    const sent = new SentTransactions({ ...options, upstream })
    settling.push((ms) => sent.settle(ms))
    const chainId = chainIdOf({ upstream, expected: chainOf(path), elapsed, note })
    return {
      upstream,
      policy,
      judge: judge.judge,
      chainId,
      ...(hold && { hold: createHold({ client, program, upstream, chainId, policy: hold }) }),
      readsAnswerOf: (call) => sent.readsAnswerOf(call),
      passed: async (call, result) => sent.passed(call, result),
      auditUnjudged: (asked, why) => unjudged.record(asked, why),
      decided: (decided) => {
        if (decided.asked && decided.decision.kind === 'refuse') judge.refused(decided.asked)
        if (decided.judgement?.kind === 'judged') void unjudged.handIn()
        if (decided.decision.kind !== 'forward' || !decided.decision.taken) tally.add(decided)
      },
      taken: (decided, outcome) => tally.add(decided, outcome),
      unanswered: (calls) => tally.unanswered(calls),
      sent: async (...taken) => sent.sent(...taken),
      report: options.report,
    }
  }
  const routes = new Map([...upstreams].map(([path, upstream]) => [path, routeTo(path, upstream)]))
  const closeUpstreams = async () => {
    await Promise.all([...upstreams.values()].map((upstream) => upstream.close()))
  }
  const refused = (why: string) =>
    tally.add({ method: null, decision: { kind: 'refuse', error: { code: rpcCodes.invalidRequest, message: why } } })
  const { port, stop } = await startProxyServer({ ...options, routes, refused, closeUpstreams })
  // Of earlier runs.
  void unjudged.handIn()
  // Known before the first request; an upstream that is down is asked again then.
  for (const { chainId } of routes.values()) chainId().catch(() => undefined)
  const stateOf = async (holdId: string) => {
    const hold = await client.call('getRequestedHold', { params: { holdId } }).catch(() => undefined)
    return hold?.state
  }
  return {
    urls: new Map([...routes.keys()].map((path) => [path, `http://127.0.0.1:${port}${path === '/' ? '' : path}`])),
    nodes: new Map([...routes].map(([path, { upstream, chainId }]) => [path, { host: upstream.host, chainId }])),
    tally,
    async settle(ms) {
      const over = new AbortController()
      const handedIn = Promise.race([unjudged.handIn(), sleep(ms, over.signal)])
      const decisions = Promise.race([tally.learnHolds(stateOf), sleep(ms, over.signal)])
      await Promise.all([handedIn, decisions, ...settling.map((settle) => settle(ms))])
      // A timer that is left keeps the process running.
      over.abort()
    },
    stop,
  }
}

/** The chain that a path names; undefined: any. */
function chainOf(path: string): Chain | undefined {
  if (path === '/') return undefined
  const chain = findChain(path.slice(1))
  if (!chain) throw new Error(`there is no chain of the name ${path.slice(1)}`)
  return chain
}
