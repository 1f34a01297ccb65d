import { connect } from 'node:tls'
import type { ApiRequest } from '../../../api/operations/message.ts'
import { parseDuration } from '../../../cli/options.ts'
import { networkError } from '../../../client/errors/network-error.ts'
import { targetAddress } from '../../../client/requests/address.ts'
import { openConnections, proxyText } from '../../../client/transports/connections.ts'
import type { Configuration } from '../../../config/resolve.ts'
import { WardenError } from '../../../shared/errors.ts'
import { isLoopback } from '../../../shared/system/loopback.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'
import type { DoctorSubject } from '../subject.ts'

const TIMEOUT_MS = 8_000
const CERTIFICATE_WARNING_DAYS = 14
const SKEW_WARNING_MS = 60_000
/** Beyond it, payload expiry, retries and logs are wrong. */
const SKEW_FAILURE_MS = 300_000

export const reachable: Check = {
  name: 'address',
  look: (subject) => ofEachOrigin(subject, (url) => answerVerdicts(subject, url)),
}

export const certificate: Check = {
  name: 'certificate',
  look: (subject) => ofEachOrigin(subject, (url) => expiryVerdicts(subject, url)),
}

async function ofEachOrigin(
  { configuration }: DoctorSubject,
  look: (url: URL) => Promise<readonly CheckVerdict[]>,
): Promise<CheckVerdict[]> {
  const found = await Promise.all(originsOf(configuration).map(look))
  return found.flat()
}

function originsOf(configuration: Configuration | undefined): URL[] {
  const { validation, management } = configuration?.addresses ?? {}
  if (!validation || !management) return []
  return validation.origin === management.origin ? [validation] : [validation, management]
}

/** Sends no key: any response shows that the service is reachable. */
async function answerVerdicts(subject: DoctorSubject, url: URL): Promise<CheckVerdict[]> {
  const { context } = subject
  try {
    const { headers } = await requestWithoutKey(subject, url, { method: 'GET', path: '', query: '', headers: {} })
    const theirs = Date.parse(String(headers.date))
    const ours = context.clock.now()
    return [pass(`${url.origin} responds`), ...(Number.isNaN(theirs) ? [] : [skewVerdict(theirs - ours, url)])]
  } catch (error) {
    if (context.signal.aborted) throw error
    const failed = error instanceof WardenError ? error : networkError(timeoutOf(error), url.origin)
    return [{ ...unreachable(failed, url), unreachable: url.origin }]
  }
}

/** Status and headers of the response to a request without a key. @param base base URL with its path prefix */
export async function requestWithoutKey(
  subject: DoctorSubject,
  base: URL,
  { method, path, query, headers, body }: ApiRequest,
) {
  const { context } = subject
  const timeoutMs = timeoutMsOf(subject)
  const connections = openConnections(context.env, timeoutMs)
  try {
    const dispatcher = await connections.to(base)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)])
    const { pathname, search } = new URL(targetAddress(base, { path, query }))
    const target = { origin: base.origin, path: pathname + search }
    const answer = await dispatcher.request({ ...target, method, headers, body, signal })
    answer.body.on('error', () => undefined).destroy()
    return answer
  } finally {
    await connections.close()
  }
}

/** In the shape of a network error. */
function timeoutOf(error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name !== 'TimeoutError') return error
  return Object.assign(new Error(error.message), { code: 'ETIMEDOUT' })
}

function timeoutMsOf({ configuration }: DoctorSubject): number {
  return Math.min(TIMEOUT_MS, parseDuration('timeout', configuration?.values.timeout.value ?? '30s'))
}

function unreachable(error: WardenError, url: URL): CheckVerdict {
  const text = [error.message, ...error.details.slice(0, 1)].join('; ')
  return fail(text, nextOf(error, url) ?? error.try ?? 'txwarden config explain')
}

/** The command that shows or fixes it, where the error alone says which. */
function nextOf({ code, details: [reason = ''] }: WardenError, url: URL): string | undefined {
  switch (code) {
    case 'connection-refused':
      return isLoopback(url.hostname) ? `txwarden serve --port ${url.port || 80}` : `curl -sI ${url.origin}`
    case 'host-not-found':
    case 'name-lookup-failed':
      return `getent hosts ${url.hostname}`
    case 'tls-failed':
      if (/expired|not yet valid/i.test(reason)) return showCertificate(url)
      if (/self.signed|issuer|verify the first/i.test(reason)) return 'NODE_EXTRA_CA_CERTS=<file> txwarden doctor'
      return undefined
    default:
      return undefined
  }
}

/** Prints the dates of the certificate. */
function showCertificate({ hostname, port }: Pick<URL, 'hostname' | 'port'>): string {
  return `openssl s_client -connect ${hostname}:${port || 443} </dev/null | openssl x509 -noout -dates`
}

/** @param skewMs how far the server's clock is ahead; a Date header has whole seconds */
export function skewVerdict(skewMs: number, { origin }: Pick<URL, 'origin'>): CheckVerdict {
  const off = Math.abs(skewMs)
  if (off <= SKEW_WARNING_MS) return pass(`the local clock agrees with ${origin}`)
  const text = `the local clock is ${Math.round(off / 1000)} s ${skewMs > 0 ? 'behind' : 'ahead of'} that of ${origin}`
  return off > SKEW_FAILURE_MS ? fail(text, 'timedatectl status') : warn(text, 'timedatectl status')
}

/** Skipped behind a proxy. An untrusted certificate is reported as unreachable. */
async function expiryVerdicts({ context }: DoctorSubject, url: URL): Promise<CheckVerdict[]> {
  if (url.protocol !== 'https:' || proxyText(context.env, 'HTTPS_PROXY') !== '') return []
  const validTo = await expiryOf(url)
  return validTo === undefined ? [] : [expiryVerdict(Date.parse(validTo) - context.clock.now(), url)]
}

function expiryVerdict(leftMs: number, url: URL): CheckVerdict {
  const { origin } = url
  const days = Math.floor(leftMs / DAY_MS)
  return days < CERTIFICATE_WARNING_DAYS
    ? warn(`the certificate of ${origin} expires in ${days} days`, showCertificate(url))
    : pass(`the certificate of ${origin} is valid for ${days} days`)
}

/** The expiry date of the certificate; undefined without a trusted connection. */
function expiryOf({ hostname, port }: URL): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const host = hostname.replace(/^\[|\]$/g, '')
  const isName = /[a-z]/i.test(host) && !host.includes(':')
  const socket = connect({ host, port: Number(port) || 443, timeout: TIMEOUT_MS, ...(isName && { servername: host }) })
  const end = (validTo: string | undefined) => {
    socket.destroy()
    resolve(validTo)
  }
  socket.on('secureConnect', () => end(socket.getPeerCertificate().valid_to))
  socket.on('error', () => end(undefined))
  socket.on('timeout', () => end(undefined))
  return promise
}
