import type { Context } from '../../cli/context/context.ts'
import { ifOffered } from '../steps/addition.ts'
import type { ManifestMembers } from '../steps/managed-kind.ts'
import { canonical, kinds, type ManifestKind, managedKinds } from './kinds.ts'
import type { Managed } from './managed-file.ts'

/** An object on the service, without members that only the service sets. */
export interface CurrentObject extends Managed {
  readonly members: ManifestMembers
}

/**
 * Reads all objects of kinds, in the order they are applied, then by identity.
 * @param needs kinds whose objects have members that are additions: a service without them is refused, otherwise it has none
 */
export async function readCurrent(
  context: Context,
  needs: ReadonlySet<ManifestKind>,
  of: readonly ManifestKind[] = kinds,
): Promise<CurrentObject[]> {
  const rows = await Promise.all(
    of.map((kind) => {
      const read = managedKinds[kind].read(context, needs.has(kind))
      return needs.has(kind) ? read : ifOffered(read)
    }),
  )
  const names = new Map<string, string>()
  const objects = rows.flatMap((ofKind, index) => {
    const kind = of[index] as ManifestKind
    const { idOf, membersOf, identity } = managedKinds[kind]
    return ofKind.map((row) => {
      const members = canonical(membersOf(row, (id) => names.get(id) ?? id))
      const object = { kind, id: idOf(row), identity: identity(members), members }
      if (kind === 'destination') names.set(object.id, object.identity)
      return object
    })
  })
  return inOrder(objects)
}

function inOrder(objects: readonly CurrentObject[]): CurrentObject[] {
  const sortKey = ({ identity, members }: CurrentObject) => `${identity}\n${JSON.stringify(members.chainIds ?? '')}`
  return kinds.flatMap((kind) =>
    objects
      .filter((each) => each.kind === kind)
      .map((each) => ({ each, key: sortKey(each) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ each }) => each),
  )
}
