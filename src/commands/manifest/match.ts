import type { Existing } from './existing.ts'
import type { Fault } from './fault.ts'
import type { Kind } from './kind-names.ts'
import type { Wanted } from './wanted.ts'

export interface Matching {
  /** What is on the service under the same identity; undefined: nothing is. */
  readonly pairs: readonly { readonly wanted: Wanted; readonly existing: Existing | undefined }[]
  /** What no document is about. */
  readonly others: readonly Existing[]
  readonly faults: readonly Fault[]
}

/** Which document is about which object. */
export function match(wanted: readonly Wanted[], existing: readonly Existing[]): Matching {
  const there = groupsOf(existing)
  const pairs: { wanted: Wanted; existing: Existing | undefined }[] = []
  const faults: Fault[] = []
  for (const [key, documents] of groupsOf(wanted)) {
    const objects = there.get(key) ?? []
    there.delete(key)
    const { found, left } = matchGroup(documents, objects)
    pairs.push(...found)
    // Left on both sides: nobody can know which is which.
    const unclear = found.some((pair) => pair.existing === undefined) && left.length > 0
    if (unclear || (isNamed(documents[0]?.kind) && objects.length > 1))
      for (const { kind, identity, place } of documents)
        faults.push({
          place: place([]),
          message: `${kind} ${identity}: the service has several of it (${objects.map(({ id }) => id).join(', ')}), and it is unclear which is meant`,
        })
    there.set(key, left)
  }
  const order = new Map(wanted.map((each, index) => [each, index]))
  return {
    pairs: pairs.sort((a, b) => (order.get(a.wanted) ?? 0) - (order.get(b.wanted) ?? 0)),
    others: [...there.values()].flat(),
    faults,
  }
}

/** The same chains first; then one on each side are the same, changed. Only control lists can have several. */
function matchGroup(documents: readonly Wanted[], objects: readonly Existing[]) {
  let left = [...objects]
  const found: { wanted: Wanted; existing: Existing | undefined }[] = []
  const open: Wanted[] = []
  for (const wanted of documents) {
    const same = left.find(({ members }) => chainsText(members) === chainsText(wanted.members))
    if (same) left = left.filter((each) => each !== same)
    if (same) found.push({ wanted, existing: same })
    else open.push(wanted)
  }
  const [only] = open
  const [rest] = left
  if (only && rest && open.length === 1 && left.length === 1)
    return { found: [...found, { wanted: only, existing: rest }], left: [] }
  return { found: [...found, ...open.map((wanted) => ({ wanted, existing: undefined }))], left }
}

function isNamed(kind: Kind | undefined): boolean {
  return kind !== 'control-list'
}

function chainsText({ chainIds }: Wanted['members']): string {
  return JSON.stringify(chainIds ?? [])
}

function groupsOf<T extends { readonly kind: Kind; readonly identity: string }>(
  objects: readonly T[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const each of objects) {
    const key = `${each.kind}\n${each.identity}`
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return groups
}
