import type { ApiResponse } from '../api/message.ts'
import { type ErrorKind, WardenError } from '../shared/errors.ts'
import { parseRetryAfter } from '../shared/retry-after.ts'
import { readErrorBody } from './error-body.ts'
import { isWebPage } from './response.ts'
import { cleanText } from './server-text.ts'
import type { Outgoing } from './transport.ts'

interface Meaning {
  readonly kind: ErrorKind
  /** Used where the service gives no code of its own. */
  readonly code: string
  /** Used where the service gives no text of its own. */
  readonly says: string
  readonly try?: string
}

const LOGIN = 'txwarden auth login'
const ADDRESS = 'txwarden config explain'
const WHERE_IT_GOES = 'txwarden config explain'

const meanings: Readonly<Record<number, Meaning>> = {
  400: { kind: 'refused', code: 'bad-request', says: 'the service refused the request' },
  401: { kind: 'auth', code: 'unauthorized', says: 'the service does not accept the API key', try: LOGIN },
  403: { kind: 'auth', code: 'forbidden', says: 'the API key may not do this', try: LOGIN },
  404: { kind: 'not-found', code: 'not-found', says: 'the service has nothing there' },
  405: { kind: 'refused', code: 'method-not-allowed', says: 'the path does not take this method' },
  407: { kind: 'unavailable', code: 'proxy-authentication', says: 'the proxy wants credentials in its address' },
  408: {
    kind: 'unavailable',
    code: 'request-timeout',
    says: 'the service waited too long for the request',
    try: WHERE_IT_GOES,
  },
  409: { kind: 'refused', code: 'conflict', says: 'the request conflicts with what the service has' },
  410: { kind: 'not-found', code: 'gone', says: 'the service no longer has it' },
  413: { kind: 'refused', code: 'body-too-large', says: 'the body is too large for the service' },
  415: { kind: 'refused', code: 'unsupported-media-type', says: 'the service does not read this kind of body' },
  425: { kind: 'unavailable', code: 'too-early', says: 'the service is not ready for the request' },
  429: { kind: 'rate-limited', code: 'rate-limited', says: 'the service wants fewer requests' },
  500: { kind: 'unexpected', code: 'internal', says: 'something went wrong in the service' },
  501: { kind: 'unexpected', code: 'not-implemented', says: 'the service does not have this operation' },
  502: {
    kind: 'unavailable',
    code: 'bad-gateway',
    says: 'the gateway got no good answer from the service',
    try: WHERE_IT_GOES,
  },
  503: { kind: 'unavailable', code: 'service-unavailable', says: 'the service is unavailable', try: WHERE_IT_GOES },
  504: {
    kind: 'unavailable',
    code: 'gateway-timeout',
    says: 'the gateway got no answer from the service in time',
    try: WHERE_IT_GOES,
  },
}

function meaningOf(status: number): Meaning {
  const known = meanings[status]
  if (known) return known
  if (status >= 500)
    return { kind: 'unavailable', code: `http-${status}`, says: 'the service failed', try: WHERE_IT_GOES }
  if (status >= 400) return { kind: 'refused', code: `http-${status}`, says: 'the service refused the request' }
  return { kind: 'unexpected', code: `http-${status}`, says: 'the service answered what no operation answers' }
}

/** What an answer other than 2xx means: RFC 9457, gateway, Spring, plain text, page, redirect or nothing at all. */
export function errorFromResponse(outgoing: Outgoing, response: ApiResponse): WardenError {
  const { status } = response
  if (status >= 300 && status < 400) return redirected(outgoing, response)
  const meaning = meaningOf(status)
  if (isWebPage(response)) return answeredPage(outgoing, response, meaning)
  const said = readErrorBody(response)
  return new WardenError({
    kind: meaning.kind,
    code: said.code ?? meaning.code,
    message: said.text ?? `${meaning.says} (${status})`,
    details: [...said.fields, ...whenToTryAgain(response), answered(outgoing, status)],
    ...(meaning.try === undefined ? {} : { try: meaning.try }),
    status,
  })
}

/** Of a failing gateway the status says it all; elsewhere a page means that the address is not that of the API. */
function answeredPage(outgoing: Outgoing, response: ApiResponse, meaning: Meaning): WardenError {
  const passing = meaning.kind === 'unavailable' || meaning.kind === 'rate-limited'
  return new WardenError({
    kind: meaning.kind,
    code: meaning.code,
    message: passing
      ? `${meaning.says} (${response.status})`
      : `answered a web page (${response.status}), not the API; check the base address`,
    details: [...whenToTryAgain(response), answered(outgoing, response.status)],
    try: passing ? WHERE_IT_GOES : ADDRESS,
    status: response.status,
  })
}

/** Never followed: the key would go to whatever address the answer names. Of that only the origin is shown. */
function redirected(outgoing: Outgoing, response: ApiResponse): WardenError {
  const location = response.headers.location
  const own = 'http://own.invalid'
  const origin = location !== undefined && URL.canParse(location, own) ? new URL(location, own).origin : undefined
  const target = origin === undefined || origin === own ? 'elsewhere on its own address' : `to ${cleanText(origin)}`
  return new WardenError({
    kind: 'unexpected',
    code: 'redirect',
    message: `answered a redirect ${target}; redirects are not followed`,
    details: [answered(outgoing, response.status)],
    try: ADDRESS,
    status: response.status,
  })
}

function whenToTryAgain(response: ApiResponse): string[] {
  const after = parseRetryAfter(response.headers['retry-after'])
  if (!after) return []
  return ['ms' in after ? `try again in ${after.ms / 1000} s` : `try again after ${new Date(after.at).toISOString()}`]
}

function answered({ request }: Outgoing, status: number): string {
  return `${request.method} ${request.path} answered ${status}`
}
