import { type Chain, chainById } from '../api/chains.ts'
import { unjudgedFault } from './refusal.ts'
import { RpcFault, rpcCodes } from './rpc/json-rpc.ts'
import type { Upstream } from './upstream.ts'

/**
 * A node can be replaced by one of another chain behind the same URL: a local node that is restarted, a gateway that is set up
 * again. What the node signs itself has no chain id to compare: it would be judged on one chain and sent on the other. What is
 * signed for the new chain would be refused. So nothing is judged by an older answer. On loopback a question takes 0.25 ms of
 * the processor; far away it is one more of the several that a client asks for each send.
 */
const ASKED_EVERY_MS = 3_000

export interface ChainIdOptions {
  readonly upstream: Pick<Upstream, 'host' | 'ask'>
  /** Of the path that leads to the upstream; undefined: any. */
  readonly expected: Chain | undefined
  /** Monotonic (ms). */
  readonly elapsed: () => number
  /** Tells the operator. One line. */
  note(line: string): void
}

/** The chain id of an upstream, decimal: asked once for all that want it at the same time. A change is told. */
export function chainIdOf({ upstream, expected, elapsed, note }: ChainIdOptions): () => Promise<string> {
  let known: { readonly id: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined
  const ask = async (): Promise<string> => {
    const until = elapsed() + ASKED_EVERY_MS
    const answer = await upstream.ask('eth_chainId', [])
    const id = decimal(answer)
    if (id === undefined)
      throw new RpcFault(rpcCodes.resourceUnavailable, `the upstream ${upstream.host} does not tell its chain id`)
    if (known && known.id !== id)
      note(
        `! the upstream ${upstream.host} is on chain ${named(id)} now, not on ${named(known.id)}; this is judged from now on`,
      )
    known = { id, until }
    return id
  }
  return async () => {
    if (known && elapsed() < known.until) return checked(known.id)
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return checked(await asking)
  }

  function checked(id: string): string {
    if (!expected || id === expected.id) return id
    const why = `the upstream ${upstream.host} is on chain ${named(id)}, not on ${expected.name}`
    throw unjudgedFault(why)
  }
}

function named(id: string): string {
  const name = chainById(id)?.name
  return name === undefined ? id : `${id} (${name})`
}

/** Of 0x-hex, as all nodes answer; undefined for anything else. */
function decimal(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(answer)) return undefined
  return String(BigInt(answer))
}
