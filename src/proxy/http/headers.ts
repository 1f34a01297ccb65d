import type { Readable } from 'node:stream'
import type { Secrets } from '../../api/text/url-secrets.ts'

/** Headers that belong to the connection to the proxy, or to the browser. Undici writes the length. */
const NOT_FORWARDED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|proxy-.*|origin|referer|cookie|sec-.*|forwarded|x-forwarded-.*|access-control-.*)$/i

/** Gives the upstream every end-to-end header as it came. */
export function requestHeaders(headers: readonly string[], authorization: string | undefined): string[] {
  const named = connectionHeaders(headers)
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    if (NOT_FORWARDED.test(name) || named.has(name.toLowerCase())) continue
    if (authorization !== undefined && name.toLowerCase() === 'authorization') continue
    kept.push(name, value)
  }
  if (authorization !== undefined) kept.push('authorization', authorization)
  return kept
}

/** Headers that the Connection headers say are of the connection (RFC 9110, 7.6.1). */
function connectionHeaders(headers: readonly string[]): ReadonlySet<string> {
  const lists = headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === 'connection')
  const names = lists.flatMap((list) => list.toLowerCase().split(','))
  return new Set(names.map((name) => name.trim()))
}

/** Requests an uncompressed answer, so that it can be read as it comes. */
export function uncompressed(headers: readonly string[]): string[] {
  const kept = headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'accept-encoding')
  return [...kept, 'accept-encoding', 'identity']
}

/** Headers that belong to the connection to the upstream or to its site, or that have an address. */
const NOT_RETURNED =
  /^(?:connection|keep-alive|transfer-encoding|trailer|upgrade|set-cookie|location|content-location|refresh|link|alt-svc|proxy-.*|www-authenticate|report-to|reporting-endpoints|nel|access-control-.*)$/

/** Gives the client the headers of an answer. */
export function answerHeaders(headers: AnswerHeaders, secrets: Secrets): AnswerHeaders {
  const isReturned = ([name, value]: [string, unknown]) => !NOT_RETURNED.test(name) && !secrets.isIn(String(value))
  return Object.fromEntries(Object.entries(headers).filter(isReturned))
}

/** By name. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What the upstream answers to a request. */
export interface UpstreamAnswer {
  readonly status: number
  /** Without those that are about the connection, or name the URL. */
  readonly headers: AnswerHeaders
  /** Bytes of a small one, which takes half the time of a stream. */
  readonly body: Readable | Buffer
}
