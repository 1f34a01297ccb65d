import { isRecord } from '../../shared/json.ts'
import { isMasked } from '../destination/secrecy.ts'
import type { Kind } from './kind-names.ts'
import { type Members, secretMembers } from './kinds.ts'
import { canBe, hidden, isSecretMember } from './masks.ts'

/** One member that is to change; secrets are hidden. `null`: it is not there. */
export interface MemberChange {
  readonly member: string
  readonly from: unknown
  readonly to: unknown
  readonly secret?: true
  /** Nothing says that it changes: it is sent all the same, because it was asked for. */
  readonly sentAgain?: true
}

/** Members that can only ever be what they are: they tell the object from others. */
const identifying: Readonly<Record<Kind, readonly string[]>> = {
  destination: ['name'],
  'control-list': ['type', 'productType', 'address'],
  monitor: ['chainId', 'address'],
  alert: ['alertName'],
}

/**
 * What the service has to change to have what is wanted; both canonical. What is not wanted explicitly stays.
 * @param sendSecrets every secret is sent, whether it can be told to differ or not
 */
export function memberChanges(kind: Kind, wanted: Members, existing: Members, sendSecrets: boolean): MemberChange[] {
  return pairs(kind, wanted, existing).flatMap((change) => {
    if (!isSame(kind, change.member, change.from, change.to)) return [shown(kind, change, wanted, existing)]
    const isSent = sendSecrets && secretMembers[kind].includes(change.member)
    if (!isSent || !isSecretMember(change.member, change.to, wanted)) return []
    return [{ ...shown(kind, change, wanted, existing), sentAgain: true as const }]
  })
}

/** Secrets of which the service shows no more than a mask that fits: whether they are the same, nobody can tell. */
export function uncomparedMembers(kind: Kind, wanted: Members, existing: Members): string[] {
  return pairs(kind, wanted, existing)
    .filter(({ member }) => secretMembers[kind].includes(member))
    .filter(({ from, to }) => typeof from === 'string' && typeof to === 'string' && isMasked(from) && canBe(to, from))
    .map(({ member }) => member)
}

function pairs(kind: Kind, wanted: Members, existing: Members): MemberChange[] {
  return Object.keys(wanted)
    .filter((member) => !identifying[kind].includes(member))
    .flatMap((member) => pairsOf(member, wanted[member], existing[member]))
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
