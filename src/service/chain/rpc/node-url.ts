import { secretsOf } from '../../../api/text/url-secrets.ts'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { oneLine } from '../../../shared/text/one-line.ts'
import { shortened } from '../../../shared/text/shortened.ts'

/** The longest text of a node that is shown. */
const MAX_SHOWN = 200

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
  return (text) => shortened(secrets.hidden(oneLine(text.slice(0, 10 * MAX_SHOWN))), MAX_SHOWN)
}

function bad(message: string): WardenError {
  return refusal('bad-node-url', message)
}
