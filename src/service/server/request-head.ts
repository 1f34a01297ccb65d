import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { RequestHead } from '../http/handle.ts'
import { Problem } from '../problems/problem.ts'

export function readHead({ method = '', url = '', headers }: IncomingMessage): RequestHead {
  return { method, ...splitTarget(url), headers: flatHeaders(headers) }
}

/** Path and query of a request target (RFC 9112, 3.2): `/path?query`, or an absolute URL from a proxy. */
export function splitTarget(target: string): { path: string; query: string } {
  const fromPath = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? target
  const mark = fromPath.indexOf('?')
  const path = mark < 0 ? fromPath : fromPath.slice(0, mark)
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : fromPath.slice(mark + 1) }
}

/** Headers that occur once. Node joins some repeated headers and keeps the first of others; a proxy may use the last. */
const SINGLE_HEADERS = ['host', 'content-type', 'x-api-key', 'idempotency-key']
const SINGLE_LENGTHS = new Set(SINGLE_HEADERS.map(({ length }) => length))

/** RFC 9112, 3.2: a host and a port. */
const HOST = /^(?:[^\s/?#@\\,:[\]]*|\[[0-9a-f:.]+\])(?::\d*)?$/i

export function headerFault({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  const repeated = repeatedHeader(rawHeaders)
  if (repeated !== undefined) return new Problem('malformed-request', `The request has several ${repeated} headers.`)
  if (host === undefined && httpVersion === '1.1')
    return new Problem('malformed-request', 'The request has no Host header.')
  if (host !== undefined && !HOST.test(host))
    return new Problem('malformed-request', 'The Host header of the request is not a host.')
  return undefined
}

/** @param raw names and values in turn */
function repeatedHeader(raw: readonly string[]): string | undefined {
  const seen = SINGLE_HEADERS.map(() => 0)
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? ''
    // Most names differ in their length from all of these.
    if (!SINGLE_LENGTHS.has(name.length)) continue
    const index = SINGLE_HEADERS.indexOf(name.toLowerCase())
    if (index >= 0) seen[index] = (seen[index] ?? 0) + 1
  }
  return SINGLE_HEADERS.find((_, index) => (seen[index] ?? 0) > 1)
}

/** The caller's request id, when it is safe to log. */
export function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : undefined
}

/** W3C Trace Context, 3.2: the version 00 ends with the flags, later ones may have more. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/
const TRACEPARENT_LENGTH = 55

/** The trace id of a `traceparent` header; undefined where it is not valid. */
export function traceIdOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  if (header.startsWith('00') && header.length !== TRACEPARENT_LENGTH) return undefined
  return TRACEPARENT.exec(header)?.[1]
}

export function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return flat
}
