import { type Chain, chainById } from '../api/chains.ts'
import { refusedUnjudged } from './refusal.ts'
import { RpcFault, rpcCodes } from './rpc/json-rpc.ts'
import type { Upstream } from './upstream.ts'

/** Another network behind the same URL must not go unnoticed. */
const ASKED_EVERY_MS = 600_000

/**
 * The chain id of an upstream, decimal: asked every ten minutes, once for all that want it.
 * @param expected of the path that leads to the upstream; undefined: any
 * @param elapsed monotonic (ms)
 */
export function chainIdOf(
  upstream: Pick<Upstream, 'host' | 'ask'>,
  expected: Chain | undefined,
  elapsed: () => number,
): () => Promise<string> {
  let known: { readonly id: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined
  const ask = async (): Promise<string> => {
    const answer = await upstream.ask('eth_chainId', [])
    const id = decimal(answer)
    if (id === undefined)
      throw new RpcFault(rpcCodes.resourceUnavailable, `the upstream ${upstream.host} does not tell its chain id`)
    known = { id, until: elapsed() + ASKED_EVERY_MS }
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
    const name = chainById(id)?.name
    const why = `the upstream is on chain ${id}${name === undefined ? '' : ` (${name})`}, not on ${expected.name}`
    const { code, message, data } = refusedUnjudged(why)
    throw new RpcFault(code, message, data)
  }
}

/** Of 0x-hex, as all nodes answer; undefined for anything else. */
function decimal(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(answer)) return undefined
  return String(BigInt(answer))
}
