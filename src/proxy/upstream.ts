import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { networkError } from '../client/network-error.ts'
import { type Environment, openConnections } from '../client/transports/connections.ts'
import { isRecord, parseJson } from '../shared/json.ts'
import { findJsonFault } from '../shared/strict-json.ts'
import { decodedText } from './decoded-text.ts'
import { readBounded } from './read-bounded.ts'
import { RpcFault, rpcCodes } from './rpc/json-rpc.ts'
import { type Secrets, secretsOf } from './secrets.ts'

/** Reads such as traces take minutes; clients give up before. */
const ANSWER_MS = 300_000
/** For questions of our own. */
const OWN_ANSWER_MS = 5_000
const MAX_OWN_ANSWER_BYTES = 1024 * 1024
/** Of an answer with an error status, and of a page. */
const MAX_PAGE_BYTES = 1024 * 1024

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface UpstreamAnswer {
  readonly status: number
  /** Without those that are about the connection, or name the URL. */
  readonly headers: AnswerHeaders
  /** Bytes of a small one, which takes half the time of a stream. */
  readonly body: Readable | Buffer
}

const SMALL_BYTES = 64 * 1024

/** The upstream gave no answer. */
export class UpstreamFault extends RpcFault {
  /** Whether the request may have arrived. */
  readonly mayHaveArrived: boolean

  constructor(message: string, mayHaveArrived: boolean) {
    super(rpcCodes.resourceUnavailable, message)
    this.mayHaveArrived = mayHaveArrived
  }
}

/** The node behind the proxy. Its URL is a secret: only the host is ever shown. */
export interface Upstream {
  /** `host` or `host:port`. */
  readonly host: string
  /**
   * Sends a body as it is. @throws UpstreamFault without an answer
   * @param headers names and values in turns, as they came
   * @param signal ends the request; absent: it has its time
   */
  forward(body: Uint8Array | string, headers: readonly string[], signal?: AbortSignal): Promise<UpstreamAnswer>
  /** Asks a question of our own: the result. @throws UpstreamFault without a result */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** Ends requests that still run. */
  close(): Promise<void>
}

/**
 * @param answerMs for an answer to what is forwarded, and between two parts of it
 * @throws WardenError `invalid-proxy` for an unusable HTTP_PROXY
 */
export function openUpstream(address: URL, env: Environment, answerMs: number = ANSWER_MS): Upstream {
  const connections = openConnections(env, OWN_ANSWER_MS)
  const { host } = address
  const path = `${address.pathname}${address.search}`
  const authorization = authorizationOf(address)
  const secrets = secretsOf(address)
  let dispatcher: Dispatcher | undefined

  const exchange = async (
    body: Uint8Array | string,
    headers: readonly string[],
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<UpstreamAnswer> => {
    try {
      dispatcher ??= await connections.to(address)
      const answer = await dispatcher.request({
        origin: address.origin,
        path,
        method: 'POST',
        headers: requestHeaders(headers, authorization),
        body,
        ...(signal && { signal }),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
      if (answer.statusCode < 300 || answer.statusCode > 399)
        return await withoutSecrets(await returned(answer, secrets), secrets, host)
      answer.body.on('error', () => undefined).destroy()
    } catch (error) {
      throw faultOf(error, host)
    }
    throw new UpstreamFault(`the upstream ${host} redirects, which is not followed: give its final URL`, true)
  }

  return {
    host,
    forward: (body, headers, signal) => exchange(body, headers, answerMs, signal),
    async ask(method, params) {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = ['content-type', 'application/json', 'accept-encoding', 'identity']
      const { body } = await exchange(request, headers, OWN_ANSWER_MS, AbortSignal.timeout(OWN_ANSWER_MS))
      const { bytes, whole } = await readBounded(body, MAX_OWN_ANSWER_BYTES).catch((error) => {
        throw faultOf(error, host)
      })
      whole?.destroy()
      const text = Buffer.from(bytes).toString()
      const value = parseJson(text)
      // What nests too deeply cannot be written again.
      if (isRecord(value) && 'result' in value && !findJsonFault(text)) return value.result
      throw new UpstreamFault(`the upstream ${host} has no result for ${method}`, true)
    },
    close: () => connections.close(),
  }
}

/** Basic credentials of the URL. */
function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

/** Of the connection to the proxy, or of the browser. Undici writes the length. */
const NOT_FORWARDED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|proxy-.*|origin|referer|cookie|sec-.*|forwarded|x-forwarded-.*|access-control-.*)$/i

/** With every end-to-end header as it came. */
function requestHeaders(headers: readonly string[], authorization: string | undefined): string[] {
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

/** Headers that the Connection header says are of the connection (RFC 9110, 7.6.1). */
function connectionHeaders(headers: readonly string[]): ReadonlySet<string> {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'connection')
  if (at < 0) return NONE
  return new Set(
    (headers[at + 1] ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Of the connection to the upstream, of its site, or with an address. */
const NOT_RETURNED =
  /^(?:connection|keep-alive|transfer-encoding|trailer|upgrade|set-cookie|location|content-location|refresh|link|alt-svc|proxy-.*|www-authenticate|report-to|reporting-endpoints|nel|access-control-.*)$/

async function returned(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  secrets: Secrets,
): Promise<UpstreamAnswer> {
  const isReturned = ([name, value]: [string, string | string[] | undefined]) =>
    !NOT_RETURNED.test(name) && !secrets.isIn(String(value))
  const length = headers['content-length']
  const isSmall = typeof length === 'string' && Number(length) <= SMALL_BYTES
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).filter(isReturned)),
    body: isSmall ? Buffer.from(await body.arrayBuffer()) : body,
  }
}

/** About the bytes of a body. */
const OF_BYTES = /^(?:content-length|content-encoding|content-md5|content-digest|digest|repr-digest|etag)$/

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i

/**
 * Pages name the path that they did not find, also with status 200. JSON that is no error has the data of a chain, and is not
 * changed.
 */
async function withoutSecrets(answer: UpstreamAnswer, secrets: Secrets, host: string): Promise<UpstreamAnswer> {
  const { status, headers, body } = answer
  const isError = status >= 400
  if (secrets.isEmpty || (!isError && JSON_TYPE.test(String(headers['content-type'])))) return answer
  const { bytes, whole } = await readBounded(body, MAX_PAGE_BYTES)
  if (whole && !isError && /^\s*[{[]/.test(bytes.toString('latin1', 0, 1024))) return { ...answer, body: whole }
  whole?.destroy()
  const text = whole ? '' : await decodedText(bytes, headers['content-encoding'], MAX_PAGE_BYTES)
  if (text === '' && bytes.length > 0)
    throw new UpstreamFault(`the upstream ${host} answered with HTTP status ${status} and what cannot be read`, true)
  if (!secrets.isIn(text) || (!isError && typeof parseJson(text) === 'object')) return { ...answer, body: bytes }
  const shown = Buffer.from(secrets.hidden(text))
  const kept = Object.entries(headers).filter(([name]) => !OF_BYTES.test(name))
  return { status, headers: { ...Object.fromEntries(kept), 'content-length': String(shown.length) }, body: shown }
}

/** Nothing was written. */
const NOT_CONNECTED = ['connection-refused', 'host-not-found', 'name-lookup-failed', 'connect-timeout']

/** Texts of errors may hold the URL: only our own words. */
export function faultOf(error: unknown, host: string): UpstreamFault {
  if (error instanceof UpstreamFault) return error
  const { code, message } = networkError(error, `the upstream ${host}`)
  return new UpstreamFault(message, !NOT_CONNECTED.includes(code))
}
