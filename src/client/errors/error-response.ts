import type { ApiResponse } from '../../api/operations/message.ts'
import { nodeProblems } from '../../api/problems.ts'
import { type ErrorKind, unexpected, WardenError } from '../../shared/errors.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { parseRetryAfter } from '../../shared/time/retry-after.ts'
import { isWebPage } from '../response.ts'
import type { Outgoing } from '../transport.ts'
import { cleanText } from './server-text.ts'

interface StatusMeaning {
  readonly kind: ErrorKind
  /** Used if the response has no code. */
  readonly code: string
  /** Used if the response has no text. */
  readonly message: string
  readonly try?: string
}

const LOGIN = 'txwarden auth login'
const CONFIGURATION = 'txwarden config explain'

const meanings: Readonly<Record<number, StatusMeaning>> = {
  400: { kind: 'refused', code: 'bad-request', message: 'the service refused the request' },
  401: { kind: 'auth', code: 'unauthorized', message: 'the service does not accept the API key', try: LOGIN },
  403: { kind: 'auth', code: 'forbidden', message: 'the API key has no permission for this', try: LOGIN },
  404: { kind: 'not-found', code: 'not-found', message: 'not found' },
  405: { kind: 'refused', code: 'method-not-allowed', message: 'the path does not accept this method' },
  407: { kind: 'unavailable', code: 'proxy-authentication', message: 'the proxy requires credentials in its address' },
  408: {
    kind: 'unavailable',
    code: 'request-timeout',
    message: 'the service timed out waiting for the request',
    try: CONFIGURATION,
  },
  409: { kind: 'refused', code: 'conflict', message: 'the request conflicts with the stored data' },
  410: { kind: 'not-found', code: 'gone', message: 'no longer available' },
  413: { kind: 'refused', code: 'body-too-large', message: 'the body is too large for the service' },
  415: { kind: 'refused', code: 'unsupported-media-type', message: 'the service does not accept this content type' },
  425: { kind: 'unavailable', code: 'too-early', message: 'the service is not ready for the request' },
  429: { kind: 'rate-limited', code: 'rate-limited', message: 'too many requests' },
  500: { kind: 'unexpected', code: 'internal', message: 'internal error of the service' },
  501: { kind: 'unexpected', code: 'not-implemented', message: 'the service does not have this operation' },
  502: {
    kind: 'unavailable',
    code: 'bad-gateway',
    message: 'the gateway got an invalid response from the service',
    try: CONFIGURATION,
  },
  503: { kind: 'unavailable', code: 'service-unavailable', message: 'the service is unavailable', try: CONFIGURATION },
  504: {
    kind: 'unavailable',
    code: 'gateway-timeout',
    message: 'the gateway got no response from the service in time',
    try: CONFIGURATION,
  },
  507: { kind: 'unavailable', code: 'insufficient-storage', message: 'the service has no space left for this' },
}

function meaningOf(status: number): StatusMeaning {
  const known = meanings[status]
  if (known) return known
  if (status >= 500)
    return { kind: 'unavailable', code: `http-${status}`, message: 'the service failed', try: CONFIGURATION }
  if (status >= 400) return { kind: 'refused', code: `http-${status}`, message: 'the service refused the request' }
  return { kind: 'unexpected', code: `http-${status}`, message: 'unexpected response status' }
}

/** The error for a response other than 2xx: RFC 9457, gateway, Spring, plain text, web page, redirect or empty. */
export function errorFromResponse(outgoing: Outgoing, response: ApiResponse): WardenError {
  const { status } = response
  if (status >= 300 && status < 400) return redirectError(outgoing, response)
  const meaning = meaningOf(status)
  if (isWebPage(response)) return webPageError(outgoing, response, meaning)
  const body = readErrorBody(response)
  // Where nodes fail, the configuration of the client is not at fault.
  const next = body.code !== undefined && nodeProblems.has(body.code) ? undefined : meaning.try
  return new WardenError({
    kind: meaning.kind,
    code: body.code ?? meaning.code,
    message: body.text ?? `${meaning.message} (${status})`,
    details: [...body.fields, ...retryHint(response), statusLine(outgoing, status)],
    ...(next === undefined ? {} : { try: next }),
    parameters: body.parameters,
    status,
  })
}

/** A failing gateway sends a page too; with any other status the address is not that of the API. */
function webPageError(outgoing: Outgoing, response: ApiResponse, meaning: StatusMeaning): WardenError {
  const isTemporary = meaning.kind === 'unavailable' || meaning.kind === 'rate-limited'
  return new WardenError({
    kind: meaning.kind,
    code: meaning.code,
    message: isTemporary
      ? `${meaning.message} (${response.status})`
      : `received a web page (${response.status}) instead of an API response; check the base URL`,
    parameters: { received: 'web page' },
    details: [...retryHint(response), statusLine(outgoing, response.status)],
    try: CONFIGURATION,
    status: response.status,
  })
}

/** Redirects are never followed, because the key would go to another address. Only the origin is shown. */
function redirectError(outgoing: Outgoing, response: ApiResponse): WardenError {
  const location = response.headers.location
  const own = 'http://own.invalid'
  const origin = location !== undefined && URL.canParse(location, own) ? new URL(location, own).origin : undefined
  const target = origin === undefined || origin === own ? 'within the same address' : `to ${cleanText(origin)}`
  return unexpected('redirect', `received a redirect ${target}; redirects are not followed`, {
    details: [statusLine(outgoing, response.status)],
    try: CONFIGURATION,
    status: response.status,
  })
}

function retryHint(response: ApiResponse): string[] {
  const after = parseRetryAfter(response.headers['retry-after'])
  if (!after) return []
  return ['ms' in after ? `try again in ${after.ms / 1000} s` : `try again after ${new Date(after.at).toISOString()}`]
}

function statusLine({ request }: Outgoing, status: number): string {
  return `${request.method} ${request.path} answered ${status}`
}

/** The content of an error response, safe to show. */
interface ErrorBody {
  readonly code?: string
  readonly text?: string
  /** One line per field: "transaction.from: is required". */
  readonly fields: readonly string[]
  readonly parameters: Readonly<Record<string, string>>
}

const CODE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const MAX_FIELDS = 20

/** Reads RFC 9457, gateway `{fault: {faultstring}}`, Spring `{status, error, message, path}`, or plain text. */
function readErrorBody(response: ApiResponse): ErrorBody {
  const body = parseJson(response.body)
  if (isRecord(body)) return readJsonError(body)
  const content = body === undefined ? response.body : body
  const text = typeof content === 'string' ? cleanText(content) : ''
  return { ...(text !== '' && { text }), fields: [], parameters: {} }
}

function readJsonError(body: Record<string, unknown>): ErrorBody {
  const fault = isRecord(body.fault) ? body.fault : {}
  const error = isRecord(body.error) ? body.error.message : body.error
  // Most specific first: RFC 9457's `detail`; Spring's `error` only names the status.
  const candidates = [body.detail, fault.faultstring, body.message, error, body.errorMessage, body.title]
  const text = candidates.map((candidate) => (typeof candidate === 'string' ? cleanText(candidate) : '')).find(Boolean)
  return {
    ...(typeof body.code === 'string' && CODE.test(body.code) ? { code: body.code } : {}),
    ...(text ? { text } : {}),
    fields: fieldLines(body.errors),
    parameters: parametersOf(body.parameters),
  }
}

function parametersOf(given: unknown): Record<string, string> {
  if (!isRecord(given)) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, cleanText(value)]] : [])),
  )
}

/** `{path, message}` (RFC 9457 extension), `{field, defaultMessage}` (Spring) or strings. */
function fieldLines(errors: unknown): string[] {
  if (!Array.isArray(errors)) return []
  const lines = errors.map(fieldLine).filter((line) => line !== '')
  if (lines.length <= MAX_FIELDS) return lines
  return [...lines.slice(0, MAX_FIELDS), `and ${lines.length - MAX_FIELDS} more`]
}

function fieldLine(error: unknown): string {
  if (typeof error === 'string') return cleanText(error)
  if (!isRecord(error)) return ''
  const where = [error.path, error.field].find((name) => typeof name === 'string' && name !== '')
  const what = [error.message, error.defaultMessage].find((text) => typeof text === 'string' && text !== '')
  return cleanText([where, what].filter(Boolean).join(': '))
}
