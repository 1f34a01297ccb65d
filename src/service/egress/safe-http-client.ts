/**
 * Room: Every outbound request: address guard, policy, HTTP client.
 *
 * The only room that opens a connection. Each address is checked after it was resolved.
 */

import { lookup } from 'node:dns/promises'
import type { Clock } from '../../shared/time/clock.ts'
import { checkUrl } from './address-guard.ts'
import type { EgressPolicy } from './egress-policy.ts'
import { guardedConnector, type Resolve } from './guarded-connect.ts'
import { type Exchanger, exchange, type HttpResult, type HttpSender, type SafeHttpRequest } from './http-exchange.ts'
import { type Connecting, createPipeline, type HttpPipeline } from './http-pipeline.ts'

export type { HttpResult } from './http-exchange.ts'

export interface SafeHttpClient extends HttpSender {
  /** For requests to one receiver, in their order. */
  openPipeline(): HttpPipeline
}

export interface SafeHttpClientOptions {
  readonly policy: EgressPolicy
  /** For the whole exchange: name resolution, connection, handshake, headers and body. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly resolve?: Resolve
}

export const MAX_HEADER_BYTES = 16 * 1024

/**
 * An HTTP client that connects only to public and allowed addresses. It does not follow redirects (a 307 would send the
 * message to an unchecked address) and ignores proxy variables. A kept-alive connection stays at its checked address.
 */
export function createSafeHttpClient({
  policy,
  timeoutMs,
  clock,
  resolve = resolveAll,
}: SafeHttpClientOptions): SafeHttpClient {
  const connecting: Connecting = ({ buildConnector }) => ({
    connect: guardedConnector(buildConnector, { policy, resolve, connectTimeoutMs: timeoutMs }),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  const agent = lazyAgent(connecting)
  const send = async (request: SafeHttpRequest, over: (origin: string) => Promise<Exchanger>): Promise<HttpResult> => {
    const started = clock.elapsed()
    const refused = (reason: string): HttpResult => {
      return { outcome: 'failed', kind: 'refused-address', latencyMs: clock.elapsed() - started, reason }
    }
    const url = URL.parse(request.url)
    if (url === null) return refused('not a valid URL')
    const verdict = checkUrl(url, policy)
    const result = verdict.allowed
      ? await exchange(await over(url.origin), url, request, { started, clock, timeoutMs })
      : refused(verdict.reason)
    const canBeAllowed = result.outcome === 'failed' && result.kind === 'refused-address' && !result.isFinal
    return canBeAllowed ? { ...result, host: url.host } : result
  }
  return {
    send: (request) => send(request, agent.open),
    close: agent.close,
    openPipeline: () => createPipeline(connecting, send),
  }
}

/** Connections that are opened with the first request, and again with the first one after they are closed. */
export function lazyAgent(connecting: Connecting): { open(): Promise<Exchanger>; close(): Promise<void> } {
  let opened: Promise<Exchanger> | undefined
  const open = async (): Promise<Exchanger> => {
    const undici = await import('undici')
    return { dispatcher: new undici.Agent(connecting(undici)), request: undici.request }
  }
  return {
    open() {
      opened ??= open()
      return opened
    },
    async close() {
      const agent = opened
      opened = undefined
      await (await agent)?.dispatcher.destroy()
    },
  }
}

export async function resolveAll(host: string): ReturnType<Resolve> {
  return await lookup(host, { all: true })
}
