import type { Safe } from '../../api/schemas/safe.ts'
import type { Context } from '../../cli/context/context.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { findThing, onChain } from '../steps/find-thing.ts'
import { readAll } from '../steps/paged-list.ts'
import { safes } from './resource.ts'

export const safeArgument = { safe: one('name, address or id of the Safe', { completes: 'safe' }) }
export const safeChainOption = text('chain', 'chain id or name, where several Safes have the name or address', {
  completes: 'chain',
})

/** Oldest first. */
export async function allSafes(context: Context): Promise<readonly Safe[]> {
  return (await readAll(context, safes)).content
}

/** The Safe with an id, a name or an address. @throws WardenError as `findThing` */
export async function findSafe(context: Context, given: string, chain?: string): Promise<Safe> {
  return findThing(context, safes, given, onChain(await maybeChainIdOf(context, chain)))
}
