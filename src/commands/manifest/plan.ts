import { isRecord } from '../../shared/json.ts'
import { isMasked } from '../destination/secrecy.ts'
import { allMembers, type MemberChange, memberChanges, uncomparedMembers } from './compare.ts'
import type { Existing } from './existing.ts'
import type { Fault } from './fault.ts'
import { kinds } from './kind-names.ts'
import type { Members } from './kinds.ts'
import type { Managed } from './managed-file.ts'
import { match } from './match.ts'
import { obstacles } from './obstacles.ts'
import type { Wanted } from './wanted.ts'

export type Action = 'create' | 'update' | 'delete'

/** One write that is due. */
export interface Step {
  readonly action: Action
  readonly kind: Wanted['kind']
  readonly identity: string
  /** Of what is there already. */
  readonly id: string | undefined
  readonly changes: readonly MemberChange[]
  /** What to send, secrets in the open; of a deletion what was there. Never printed. */
  readonly members: Members
}

export interface Plan {
  /** In the order they are to be done: what others name comes before them, and goes after them. */
  readonly steps: readonly Step[]
  readonly unchanged: number
  /** Documents whose object is there already. */
  readonly matched: readonly Existing[]
  /** Objects that a manifest once had and no longer has, which stay. */
  readonly left: readonly Existing[]
  /** Secrets of which the service shows no more than a mask that fits, and which are not sent. */
  readonly uncompared: readonly Uncompared[]
  /** What makes it impossible. */
  readonly faults: readonly Fault[]
}

export interface Uncompared {
  readonly kind: Wanted['kind']
  readonly identity: string
  readonly members: readonly string[]
}

interface PlanInput {
  readonly wanted: readonly Wanted[]
  readonly existing: readonly Existing[]
  /** What earlier runs created or found described in the manifest. */
  readonly managed: readonly Managed[]
  readonly prune: boolean
  /** Send the secrets of destinations that are there, too. */
  readonly sendSecrets: boolean
}

/** What has to be done so that the service has what the manifest says: `diff` shows it, `apply` does it. Pure. */
export function planChanges({ wanted, existing, managed, prune, sendSecrets }: PlanInput): Plan {
  const matching = match(wanted, existing)
  const { pairs, others } = matching
  const changed = pairs.flatMap((pair) => stepOf(pair.wanted, pair.existing, sendSecrets))
  const known = new Set(managed.map(({ kind, id, identity }) => `${kind}\n${id}\n${identity}`))
  const orphans = others.filter(({ kind, id, identity }) => known.has(`${kind}\n${id}\n${identity}`))
  const gone = prune ? orphans : []
  const matched = pairs.flatMap((pair) => pair.existing ?? [])
  return {
    steps: [
      ...kinds.flatMap((kind) => changed.filter((step) => step.kind === kind)),
      ...kinds.toReversed().flatMap((kind) => gone.filter((each) => each.kind === kind).map(deletionOf)),
    ],
    unchanged: pairs.length - changed.length,
    matched,
    left: prune ? [] : orphans,
    uncompared: sendSecrets ? [] : pairs.flatMap((pair) => uncompared(pair.wanted, pair.existing)),
    faults: obstacles({ wanted, existing, matching, gone }),
  }
}

function stepOf(wanted: Wanted, existing: Existing | undefined, sendSecrets: boolean): Step[] {
  const { kind, identity } = wanted
  if (!existing) {
    const { members } = wanted
    return [{ action: 'create', kind, identity, id: undefined, changes: allMembers(kind, members, 'to'), members }]
  }
  const changes = memberChanges(kind, wanted.members, existing.members, sendSecrets)
  if (changes.length === 0) return []
  return [{ action: 'update', kind, identity, id: existing.id, changes, members: merged(wanted, existing) }]
}

function deletionOf({ kind, identity, id, members }: Existing): Step {
  return { action: 'delete', kind, identity, id, changes: allMembers(kind, members, 'from'), members }
}

/** What is there with what is wanted. A masked secret is left out: absent keeps it, where a mask might be stored. */
function merged(wanted: Wanted, existing: Existing): Members {
  if (wanted.kind !== 'destination') return { ...existing.members, ...wanted.members }
  const sameChannel = wanted.members.channel === existing.members.channel
  const kept = sameChannel ? unmasked(existing.members) : {}
  return {
    ...kept,
    ...wanted.members,
    attributes: { ...recordOf(kept.attributes), ...recordOf(wanted.members.attributes) },
  }
}

function unmasked(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => !(typeof value === 'string' && isMasked(value)))
      .map(([name, value]) => [name, isRecord(value) ? unmasked(value) : value]),
  )
}

function uncompared({ kind, identity, members }: Wanted, existing: Existing | undefined): Uncompared[] {
  const found = existing ? uncomparedMembers(kind, members, existing.members) : []
  return found.length === 0 ? [] : [{ kind, identity, members: found }]
}

function recordOf(value: unknown): Members {
  return isRecord(value) ? value : {}
}
