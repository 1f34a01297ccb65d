import type { Client } from '../client/client.ts'
import type { Environment } from '../client/transports/connections.ts'
import type { AnswerDeps } from './answer.ts'
import type { Policy } from './decide.ts'
import { createJudge } from './judge.ts'
import { RpcFault, rpcCodes } from './rpc/json-rpc.ts'
import { startProxyServer } from './server.ts'
import { Tally, type TallyLine } from './tally.ts'
import { openUpstream, type Upstream } from './upstream.ts'

export interface ProxyOptions {
  /** Judges. */
  readonly client: Client
  /** 0: any free port. */
  readonly port: number
  /** URLs of nodes by path: `/`, or `/ethereum`, … Secrets. */
  readonly upstreams: ReadonlyMap<string, URL>
  readonly policy: Policy
  readonly allowedOrigins: readonly string[]
  readonly env: Environment
  /** Monotonic (ms). */
  readonly elapsed: () => number
  readonly report: (error: unknown) => void
  /** Gets each call that sends or signs, or was refused. */
  readonly decided?: (line: TallyLine) => void
}

export interface Proxy {
  /** By path. */
  readonly urls: ReadonlyMap<string, string>
  readonly tally: Tally
  stop(): Promise<void>
}

/** Starts the JSON-RPC door on loopback. @throws WardenError `cannot-listen` */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { client, policy, env, elapsed } = options
  const tally = new Tally(policy.lowestRefused, options.decided)
  const judge = createJudge(client, () => undefined)
  const upstreams = new Map([...options.upstreams].map(([path, url]) => [path, openUpstream(url, env)]))
  const routes = new Map(
    [...upstreams].map(([path, upstream]): [string, AnswerDeps] => [
      path,
      {
        upstream,
        policy,
        judge,
        chainId: chainIdOf(upstream, elapsed),
        readsAnswerOf: () => false,
        passed: async () => undefined,
        auditUnjudged: async () => Promise.reject(new RpcFault(rpcCodes.resourceUnavailable, 'not audited')),
        decided: (decided) => tally.add(decided),
        sent: async () => undefined,
      },
    ]),
  )
  const { port, stop } = await startProxyServer({ ...options, routes })
  return {
    urls: new Map([...routes.keys()].map((path) => [path, `http://127.0.0.1:${port}${path === '/' ? '' : path}`])),
    tally,
    async stop() {
      await stop()
      await Promise.all([...upstreams.values()].map((upstream) => upstream.close()))
    },
  }
}

const CHAIN_ID_MS = 600_000

/** Asks the upstream every ten minutes: another network behind the same URL must not go unnoticed. */
function chainIdOf(upstream: Upstream, elapsed: () => number): () => Promise<string> {
  let known: { readonly id: string; readonly until: number } | undefined
  return async () => {
    if (known && elapsed() < known.until) return known.id
    const id = await upstream.ask('eth_chainId', [])
    if (typeof id !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(id))
      throw new RpcFault(rpcCodes.resourceUnavailable, `the chain id of the upstream ${upstream.host} is not known`)
    known = { id: String(BigInt(id)), until: elapsed() + CHAIN_ID_MS }
    return known.id
  }
}
