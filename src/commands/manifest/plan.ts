import { isRecord, membersOf } from '../../shared/json/json.ts'
import { isMasked } from '../destination/secrecy.ts'
import type { ManifestMembers } from '../steps/managed-kind.ts'
import { planErrors } from './check-plan.ts'
import { allMembers, type MemberChange, memberChanges, uncomparedMembers } from './compare.ts'
import type { CurrentObject } from './current.ts'
import type { DesiredObject } from './desired.ts'
import { kinds, managedKinds } from './kinds.ts'
import type { Managed } from './managed-file.ts'
import type { ManifestError } from './manifest-error.ts'
import { match } from './match.ts'

export type PlanAction = 'create' | 'update' | 'delete'

export interface PlanStep extends Pick<DesiredObject, 'kind' | 'identity'> {
  readonly action: PlanAction
  /** Id of the current object. */
  readonly id: string | undefined
  readonly changes: readonly MemberChange[]
  /** The members to send, with plain secrets; for a deletion the current ones. Never printed. */
  readonly members: ManifestMembers
  /** SHA-256 of the file; absent for a deletion. */
  readonly fileDigest?: string
  /** The members before an update. */
  readonly stored?: ManifestMembers
}

export interface ManifestPlan {
  /** In order: an object is created before and deleted after those that refer to it. */
  readonly steps: readonly PlanStep[]
  readonly unchanged: number
  /** Current objects that have a document. */
  readonly matched: readonly CurrentObject[]
  /** Managed objects that are no longer in the manifest and stay. */
  readonly remaining: readonly CurrentObject[]
  /** Secrets that are not sent because the mask of the service matches. */
  readonly uncompared: readonly Uncompared[]
  readonly errors: readonly ManifestError[]
}

export interface Uncompared extends Pick<DesiredObject, 'kind' | 'identity'> {
  readonly members: readonly string[]
}

export interface PlanInput {
  readonly desired: readonly DesiredObject[]
  readonly current: readonly CurrentObject[]
  /** Objects that earlier runs created or found in the manifest. */
  readonly managed: readonly Managed[]
  readonly prune: boolean
  /** Also send secrets of existing destinations. */
  readonly sendSecrets: boolean
}

/** The steps that bring the service to the desired state: `diff` shows them, `apply` does them. */
export function planChanges({ desired, current, managed, prune, sendSecrets }: PlanInput): ManifestPlan {
  const matches = match(desired, current)
  const { pairs, others } = matches
  const changed = pairs.flatMap((pair) => stepOf(pair.desired, pair.current, sendSecrets))
  const known = new Set(managed.map(({ kind, id, identity }) => `${kind}\n${id}\n${identity}`))
  const orphans = others.filter(({ kind, id, identity }) => known.has(`${kind}\n${id}\n${identity}`))
  const deleted = prune ? orphans : []
  const matched = pairs.flatMap((pair) => pair.current ?? [])
  return {
    steps: [
      ...kinds.flatMap((kind) => changed.filter((step) => step.kind === kind)),
      ...kinds.toReversed().flatMap((kind) => deleted.filter((each) => each.kind === kind).map(deletionOf)),
    ],
    unchanged: pairs.length - changed.length,
    matched,
    remaining: prune ? [] : orphans,
    uncompared: sendSecrets ? [] : pairs.flatMap((pair) => uncompared(pair.desired, pair.current)),
    errors: planErrors({ desired, current, matches, deleted }),
  }
}

function stepOf(desired: DesiredObject, current: CurrentObject | undefined, sendSecrets: boolean): PlanStep[] {
  const { kind, identity, fileDigest } = desired
  if (!current) {
    const { members } = desired
    const changes = allMembers(kind, members, 'to')
    return [{ action: 'create', kind, identity, id: undefined, changes, members, fileDigest }]
  }
  const changes = memberChanges(kind, desired.members, current.members, sendSecrets)
  if (changes.length === 0) return []
  const { id, members: stored } = current
  return [{ action: 'update', kind, identity, id, changes, members: merged(desired, current), fileDigest, stored }]
}

function deletionOf({ kind, identity, id, members }: CurrentObject): PlanStep {
  return { action: 'delete', kind, identity, id, changes: allMembers(kind, members, 'from'), members }
}

/** Current members with the desired ones. Masked secrets are omitted, which keeps the stored ones. */
function merged(desired: DesiredObject, current: CurrentObject): ManifestMembers {
  if (managedKinds[desired.kind].isWhole) return desired.members
  if (desired.kind !== 'destination') return { ...current.members, ...desired.members }
  const sameChannel = desired.members.channel === current.members.channel
  const kept = sameChannel ? unmasked(current.members) : {}
  return {
    ...kept,
    ...desired.members,
    attributes: { ...membersOf(kept.attributes), ...membersOf(desired.members.attributes) },
  }
}

function unmasked(members: ManifestMembers): ManifestMembers {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => !(typeof value === 'string' && isMasked(value)))
      .map(([name, value]) => [name, isRecord(value) ? unmasked(value) : value]),
  )
}

function uncompared({ kind, identity, members }: DesiredObject, current: CurrentObject | undefined): Uncompared[] {
  const found = current ? uncomparedMembers(kind, members, current.members) : []
  return found.length === 0 ? [] : [{ kind, identity, members: found }]
}
