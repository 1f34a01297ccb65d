import type { NodeRecord } from '../../api/schemas/chain.ts'
import type { Context } from '../../cli/context/context.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import type { ChainAdministration, FollowerAdministration } from '../../service/index.ts'
import type { ThingKind } from '../steps/find-thing.ts'

/** The nodes of the local service. Throws a usage error on a remote profile. */
export async function openChain(context: Context): Promise<ChainAdministration> {
  const service = await context.local()
  return service.chain()
}

/** The followers of the local service. Throws a usage error on a remote profile. */
export async function openFollower(context: Context): Promise<FollowerAdministration> {
  const service = await context.local()
  return service.follower()
}

/** The id of the given chain; undefined: all chains. */
export async function maybeChainIdOf(context: Context, chain: string | undefined): Promise<string | undefined> {
  return chain === undefined ? undefined : chainIdOf(context, chain, '')
}

export const nodeKind: ThingKind<NodeRecord> = {
  noun: 'node',
  plural: 'nodes',
  list: 'chain list',
  async read(context) {
    return { things: await (await openChain(context)).list(), isAll: true }
  },
  idOf: ({ id }) => id,
  nameOf: ({ host }) => host,
  describe: ({ host, chain }) => `${host} on ${chain}`,
}
