import { type ErrorKind, WardenError } from '../../shared/errors.ts'
import { cleanText } from './server-text.ts'

interface Failure {
  readonly says: string
  /** 'always': the request surely never arrived; 'if-repeatable': it may have; 'never': it would fail again. */
  readonly again: 'always' | 'if-repeatable' | 'never'
  readonly kind?: ErrorKind
  readonly details?: readonly string[]
  readonly try?: string
}

const EXPLAIN = 'txwarden config explain'
const DOCTOR = 'txwarden doctor'

const failures = {
  'connection-refused': { says: 'connection refused; nothing listens there', again: 'always', try: EXPLAIN },
  'host-not-found': { says: 'host not found', again: 'always', try: EXPLAIN },
  'name-lookup-failed': { says: 'DNS lookup failed; is this machine online?', again: 'always', try: EXPLAIN },
  'connect-timeout': { says: 'no connection within the time limit', again: 'always', try: EXPLAIN },
  unreachable: { says: 'no route to the host', again: 'if-repeatable', try: EXPLAIN },
  timeout: { says: 'no answer within the time limit', again: 'if-repeatable', try: EXPLAIN },
  'connection-lost': {
    says: 'the connection was cut before the answer was complete',
    again: 'if-repeatable',
    try: EXPLAIN,
  },
  'proxy-failed': { says: 'the proxy did not make the connection', again: 'always', try: EXPLAIN },
  'proxy-authentication': {
    says: 'the proxy requires credentials (407)',
    again: 'never',
    details: ['Give them in the address of the proxy: http://user:password@host:port.'],
  },
  'tls-failed': {
    says: 'no trusted TLS connection',
    again: 'never',
    details: ['For a company proxy or a private authority, set NODE_EXTRA_CA_CERTS to the file with its certificate.'],
    try: EXPLAIN,
  },
  'not-http': { says: 'the answer is not HTTP', again: 'never', kind: 'unexpected', try: EXPLAIN },
  'answer-too-large': { says: 'the answer is larger than we read', again: 'never', kind: 'unexpected' },
  'network-failed': { says: 'the network failed', again: 'if-repeatable', try: EXPLAIN },
} as const satisfies Record<string, Failure>

type FailureCode = keyof typeof failures

/** Codes of Node, its TLS and undici, by what they mean here. */
const bySystemCode: Readonly<Record<string, FailureCode>> = {
  ECONNREFUSED: 'connection-refused',
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'name-lookup-failed',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'connection-lost',
  ECONNABORTED: 'connection-lost',
  EPIPE: 'connection-lost',
  UND_ERR_SOCKET: 'connection-lost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection-lost',
  UND_ERR_ABORTED: 'proxy-failed',
  UND_ERR_PRX_CONN: 'proxy-failed',
  UND_ERR_PRX_TLS: 'proxy-failed',
  UND_ERR_HEADERS_OVERFLOW: 'not-http',
  EPROTO: 'tls-failed',
}

/** OpenSSL's codes for certificates that are not trusted, expired, or of another host. */
const TLS_CODE = /^ERR_(?:TLS|SSL)_|CERT|SIGNATURE|_CRL|ISSUER/

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** Behind a proxy they are about the connection to the proxy: the service is the proxy's to reach. */
const CONNECTING: readonly FailureCode[] = [
  'connection-refused',
  'host-not-found',
  'name-lookup-failed',
  'connect-timeout',
  'unreachable',
]

/**
 * What a thrown network error means.
 * @param target method and origin, never path, query or key
 * @param way the origin, and the proxy on the way as host and port: never its credentials
 */
export function networkError(
  error: unknown,
  target: string,
  { origin, proxy }: { readonly origin?: string; readonly proxy?: string | undefined } = {},
): WardenError {
  const code = classify(error)
  const { kind = 'unavailable', says, details = [], try: next }: Failure = failures[code]
  const way = CONNECTING.includes(code) ? `: cannot connect to the proxy ${proxy}` : ` through the proxy ${proxy}`
  const withoutProxy =
    'The proxy comes from HTTP_PROXY or HTTPS_PROXY; to connect without it, add the host to NO_PROXY.'
  return new WardenError({
    kind,
    code,
    message: `${target}${proxy === undefined ? '' : way}: ${says}`,
    details: [...reasonOf(error), ...details, ...(proxy === undefined ? [] : [withoutProxy])],
    ...(next !== undefined && { try: proxy === undefined ? next : DOCTOR }),
    ...(origin !== undefined && { parameters: { origin } }),
    cause: error,
  })
}

/** Whether a request that failed so may be sent again. */
export function mayTryAgain(error: WardenError, repeatable: boolean): boolean {
  if (!Object.hasOwn(failures, error.code)) return false
  const { again } = failures[error.code as FailureCode]
  return again === 'always' || (again === 'if-repeatable' && repeatable)
}

function classify(error: unknown): FailureCode {
  if (error instanceof AnswerTooLarge) return 'answer-too-large'
  for (const link of chainOf(error)) {
    if (/\b407\b/.test(link.message)) return 'proxy-authentication'
    const code = codeOf(link)
    if (code === 'ETIMEDOUT' && link.syscall === 'connect') return 'connect-timeout'
    if (link.name === 'HTTPParserError' || code.startsWith('HPE_')) return 'not-http'
    const known = bySystemCode[code]
    if (known) return known
    if (TLS_CODE.test(code)) return 'tls-failed'
    if (link.name === 'TimeoutError') return 'timeout'
  }
  return 'network-failed'
}

/** Those of a DOMException, such as of an abort, are numbers. */
function codeOf({ code }: Link): string {
  return typeof code === 'string' ? code : ''
}

/** The message of the system. */
function reasonOf(error: unknown): string[] {
  const words = chainOf(error).map((link) => cleanText(link.message || codeOf(link), 200))
  return words.filter((line) => line !== '').slice(0, 1)
}

interface Link {
  readonly name: string
  readonly message: string
  readonly code?: string | number
  readonly syscall?: string
}

/** The error, what caused it, and the first of each bundle: a host with several addresses fails with one error each. */
function chainOf(error: unknown): Link[] {
  const links: Link[] = []
  const waiting: unknown[] = [error]
  while (waiting.length > 0 && links.length < 10) {
    const next = waiting.shift()
    if (!(next instanceof Error)) continue
    links.push(next as Error & Link)
    waiting.push(next.cause)
    if (next instanceof AggregateError) waiting.push(next.errors[0])
  }
  return links
}
