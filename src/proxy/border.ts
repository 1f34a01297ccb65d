import type { IncomingHttpHeaders } from 'node:http'

export interface Border {
  /** That the listener has. */
  readonly port: number
  /** Origins of web pages and extensions that may send requests. */
  readonly allowedOrigins: readonly string[]
}

/** Why a request is not answered. */
export interface Refused {
  readonly status: 403 | 405 | 415
  /** One line. */
  readonly why: string
}

const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/**
 * A web page can reach this port, too: its browser sends an Origin header, and after DNS rebinding a Host of the page's own.
 * Programs send neither.
 */
export function refusedAtBorder(
  method: string,
  { host = '', origin, 'content-type': contentType = '' }: IncomingHttpHeaders,
  { port, allowedOrigins }: Border,
): Refused | undefined {
  if (!NAMES.some((name) => host.toLowerCase() === `${name}:${port}`))
    return { status: 403, why: 'the Host header is not that of this machine' }
  if (origin !== undefined && !allowedOrigins.includes(origin))
    return { status: 403, why: 'web pages are not served; --allow-origin allows one' }
  if (method === 'OPTIONS' && origin !== undefined) return undefined
  if (method !== 'POST') return { status: 405, why: `${method} is not served: send JSON-RPC by POST` }
  if (!/^application\/json(?:\s*;|$)/i.test(contentType))
    return { status: 415, why: 'send the request as content-type application/json' }
  return undefined
}
