import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { ApiRequest } from '../../api/message.ts'

/** The request as handle() takes it. */
export function readRequest({ method, originalUrl, headers, body }: FastifyRequest): ApiRequest {
  return {
    method,
    ...splitTarget(originalUrl),
    headers: flatHeaders(headers),
    ...(typeof body === 'string' && { body }),
  }
}

/** Path and query of a request target (RFC 9112, 3.2): usually `/path?query`, from a proxy a whole address. */
export function splitTarget(target: string): { path: string; query: string } {
  const fromPath = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] ?? target
  const mark = fromPath.indexOf('?')
  const path = mark < 0 ? fromPath : fromPath.slice(0, mark)
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : fromPath.slice(mark + 1) }
}

/** A caller's own id for the request, where it is one that a log can hold. */
export function callersId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : undefined
}

function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return flat
}
