import type { KeyKind } from '../../api/operations/operation.ts'
import type { Hold } from '../../api/schemas/hold.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition } from '../steps/addition.ts'
import { byId } from '../steps/by-id.ts'
import type { ThingKind } from '../steps/find-thing.ts'
import { fetchAll } from '../steps/paged-list.ts'
import { partsText } from './view.ts'

/** Name of the resource in messages. */
export const HOLDS = 'holds'

/** A decision is made with the management key, a request with the validation key. */
interface Reads {
  readonly list: 'listHolds' | 'listRequestedHolds'
  readonly get: 'getHold' | 'getRequestedHold'
}

const whoDecides: Reads = { list: 'listHolds', get: 'getHold' }
export const whoAsks: Reads = { list: 'listRequestedHolds', get: 'getRequestedHold' }

/** Those of the keys of the profile. */
export function readsOf(context: Context): Reads {
  const { addresses } = context.configuration()
  return addresses && hasKey(context, 'validation') && !hasKey(context, 'management') ? whoAsks : whoDecides
}

export function hasKey(context: Context, kind: KeyKind): boolean {
  const { keys, inKeychain } = context.configuration()
  return keys[kind] !== undefined || inKeychain.includes(kind)
}

export function holdKindOf({ list }: Reads): ThingKind<Hold> {
  return {
    noun: 'hold',
    plural: 'holds',
    list: 'hold list',
    async read(context) {
      const client = await context.client()
      const read = () => fetchAll((query) => client.call(list, { query }), {}, 1000)
      const page = await callAddition(context, HOLDS, read)
      return { things: page.content, isAll: page.totalElements <= page.content.length && !page.totalIsAtLeast }
    },
    idOf: ({ id }) => id,
    nameOf: () => '',
    describe: ({ verdict, parts, chainId }) => `${verdict}, ${partsText(parts, chainId)}`,
  }
}

export const holdKind = holdKindOf(whoDecides)

/** Calls an operation with the id of a hold. Its 404 may mean an unknown id, or a service without holds. */
export async function callAboutHold<T>(
  context: Context,
  call: (client: Client) => Promise<T>,
  { list }: Reads = whoDecides,
): Promise<T> {
  const client = await context.client()
  try {
    return await byId('txwarden hold list', () => call(client))
  } catch (error) {
    // A service with holds can list them.
    if (error instanceof WardenError && error.status === 404 && context.isRemote())
      await callAddition(context, HOLDS, () => client.call(list, { query: { size: 1 } }))
    throw error
  }
}
