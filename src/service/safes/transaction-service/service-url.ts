import { refusal, type WardenError } from '../../../shared/errors.ts'
import { sha256 } from '../../../shared/text/sha256.ts'

/** Networks of the hosted service by chain id, as in its paths (Safe docs, "Supported networks"; the short names of EIP-3770). */
const NETWORKS: Readonly<Record<string, string>> = {
  '1': 'eth',
  '10': 'oeth',
  '56': 'bnb',
  '137': 'pol',
  '8453': 'base',
  '42161': 'arb1',
  '43114': 'avax',
  '11155111': 'sep',
}

const HOSTED = 'api.safe.global'

/** The word for the hosted service in place of a URL. */
const HOSTED_WORD = 'hosted'

/** A transaction service, and the key that it gets. Both are secrets: of the URL only the host is shown. */
export interface SafeService {
  readonly url: string
  readonly key?: string
}

/**
 * Parses the base URL of a transaction service: what its API paths follow, such as `https://safe.example.org` or
 * `https://api.safe.global/tx-service/eth`.
 * @throws WardenError `bad-service-url`; no error contains more of the URL than its host
 */
export function parseServiceUrl(text: string, chainId: string): URL {
  const given = text.trim()
  const url = URL.parse(given === HOSTED_WORD ? `https://${HOSTED}/tx-service/${NETWORKS[chainId] ?? ''}` : given)
  if (url === null) throw bad('the URL of the transaction service is not a valid URL, such as https://safe.example.org')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw bad('the URL of the transaction service starts with https:// or http://')
  if (url.username !== '' || url.password !== '')
    throw bad(`${url.host}: the URL must not contain a user name or password; the key has a place of its own`)
  if (url.search !== '' || url.hash !== '') throw bad(`${url.host}: the URL must not have a query or a fragment`)
  if (/\/api(\/v\d+)?\/?$/.test(url.pathname))
    throw bad(`${url.host}: give the URL without /api, which is the begin of the paths of the service`)
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`
  return url
}

/** Whether it is the public service, which has a monthly quota. */
export function isHosted({ hostname }: Pick<URL, 'hostname'>): boolean {
  return hostname === HOSTED || hostname.endsWith('.safe.global')
}

/** Identifies the quota that requests count for: one for all networks of the hosted service and a key. Undefined: there is none. */
export function budgetIdOf({ url: text, key = '' }: SafeService): string | undefined {
  const url = new URL(text)
  return isHosted(url) ? sha256(`${HOSTED}\n${key}`) : undefined
}

function bad(message: string): WardenError {
  return refusal('bad-service-url', message)
}
