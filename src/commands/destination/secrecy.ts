import type { Channel } from '../../api/vocabulary.ts'
import { HIDDEN, hideSecret } from '../../client/secrets.ts'

/** Whether the service has replaced a secret by a mask: stars or bullets. */
export function isMasked(text: string): boolean {
  return /•|\*{3}|%E2%80%A2/i.test(text)
}

/** Whether knowing the URL is enough to post to it. A WEBHOOK URL is public unless it has a query or a user. */
export function isSecretAddress(channel: Channel, address: string): boolean {
  if (/^mailto:/i.test(address)) return false
  if (channel !== 'WEBHOOK') return true
  const url = URL.parse(address)
  return url?.search !== '' || url.username !== '' || url.password !== ''
}

/** The URL as it may be shown. */
export function shownAddress(channel: Channel, address: string): string {
  if (isMasked(address) || !isSecretAddress(channel, address)) return address
  return hideSecret('webhookUrl', address)
}

export function shownToken(token: string): string {
  return token === '' || isMasked(token) ? token : HIDDEN
}
