import { connect } from 'node:tls'
import { parseDuration } from '../../../cli/options.ts'
import { networkError } from '../../../client/errors/network-error.ts'
import { openConnections } from '../../../client/transports/connections.ts'
import type { Configuration } from '../../../config/resolve.ts'
import { WardenError } from '../../../shared/errors.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'
import type { DoctorSubject } from '../subject.ts'
import { proxyOf } from './proxy.ts'

const TIMEOUT_MS = 8_000
const DAY_MS = 86_400_000
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
  const timeoutMs = timeoutMsOf(subject)
  const connections = openConnections(context.env, timeoutMs)
  try {
    const dispatcher = await connections.to(url)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)])
    const answer = await dispatcher.request({ origin: url.origin, path: url.pathname, method: 'GET', signal })
    const theirs = Date.parse(String(answer.headers.date))
    const ours = context.clock.now()
    answer.body.on('error', () => undefined).destroy()
    return [pass(`${url.origin} responds`), ...(Number.isNaN(theirs) ? [] : [skewVerdict(theirs - ours, url)])]
  } catch (error) {
    if (context.signal.aborted) throw error
    const failed = error instanceof WardenError ? error : networkError(timeoutOf(error), url.origin)
    return [{ ...unreachable(failed), unreachable: url.origin }]
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

function unreachable(error: WardenError): CheckVerdict {
  const text = [error.message, ...error.details.slice(0, 1)].join('; ')
  const isUntrusted = error.code === 'tls-failed' && /self.signed|issuer|verify the first/i.test(error.details[0] ?? '')
  return fail(
    text,
    isUntrusted ? 'NODE_EXTRA_CA_CERTS=<file> txwarden doctor' : (error.try ?? 'txwarden config explain'),
  )
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
  if (url.protocol !== 'https:' || proxyOf(context.env, 'HTTPS_PROXY') !== '') return []
  const validTo = await expiryOf(url)
  return validTo === undefined ? [] : [expiryVerdict(Date.parse(validTo) - context.clock.now(), url)]
}

export function expiryVerdict(leftMs: number, { origin }: Pick<URL, 'origin'>): CheckVerdict {
  const days = Math.floor(leftMs / DAY_MS)
  return days < CERTIFICATE_WARNING_DAYS
    ? warn(`the certificate of ${origin} expires in ${days} days`, 'txwarden config explain')
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
