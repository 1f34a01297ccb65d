import type { Channel } from '../../api/vocabulary.ts'
import { HIDDEN, hideSecret } from '../../client/secrets.ts'
import { isMasked, isSecretAddress } from '../destination/secrecy.ts'
import type { Members } from './kinds.ts'

/** What services put in the place of a secret's characters. */
const MASK_RUN = /(?:•|%E2%80%A2|\*{3,})+/gi

/**
 * Whether a secret can be the one a service shows. Where it shows a mask, only what the mask leaves can be compared:
 * a secret with the same end counts as the same.
 */
export function canBe(secret: string, shown: string): boolean {
  if (!isMasked(shown)) return secret === shown
  const left = shown.split(MASK_RUN).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${left.join('.+')}$`, 's').test(secret)
}

/** Whether a member of a destination must not be seen. */
export function isSecretMember(member: string, value: unknown, { channel }: Members): boolean {
  if (typeof value !== 'string' || value === '') return false
  if (member === 'attributes.token') return true
  return member === 'webhookUrl' && (isMasked(value) || isSecretAddress(channel as Channel, value))
}

/** The same member as it may be shown: masks as they are, of an address where it leads. */
export function hidden(member: string, value: string): string {
  if (isMasked(value)) return value
  return member === 'webhookUrl' ? hideSecret('webhookUrl', value) : HIDDEN
}
