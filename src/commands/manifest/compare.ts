import type { Channel } from '../../api/vocabulary.ts'
import { HIDDEN, hideSecret } from '../../client/secrets.ts'
import { isRecord } from '../../shared/json/json.ts'
import { isMasked, isSecretAddress } from '../destination/secrecy.ts'
import type { ManifestMembers } from '../steps/managed-kind.ts'
import { type ManifestKind, managedKinds } from './kinds.ts'
import { referenceIn } from './variables.ts'

/** A change of one member; secrets are hidden. `null`: absent. */
export interface MemberChange {
  readonly member: string
  readonly from: unknown
  readonly to: unknown
  readonly secret?: true
  /** Sent because of --send-secrets, without a known difference. */
  readonly sentAgain?: true
}

/**
 * Changes from the current to the desired members, both canonical. Members that are not in `desired` stay, unless a
 * document is the whole object.
 * @param sendSecrets includes every secret, also those without a known difference
 */
export function memberChanges(
  kind: ManifestKind,
  desired: ManifestMembers,
  current: ManifestMembers,
  sendSecrets: boolean,
): MemberChange[] {
  return pairs(kind, desired, current).flatMap((change) => {
    if (!isSame(kind, change.member, change.from, change.to)) return [shown(kind, change, desired, current)]
    const isSent = sendSecrets && managedKinds[kind].secrets.includes(change.member)
    if (!isSent || !isSecretMember(change.member, change.to, desired)) return []
    return [{ ...shown(kind, change, desired, current), sentAgain: true as const }]
  })
}

/** Secrets that cannot be compared: the service shows only a mask and it matches, or the variable is not set. */
export function uncomparedMembers(kind: ManifestKind, desired: ManifestMembers, current: ManifestMembers): string[] {
  return pairs(kind, desired, current)
    .filter(({ member }) => managedKinds[kind].secrets.includes(member))
    .filter(
      ({ from, to }) =>
        typeof from === 'string' &&
        typeof to === 'string' &&
        (referenceIn(to) !== undefined || (isMasked(from) && matchesShown(to, from))),
    )
    .map(({ member }) => member)
}

function pairs(kind: ManifestKind, desired: ManifestMembers, current: ManifestMembers): MemberChange[] {
  const { isWhole, fixed } = managedKinds[kind]
  return Object.keys(isWhole ? { ...desired, ...current } : desired)
    .filter((member) => !fixed.includes(member))
    .flatMap((member) => pairsOf(member, desired[member], current[member]))
}

/** All members of an object that is created or deleted, with secrets hidden. */
export function allMembers(kind: ManifestKind, members: ManifestMembers, side: 'from' | 'to'): MemberChange[] {
  return Object.entries(members)
    .filter(([member]) => !managedKinds[kind].fixed.includes(member))
    .flatMap(([member, value]) => pairsOf(member, value, undefined))
    .map(({ member, to }) => ({ member, from: side === 'from' ? to : null, to: side === 'to' ? to : null }))
    .map((change) => shown(kind, change, members, members))
}

/** Attributes change one by one; a filter is replaced as a whole, so absent clauses are removed. */
function pairsOf(member: string, to: unknown, from: unknown): MemberChange[] {
  if (!isRecord(to)) return [{ member, from: from ?? null, to: to ?? null }]
  const old = isRecord(from) ? from : {}
  const names = member === 'attributes' ? Object.keys(to) : [...new Set([...Object.keys(old), ...Object.keys(to)])]
  return names.map((name) => ({ member: `${member}.${name}`, from: old[name] ?? null, to: to[name] ?? null }))
}

function isSame(kind: ManifestKind, member: string, from: unknown, to: unknown): boolean {
  const [a, b] = [orNull(from), orNull(to)]
  if (managedKinds[kind].secrets.includes(member) && typeof a === 'string' && typeof b === 'string')
    return referenceIn(b) !== undefined || matchesShown(b, a)
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Empty and absent texts and lists are equivalent. */
function orNull(value: unknown): unknown {
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : value
}

function shown(
  kind: ManifestKind,
  { member, from, to }: MemberChange,
  desired: ManifestMembers,
  current: ManifestMembers,
): MemberChange {
  if (!managedKinds[kind].secrets.includes(member)) return { member, from, to }
  const isSecret = isSecretMember(member, to, desired) || isSecretMember(member, from, current)
  if (!isSecret) return { member, from, to }
  return { member, from: shownSecret(member, from, current), to: shownSecret(member, to, desired), secret: true }
}

function shownSecret(member: string, value: unknown, members: ManifestMembers): unknown {
  return typeof value === 'string' && isSecretMember(member, value, members) ? hideMember(member, value) : value
}

/** Mask characters that services show in location of a secret. */
const MASK_RUN = /(?:•|%E2%80%A2|\*{3,})+/gi

/** Whether a secret matches the value that a service shows. Of a masked value only the visible parts are compared. */
export function matchesShown(secret: string, shown: string): boolean {
  if (!isMasked(shown)) return secret === shown
  const [first = '', ...parts] = shown.split(MASK_RUN)
  const last = parts.pop() ?? ''
  if (!secret.startsWith(first)) return false
  let end = first.length
  for (const part of parts) {
    // A mask hides one character or more.
    const start = secret.indexOf(part, end + 1)
    if (start < 0) return false
    end = start + part.length
  }
  return secret.length - last.length > end && secret.endsWith(last)
}

/** Whether a member of a destination is secret. */
export function isSecretMember(member: string, value: unknown, { channel }: ManifestMembers): boolean {
  if (typeof value !== 'string' || value === '') return false
  if (member === 'attributes.token') return true
  return member === 'webhookUrl' && (isMasked(value) || isSecretAddress(channel as Channel, value))
}

/** A secret in a form that can be shown: a mask unchanged, a URL with its origin. */
function hideMember(member: string, value: string): string {
  if (isMasked(value)) return value
  return member === 'webhookUrl' ? hideSecret('webhookUrl', value) : HIDDEN
}
