import type { IncomingMessage } from 'node:http'
import { haveSigned } from '../params/signed-bytes.ts'
import { bytesInText, MIN_TEXT } from '../rpc/byte-forms.ts'

export interface Border {
  /** That the listener has. */
  readonly port: number
  /** Origins of web pages and extensions that may send requests. */
  readonly allowedOrigins: readonly string[]
}

/** Why a request is not answered. */
export interface RefusedRequest {
  readonly status: 400 | 403 | 405 | 415 | 501
  /** One line. */
  readonly why: string
}

const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Clients leave it out of the Host header. */
const HTTP_PORT = 80

/** Node keeps the first of several; the upstream may use the last. */
const SINGLE = ['host', 'content-type', 'content-encoding', 'origin', 'sec-fetch-site']

/** As go-ethereum. UTF-8 is how the body is read. */
const MEDIA_TYPE = /^application\/(?:json|json-rpc|jsonrequest)\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * A web page can reach this port, too: its browser sends an Origin header, and after DNS rebinding a Host of the page's own.
 * Programs send neither.
 */
export function refusedAtBorder(
  request: IncomingMessage,
  { port, allowedOrigins }: Border,
): RefusedRequest | undefined {
  const { method = '', url = '', headers, rawHeaders } = request
  const { host = '', origin, upgrade } = headers
  const repeated = repeatedHeader(rawHeaders)
  if (repeated !== undefined) return { status: 400, why: `the request has several ${repeated} headers` }
  if (!NAMES.some((name) => [`${name}:${port}`, ...(port === HTTP_PORT ? [name] : [])].includes(host.toLowerCase())))
    return { status: 403, why: 'the Host header is not that of this machine' }
  // The page may be anything: a sandboxed one, a file.
  if (origin === 'null' || (origin !== undefined && !allowedOrigins.includes(origin)))
    return { status: 403, why: 'web pages are not served; --allow-origin allows one' }
  // Only browsers send it, and pages cannot leave it out.
  if (origin === undefined && headers['sec-fetch-site'] !== undefined)
    return { status: 403, why: 'web pages are not served; --allow-origin allows one' }
  if (!url.startsWith('/')) return { status: 400, why: 'the request target is not a path: this is not an HTTP proxy' }
  if (upgrade !== undefined)
    return { status: 501, why: 'WebSocket and other upgrades are not served: send JSON-RPC by HTTP POST' }
  if (method === 'OPTIONS' && origin !== undefined) return undefined
  if (method !== 'POST') return { status: 405, why: `${method} is not served: send JSON-RPC by POST` }
  if (!MEDIA_TYPE.test(headers['content-type'] ?? ''))
    return { status: 415, why: 'send the request as content-type application/json, in UTF-8' }
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
    return { status: 415, why: 'send the request without content-encoding: compressed requests are not read' }
  if (rawHeaders.some(hasSigned))
    return { status: 400, why: 'a signed transaction is in a header: send it with eth_sendRawTransaction' }
  return undefined
}

/** The upstream gets names and values of headers, too. The signature of a request alone, as relays ask for it, is none. */
function hasSigned(text: string): boolean {
  return text.length >= MIN_TEXT && bytesInText(text).some(haveSigned)
}

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (seen.has(name) && SINGLE.includes(name)) return name
    seen.add(name)
  }
  return undefined
}

/** Gives the headers of the answer to an allowed origin. */
export function corsHeaders({ origin, ...headers }: IncomingMessage['headers']): Record<string, string> {
  if (origin === undefined) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    // Chromium sends a preflight before a public page reaches a private address.
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    vary: 'Origin',
  }
}
