import type { Chain } from '../../api/chains.ts'
import { chainIdText } from '../../api/text/chains.ts'
import type { Upstream } from '../http/upstream.ts'
import { RpcFault, rpcCodes } from '../rpc/json-rpc.ts'
import { faultWithoutVerdict } from './refusal.ts'

export interface ChainIdOptions {
  readonly upstream: Pick<Upstream, 'host' | 'read'>
  /** The chain of the path that leads to the upstream; when absent, any is accepted. */
  readonly expected: Chain | undefined
  /** Notifies the operator. One line. */
  note(line: string): void
}

/**
 * Reads the chain id of an upstream, decimal. It is read for each send: a node can be replaced by one of another chain behind the
 * same URL (a local node that is restarted, a gateway that is set up again), and what the node signs itself has no chain id to
 * compare. Calls in one turn of the event loop, as those of a batch, share a read, which begins after all of them. On loopback
 * a read takes 0.25 ms of the processor; far away it is one more of the several that a client makes for each send.
 */
export function chainIdOf({ upstream, expected, note }: ChainIdOptions): () => Promise<string> {
  let known: string | undefined
  let next: Promise<string> | undefined
  const read = async (): Promise<string> => {
    await new Promise(setImmediate)
    next = undefined
    const id = decimal(await upstream.read('eth_chainId', []))
    if (id === undefined)
      throw new RpcFault(rpcCodes.resourceUnavailable, `the upstream ${upstream.host} does not say its chain id`)
    if (known !== undefined && known !== id)
      note(
        `! the upstream ${upstream.host} is on chain ${chainIdText(id)} now, not on ${chainIdText(known)}; verdicts are for that one from now on`,
      )
    known = id
    return id
  }
  return async () => {
    next ??= read()
    return checked(await next)
  }

  function checked(id: string): string {
    if (!expected || id === expected.id) return id
    const why = `the upstream ${upstream.host} is on chain ${chainIdText(id)}, not on ${expected.name}`
    throw faultWithoutVerdict(why)
  }
}

/** Reads 0x-hex, as all nodes answer; undefined for anything else. */
function decimal(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(answer)) return undefined
  return String(BigInt(answer))
}
