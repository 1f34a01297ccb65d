import type { KeyKind } from '../../api/operations/operation.ts'
import type { Hold } from '../../api/schemas/hold.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { callAddition, callAdditionById } from '../steps/addition.ts'
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

/** Calls an operation with the id of a hold. */
export function callAboutHold<T>(
  context: Context,
  call: (client: Client) => Promise<T>,
  { list }: Reads = whoDecides,
): Promise<T> {
  const read = (client: Client) => client.call(list, { query: { size: 1 } })
  return callAdditionById(context, { what: HOLDS, list: 'hold list', read }, call)
}
