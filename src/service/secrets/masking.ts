import type { Channel } from '../../api/vocabulary.ts'

const MASK = '••••'
/** Shorter secrets are masked completely: four characters would be too large a part. */
const LONG_ENOUGH = 16
const SHOWN = 4

/** `••••abcd` for a long secret, `••••` for a short one, '' for none. */
export function maskToken(token: string): string {
  if (token === '') return ''
  return token.length >= LONG_ENOUGH ? MASK + token.slice(-SHOWN) : MASK
}

/** Whether the URL of the channel is a credential. */
const isBearerUrl: Readonly<Record<Channel, boolean>> = {
  SLACK: true,
  DISCORD: true,
  TELEGRAM: false,
  EMAIL: false,
  WEBHOOK: false,
}

export function maskWebhookUrl(channel: Channel, url: string): string {
  return isBearerUrl[channel] ? maskUrl(url) : url
}

/** Scheme and authority, path, query, fragment. */
const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is

/**
 * Masks user info, the last path segment, the segment after Discord's `/webhooks/<id>/` (which `/slack` or `/github` can
 * follow), query and fragment. Masks text that is not a URL completely.
 */
function maskUrl(url: string): string {
  const [, origin, path = '', query, fragment] = URL_PARTS.exec(url.trim()) ?? []
  if (origin === undefined) return url === '' ? '' : MASK
  return [
    origin.replace(/\/\/[^/]*@/, `//${MASK}@`),
    maskPath(path),
    query === undefined ? '' : `?${MASK}`,
    fragment === undefined ? '' : `#${MASK}`,
  ].join('')
}

function maskPath(path: string): string {
  const segments = path.split('/')
  const last = segments.findLastIndex((segment) => segment !== '')
  const afterWebhookId = segments.indexOf('webhooks') === -1 ? -1 : segments.indexOf('webhooks') + 2
  return segments
    .map((segment, index) => (index === last || index === afterWebhookId ? maskToken(segment) : segment))
    .join('/')
}

/** Whether a text contains a mask: it must never be stored as a secret. */
export function isMasked(text: string): boolean {
  return decoded(text).includes(MASK)
}

/**
 * The secret to store for a received value: the stored secret for its own mask, the value itself without a mask,
 * undefined for any other mask.
 */
export function unmask(sent: string, stored: string, mask: (secret: string) => string): string | undefined {
  if (!isMasked(sent)) return sent
  return decoded(sent) === decoded(mask(stored)) ? stored : undefined
}

/** Clients that rebuild a URL percent-encode the bullets. */
function decoded(text: string): string {
  return text.replace(/%e2%80%a2/gi, '•')
}
