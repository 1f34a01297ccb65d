import type { Readable } from 'node:stream'
import { type Environment, openConnections } from '../client/transports/connections.ts'
import { isRecord, parseJson } from '../shared/json.ts'
import { RpcFault, rpcCodes } from './rpc/json-rpc.ts'

/** Reads such as traces take minutes; clients give up before. */
const ANSWER_MS = 300_000
/** For questions of our own. */
const OWN_ANSWER_MS = 5_000
const MAX_OWN_ANSWER_BYTES = 4 * 1024 * 1024

export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable & { text(): Promise<string> }
}

/** The node behind the proxy. Its URL is a secret: only the host is ever shown. */
export interface Upstream {
  /** `host` or `host:port`. */
  readonly host: string
  /** Sends a body as it is. @throws RpcFault without an answer */
  forward(
    body: Uint8Array | string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer>
  /** Asks a question of our own: the result. @throws RpcFault without a result */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  close(): Promise<void>
}

export function openUpstream(address: URL, env: Environment): Upstream {
  const connections = openConnections(env, OWN_ANSWER_MS)
  const { host } = address
  const own: Record<string, string> = { 'content-type': 'application/json' }
  const authorization =
    address.username === '' && address.password === ''
      ? undefined
      : `Basic ${Buffer.from(`${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`).toString('base64')}`

  const exchange = async (
    body: Uint8Array | string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<UpstreamAnswer> => {
    try {
      const dispatcher = await connections.to(address)
      const answer = await dispatcher.request({
        origin: address.origin,
        path: `${address.pathname}${address.search}`,
        method: 'POST',
        headers: { ...headers, ...(authorization !== undefined && { authorization }) },
        body,
        signal,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body }
    } catch (error) {
      throw new RpcFault(rpcCodes.resourceUnavailable, `the upstream ${host} does not answer: ${reasonOf(error)}`)
    }
  }

  return {
    host,
    forward: (body, headers, signal) => exchange(body, headers, signal, ANSWER_MS),
    async ask(method, params) {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await exchange(request, own, AbortSignal.timeout(OWN_ANSWER_MS), OWN_ANSWER_MS)
      const value = parseJson(await boundedText(answer.body))
      if (isRecord(value) && 'result' in value) return value.result
      throw new RpcFault(rpcCodes.resourceUnavailable, `the upstream ${host} has no result for ${method}`)
    },
    close: () => connections.close(),
  }
}

async function boundedText(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_OWN_ANSWER_BYTES) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** A code at most: texts of errors may hold the URL. */
function reasonOf(error: unknown): string {
  const { code = '', name = '' } = error as NodeJS.ErrnoException
  return /^[A-Z_]{3,40}$/.test(code) ? code : name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : 'no answer'
}
