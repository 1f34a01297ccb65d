import type { Channel } from '../../api/vocabulary.ts'
import { HIDDEN, hideSecret } from '../../client/secrets.ts'

/** Whether a service has already put a mask in the place of a secret: stars or bullets. */
export function isMasked(text: string): boolean {
  return /•|\*{3}|%E2%80%A2/i.test(text)
}

/** Whether who knows the address can post to it. A webhook's own address is a name, unless it carries more than a path. */
export function isSecretAddress(channel: Channel, address: string): boolean {
  if (/^mailto:/i.test(address)) return false
  if (channel !== 'WEBHOOK') return true
  const url = URL.parse(address)
  return url?.search !== '' || url.username !== '' || url.password !== ''
}

/** An address as it may stand on a screen. */
export function shownAddress(channel: Channel, address: string): string {
  if (isMasked(address) || !isSecretAddress(channel, address)) return address
  return hideSecret('webhookUrl', address)
}

export function shownToken(token: string): string {
  return token === '' || isMasked(token) ? token : HIDDEN
}
