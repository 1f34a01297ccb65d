import { isRecord } from '../../client/json.ts'
import type { Kind } from './kind-names.ts'
import { type Members, secretMembers } from './kinds.ts'
import { canBe, hidden, isSecretMember } from './masks.ts'

/** One member that is to change; secrets are hidden. `null`: it is not there. */
export interface MemberChange {
  readonly member: string
  readonly from: unknown
  readonly to: unknown
  readonly secret?: true
}

/** Members that can only ever be what they are: they tell the object from others. */
const identifying: Readonly<Record<Kind, readonly string[]>> = {
  destination: ['name'],
  'control-list': ['type', 'productType', 'address'],
  monitor: ['chainId', 'address'],
  alert: ['alertName'],
}

/** What the service has to change to have what is wanted; both canonical. What is not wanted explicitly stays. */
export function memberChanges(kind: Kind, wanted: Members, existing: Members): MemberChange[] {
  return Object.keys(wanted)
    .filter((member) => !identifying[kind].includes(member))
    .flatMap((member) => pairsOf(member, wanted[member], existing[member]))
    .filter(({ member, from, to }) => !isSame(kind, member, from, to))
    .map((change) => shown(kind, change, wanted, existing))
}

/** All members of an object that comes or goes, as they may be shown. */
export function allMembers(kind: Kind, members: Members, side: 'from' | 'to'): MemberChange[] {
  return Object.entries(members)
    .filter(([member]) => !identifying[kind].includes(member))
    .flatMap(([member, value]) => pairsOf(member, value, undefined))
    .map(({ member, to }) => ({ member, from: side === 'from' ? to : null, to: side === 'to' ? to : null }))
    .map((change) => shown(kind, change, members, members))
}

/** Attributes change one by one; a filter is replaced as a whole, so what it no longer has goes. */
function pairsOf(member: string, to: unknown, from: unknown): MemberChange[] {
  if (!isRecord(to)) return [{ member, from: from ?? null, to: to ?? null }]
  const old = isRecord(from) ? from : {}
  const names = member === 'attributes' ? Object.keys(to) : [...new Set([...Object.keys(old), ...Object.keys(to)])]
  return names.map((name) => ({ member: `${member}.${name}`, from: old[name] ?? null, to: to[name] ?? null }))
}

function isSame(kind: Kind, member: string, from: unknown, to: unknown): boolean {
  // Of a text, empty and absent are one.
  const [a, b] = [from === '' ? null : from, to === '' ? null : to]
  if (secretMembers[kind].includes(member) && typeof a === 'string' && typeof b === 'string') return canBe(b, a)
  return JSON.stringify(a) === JSON.stringify(b)
}

function shown(kind: Kind, { member, from, to }: MemberChange, wanted: Members, existing: Members): MemberChange {
  if (!secretMembers[kind].includes(member)) return { member, from, to }
  const isSecret = isSecretMember(member, to, wanted) || isSecretMember(member, from, existing)
  if (!isSecret) return { member, from, to }
  return { member, from: shownSecret(member, from, existing), to: shownSecret(member, to, wanted), secret: true }
}

function shownSecret(member: string, value: unknown, members: Members): unknown {
  return typeof value === 'string' && isSecretMember(member, value, members) ? hidden(member, value) : value
}
