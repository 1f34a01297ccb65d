import { lookup } from 'node:dns/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenError } from '../system/listen-error.ts'
import { isLoopback } from '../system/loopback.ts'
import { measureProcess } from './process-metrics.ts'
import { type Family, TEXT_FORMAT, toText } from './text-format.ts'

export interface MetricsServerOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** What the process counts; the server adds what is measured of every process. */
  readonly families: () => Promise<readonly Family[]>
  /** Wall time (ms). */
  readonly now: () => number
  /** Why the process is not ready, as a code; undefined: it is. */
  readonly fault: () => Promise<string | undefined>
  readonly report: (error: unknown) => void
}

export interface MetricsServer {
  /** With the actual port. */
  readonly url: string
  close(): Promise<void>
}

/** Scrapes and probes: each has a connection, and few come at a time. */
const MAX_CONNECTIONS = 64
const TIMEOUT_MS = 10_000

/**
 * Answers /metrics, /livez and /readyz without a key. On a loopback address, requests for a host of another name are
 * refused: a web page can point its own name here.
 * @throws WardenError `cannot-listen`
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port, families, now, fault, report } = options
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS })
  server.maxConnections = MAX_CONNECTIONS
  server.setTimeout(TIMEOUT_MS)
  const measured = measureProcess(now)
  // Several scrapes at a time share one.
  let running: Promise<string> | undefined
  const text = () => {
    running ??= families()
      .then((counted) => toText([...counted, ...measured.families()]))
      .finally(() => {
        running = undefined
      })
    return running
  }
  let isOnLoopback = true
  server.on('request', (request, response) => {
    answer(request, response, { text, fault }, isOnLoopback).catch((error) => {
      report(error)
      send(response, 500, 'internal error\n')
    })
  })
  try {
    const { address } = await lookup(host)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: address, port }, resolve)
    })
  } catch (error) {
    measured.stop()
    throw listenError(error, host, port, 'metrics')
  }
  const { address, family, port: picked } = server.address() as AddressInfo
  const name = family === 'IPv6' ? `[${address}]` : address
  isOnLoopback = isLoopback(name)
  return {
    url: `http://${name}:${picked}`,
    close: () =>
      new Promise((resolve) => {
        measured.stop()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  { text, fault }: { readonly text: () => Promise<string>; readonly fault: MetricsServerOptions['fault'] },
  isOnLoopback: boolean,
): Promise<void> {
  const host = (headers.host ?? '').replace(/:\d*$/, '')
  if (isOnLoopback && !isLoopback(host)) return send(response, 403, 'forbidden\n')
  const path = url.split('?', 1)[0]
  if (path !== '/metrics' && path !== '/livez' && path !== '/readyz') return send(response, 404, 'not found\n')
  if (method !== 'GET' && method !== 'HEAD') return send(response, 405, 'method not allowed\n')
  if (path === '/livez') return send(response, 200, 'ok\n')
  if (path === '/metrics') return send(response, 200, await text(), TEXT_FORMAT)
  const reason = await fault()
  return reason === undefined ? send(response, 200, 'ok\n') : send(response, 503, `not ready: ${reason}\n`)
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  })
  response.end(body)
}
