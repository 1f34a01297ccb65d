import type { CurrentObject } from './current.ts'
import type { DesiredObject } from './desired.ts'
import type { ManifestKind } from './kinds.ts'
import type { ManifestError } from './manifest-error.ts'

export interface Matches {
  /** Each desired object and the current one with the same identity, if any. */
  readonly pairs: readonly { readonly desired: DesiredObject; readonly current: CurrentObject | undefined }[]
  /** Current objects without a document. */
  readonly others: readonly CurrentObject[]
  readonly errors: readonly ManifestError[]
}

/** Matches documents and objects by identity. */
export function match(desired: readonly DesiredObject[], current: readonly CurrentObject[]): Matches {
  const remaining = groupsOf(current)
  const pairs: { desired: DesiredObject; current: CurrentObject | undefined }[] = []
  const errors: ManifestError[] = []
  for (const [key, documents] of groupsOf(desired)) {
    const objects = remaining.get(key) ?? []
    remaining.delete(key)
    const { found, left } = matchGroup(documents, objects)
    pairs.push(...found)
    // Both sides have objects left: the match is ambiguous.
    const isAmbiguous = found.some((pair) => pair.current === undefined) && left.length > 0
    if (isAmbiguous || (isNamed(documents[0]?.kind) && objects.length > 1))
      for (const { kind, identity, location } of documents)
        errors.push({
          location: location([]),
          message: `${kind} ${identity}: the service has several objects with this name (${objects.map(({ id }) => id).join(', ')})`,
        })
    remaining.set(key, left)
  }
  const order = new Map(desired.map((each, index) => [each, index]))
  return {
    pairs: pairs.sort((a, b) => (order.get(a.desired) ?? 0) - (order.get(b.desired) ?? 0)),
    others: [...remaining.values()].flat(),
    errors,
  }
}

/** Matches equal chains first; then a single object left on each side. Only control lists can have several. */
function matchGroup(documents: readonly DesiredObject[], objects: readonly CurrentObject[]) {
  let left = [...objects]
  const found: { desired: DesiredObject; current: CurrentObject | undefined }[] = []
  const unmatched: DesiredObject[] = []
  for (const desired of documents) {
    const same = left.find(({ members }) => chainsText(members) === chainsText(desired.members))
    if (same) left = left.filter((each) => each !== same)
    if (same) found.push({ desired, current: same })
    else unmatched.push(desired)
  }
  const [only] = unmatched
  const [rest] = left
  if (only && rest && unmatched.length === 1 && left.length === 1)
    return { found: [...found, { desired: only, current: rest }], left: [] }
  return { found: [...found, ...unmatched.map((desired) => ({ desired, current: undefined }))], left }
}

function isNamed(kind: ManifestKind | undefined): boolean {
  return kind !== 'control-list'
}

function chainsText({ chainIds }: DesiredObject['members']): string {
  return JSON.stringify(chainIds ?? [])
}

function groupsOf<T extends Pick<CurrentObject, 'kind' | 'identity'>>(objects: readonly T[]): Map<string, T[]> {
  return Map.groupBy(objects, ({ kind, identity }) => `${kind}\n${identity}`)
}
