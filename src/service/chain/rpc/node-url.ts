import { refusal, type WardenError } from '../../../shared/errors.ts'
import { oneLine } from '../../../shared/text/one-line.ts'
import { shortened } from '../../../shared/text/shortened.ts'

/** The longest text of a node that is shown. */
const MAX_SHOWN = 200
/** Shorter parts of a URL are words such as `v2` and `rpc`, which texts contain anyway. */
const MIN_SECRET = 6

/**
 * Parses the URL of a node, which is a secret: no error contains more of it than the host.
 * @throws WardenError `bad-node-url`
 */
export function parseNodeUrl(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null) throw bad('the URL of the node is not a valid URL, such as https://node.example:8545')
  if (url.protocol === 'ws:' || url.protocol === 'wss:')
    throw bad(`${url.host}: a WebSocket URL is not supported; use the https URL of the node`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw bad('the URL of a node starts with https:// or http://')
  if (url.username !== '' || url.password !== '')
    throw bad(`${url.host}: the URL must not contain a user name or password`)
  return url
}

/**
 * Returns a function that prepares a text of the node for people: one line of at most 200 characters, with `***` for each
 * part of the URL that may be a key.
 */
export function nodeTextCleaner(url: URL): (text: string) => string {
  const secrets = secretsOf(url)
  return (text) => {
    const hidden = secrets.reduce(
      (rest, secret) => rest.replaceAll(secret, '***'),
      oneLine(text.slice(0, 10 * MAX_SHOWN)),
    )
    return shortened(hidden, MAX_SHOWN)
  }
}

/** Longest first, so that no part of a longer one remains. */
function secretsOf(url: URL): string[] {
  const parts = [
    `${url.pathname}${url.search}`,
    url.search,
    ...url.pathname.split('/'),
    ...[...url.searchParams].flat(),
  ]
  const secrets = parts.flatMap((part) => [part, decoded(part)]).filter((part) => part.length >= MIN_SECRET)
  return [...new Set(secrets)].sort((one, other) => other.length - one.length)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function bad(message: string): WardenError {
  return refusal('bad-node-url', message)
}
