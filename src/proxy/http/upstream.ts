import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { type Secrets, secretsOf } from '../../api/text/url-secrets.ts'
import { networkError } from '../../client/errors/network-error.ts'
import { openConnections, type ProxyVariables } from '../../client/transports/connections.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import { resumed } from '../../shared/streams/resumed.ts'
import { RpcFault, rpcCodes } from '../rpc/json-rpc.ts'
import { arrayItems } from '../rpc/json-text.ts'
import { answerHeaders, requestHeaders, type UpstreamAnswer } from './headers.ts'

/** The most that is read of an answer with an error status, or of a page. */
const MAX_PAGE_BYTES = 1024 * 1024
/** About the bytes of a body. */
const OF_BYTES = /^(?:content-length|content-encoding|content-md5|content-digest|digest|repr-digest|etag)$/
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i

/** Reads such as traces take minutes; clients give up before. */
const ANSWER_MS = 300_000
/** An answer to what the proxy reads for itself has so long (ms). */
const OWN_ANSWER_MS = 5_000
const MAX_OWN_ANSWER_BYTES = 1024 * 1024
const OWN_HEADERS = ['content-type', 'application/json', 'accept-encoding', 'identity']

/** Largest answer that is read at once. */
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

/** Nothing was written. */
const NOT_CONNECTED = ['connection-refused', 'host-not-found', 'name-lookup-failed', 'connect-timeout']

/** Texts of errors may hold the URL: only our own words. */
export function faultOf(error: unknown, host: string): UpstreamFault {
  if (error instanceof UpstreamFault) return error
  const { code, message } = networkError(error, `the upstream ${host}`)
  return new UpstreamFault(message, !NOT_CONNECTED.includes(code))
}

/** The node behind the proxy. Its URL is a secret: only the host is ever shown. */
export interface Upstream {
  /** `host` or `host:port`, without a key. */
  readonly host: string
  /**
   * Sends a body as it is. @throws UpstreamFault without an answer
   * @param headers names and values in turns, as they came
   * @param signal ends the request; absent: it has its time
   */
  forward(body: Uint8Array | string, headers: readonly string[], signal?: AbortSignal): Promise<UpstreamAnswer>
  /** Reads for the proxy itself: the result. @throws UpstreamFault without a result */
  read(method: string, params: readonly unknown[]): Promise<unknown>
  /** Ends requests that still run. */
  close(): Promise<void>
}

/** Reads for the proxy itself; undefined: the upstream gives no result. */
export async function readIfAnswered(
  upstream: Pick<Upstream, 'read'>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await upstream.read(method, params)
  } catch (error) {
    if (error instanceof UpstreamFault) return undefined
    throw error
  }
}

/**
 * Opens connections to the node, or to its proxy.
 * @param answerMs for an answer to what is forwarded, and between two parts of it
 * @throws WardenError `invalid-proxy` for an unusable HTTP_PROXY
 */
export function openUpstream(address: URL, env: ProxyVariables, answerMs: number = ANSWER_MS): Upstream {
  const connections = openConnections(env, OWN_ANSWER_MS)
  const target = targetOf(address)
  const { host } = target
  let dispatcher: Dispatcher | undefined
  const exchange = async (request: Request): Promise<UpstreamAnswer> => {
    try {
      dispatcher ??= await connections.to(address)
      return await exchangeBy(dispatcher, target, request)
    } catch (error) {
      throw faultOf(error, host)
    }
  }
  return {
    host,
    forward: (body, headers, signal) => exchange({ body, headers, timeoutMs: answerMs, signal }),
    async read(method, params) {
      const { body } = await exchange({
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        headers: OWN_HEADERS,
        timeoutMs: OWN_ANSWER_MS,
        signal: AbortSignal.timeout(OWN_ANSWER_MS),
      })
      const answered = await resultIn(body).catch((error: unknown) => {
        throw faultOf(error, host)
      })
      if (answered) return answered.result
      throw new UpstreamFault(`the upstream ${host} has no result for ${method}`, true)
    },
    close: () => connections.close(),
  }
}

/** What the URL of a node says. */
interface Target {
  readonly origin: string
  readonly host: string
  readonly path: string
  readonly authorization: string | undefined
  readonly secrets: Secrets
}

function targetOf(address: URL): Target {
  const { origin, pathname, search } = address
  const secrets = secretsOf(address)
  const host = secrets.hidden(address.host)
  return { origin, host, path: `${pathname}${search}`, authorization: authorizationOf(address), secrets }
}

/** Basic credentials of the URL. */
function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

interface Request {
  readonly body: Uint8Array | string
  readonly headers: readonly string[]
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

async function exchangeBy(
  dispatcher: Dispatcher,
  { origin, host, path, authorization, secrets }: Target,
  { body, headers, timeoutMs, signal }: Request,
): Promise<UpstreamAnswer> {
  const answer = await dispatcher.request({
    origin,
    path,
    method: 'POST',
    headers: requestHeaders(headers, authorization),
    body,
    ...(signal && { signal }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  if (answer.statusCode >= 300 && answer.statusCode <= 399) {
    answer.body.on('error', () => undefined).destroy()
    throw new UpstreamFault(`the upstream ${host} redirects, which is not followed: give its final URL`, true)
  }
  const received = {
    status: answer.statusCode,
    headers: answerHeaders(answer.headers, secrets),
    body: isSmall(answer) ? Buffer.from(await answer.body.arrayBuffer()) : answer.body,
  }
  return withoutSecrets(received, secrets, host)
}

function isSmall({ headers }: Dispatcher.ResponseData): boolean {
  const length = headers['content-length']
  return typeof length === 'string' && Number(length) <= SMALL_BYTES
}

/** Returns the result that the body has; undefined when it cannot be read. */
async function resultIn(body: Readable | Buffer): Promise<{ readonly result: unknown } | undefined> {
  const { bytes, whole } = await readBounded(body, MAX_OWN_ANSWER_BYTES)
  whole?.destroy()
  const text = bytes.toString()
  const value = parseJson(text)
  // What nests too deeply cannot be written again.
  return isRecord(value) && 'result' in value && !findJsonFault(text) ? { result: value.result } : undefined
}

/**
 * Pages and errors name the path of the request, also with status 200. Results have the data of a chain, and are not changed: of a
 * batch, each answer counts alone. Larger answers with the status of a success pass unread.
 */
async function withoutSecrets(answer: UpstreamAnswer, secrets: Secrets, host: string): Promise<UpstreamAnswer> {
  if (secrets.isEmpty) return answer
  const { status, headers, body } = answer
  const isSuccess = status < 400
  const { bytes, whole } = await readBounded(body, MAX_PAGE_BYTES)
  const isTyped = isSuccess && JSON_TYPE.test(String(headers['content-type']))
  const isJson = isTyped || (isSuccess && /^\s*[{[]/.test(bytes.toString('latin1', 0, 1024)))
  if (whole && isJson) return { ...answer, body: whole }
  whole?.destroy()
  const unchanged = { ...answer, body: bytes }
  if (isJson && isPlainResult(bytes)) return unchanged
  const text = whole ? '' : await decodedText(bytes, headers['content-encoding'], MAX_PAGE_BYTES)
  if (text === '' && bytes.length > 0) {
    if (isTyped) return unchanged
    throw new UpstreamFault(`the upstream ${host} answered with HTTP status ${status} and what cannot be read`, true)
  }
  if (!secrets.isIn(text)) return unchanged
  const hidden = isSuccess ? hiddenInErrors(text, secrets) : secrets.hidden(text)
  if (hidden === text) return unchanged
  const shown = Buffer.from(hidden)
  const kept = Object.entries(headers).filter(([name]) => !OF_BYTES.test(name))
  return { status, headers: { ...Object.fromEntries(kept), 'content-length': String(shown.length) }, body: shown }
}

/** Recognises what nearly all answers are, without reading them. */
function isPlainResult(bytes: Buffer): boolean {
  return bytes.includes('"result"') && !bytes.includes('"error"')
}

function hiddenInErrors(text: string, secrets: Secrets): string {
  const value = parseJson(text)
  if (isResult(value)) return text
  if (!Array.isArray(value)) return secrets.hidden(text)
  const items = arrayItems(text).map((item, index) => (isResult(value[index]) ? item : secrets.hidden(item)))
  return `[${items.join(',')}]`
}

function isResult(value: unknown): boolean {
  return isRecord(value) && 'result' in value && (value.error ?? null) === null
}

export interface BoundedRead {
  readonly bytes: Buffer
  /** All bytes, also those that were read; undefined: `bytes` is all. */
  readonly whole: Readable | undefined
}

/** Reads a body of at most `maxBytes`. Of a longer one the rest stays unread. Rejects when the body breaks off. */
export async function readBounded(body: Readable | Buffer, maxBytes: number): Promise<BoundedRead> {
  if (Buffer.isBuffer(body)) return { bytes: body, whole: undefined }
  const chunks: Buffer[] = []
  let size = 0
  const rest = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return { bytes: Buffer.concat(chunks, size), whole: undefined }
    chunks.push(value)
    size += value.length
    if (size > maxBytes) break
  }
  const bytes = Buffer.concat(chunks, size)
  return { bytes, whole: Readable.from(resumed(bytes, rest), { objectMode: false }) }
}

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const

/** Gives the text of a body, also of one that is compressed although that was not requested; '' where it cannot be read. */
export async function decodedText(bytes: Buffer, encoding: unknown, maxBytes: number): Promise<string> {
  const name = String(encoding ?? 'identity').toLowerCase()
  if (name === 'identity' || name === '') return bytes.toString()
  if (!Object.hasOwn(decoders, name)) return ''
  const decode = decoders[name as keyof typeof decoders]
  const decoded = await decode(bytes, { maxOutputLength: maxBytes }).catch(() => undefined)
  return decoded?.toString() ?? ''
}
