import type { Context } from '../../cli/context/context.ts'
import type { ChainAdministration, FollowerAdministration } from '../../service/index.ts'

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
