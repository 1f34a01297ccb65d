import type { Channel } from '../../api/vocabulary.ts'

const MASK = '••••'
/** Shorter secrets show nothing: four of their characters would be too much of them. */
const LONG_ENOUGH = 16
const SHOWN = 4

/** `••••abcd` of a long secret, `••••` of a short one, '' of none. */
export function maskToken(token: string): string {
  if (token === '') return ''
  return token.length >= LONG_ENOUGH ? MASK + token.slice(-SHOWN) : MASK
}

/** Channels whose address alone lets anyone post: its secret parts are masked. */
const bearerUrls: readonly Channel[] = ['SLACK', 'DISCORD']

/** A destination's address as it may be shown: bearer addresses without their secret parts, others as they are. */
export function maskWebhookUrl(channel: Channel, url: string): string {
  return bearerUrls.includes(channel) ? maskUrl(url) : url
}

/** Scheme and authority, path, query, fragment. */
const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i

/**
 * Masks the last path segment, the segment after Discord's `/webhooks/<id>/` (its address may go on with `/slack` or
 * `/github`), the query, the fragment and a user part. A text that is no address is masked whole.
 */
function maskUrl(url: string): string {
  const [, origin, path = '', query, fragment] = URL_PARTS.exec(url.trim()) ?? []
  if (origin === undefined) return url === '' ? '' : MASK
  return [
    origin.replace(/\/\/.*@/, `//${MASK}@`),
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

/** Whether a text holds a mask: such a value must never be stored as a secret. */
export function isMasked(text: string): boolean {
  return decoded(text).includes(MASK)
}

/**
 * What to store for a value that came in: the stored secret when its own mask came back, the value when it is a new
 * one, undefined when it is the mask of something else (nobody can know what was meant).
 */
export function unmask(sent: string, stored: string, mask: (secret: string) => string): string | undefined {
  if (!isMasked(sent)) return sent
  return decoded(sent) === decoded(mask(stored)) ? stored : undefined
}

/** Clients that rebuild an address write the bullets percent-encoded. */
function decoded(text: string): string {
  return text.replace(/%e2%80%a2/gi, '•')
}
