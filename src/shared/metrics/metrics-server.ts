import { lookup } from 'node:dns/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Listener, listenError } from '../system/listen-error.ts'
import { isLoopback } from '../system/loopback.ts'
import { type Family, gauge, TEXT_FORMAT, toText } from './text-format.ts'

/** Interval of the samples of the event loop (ms). */
const RESOLUTION_MS = 20
const NS = 1e9

export interface MetricsServerOptions {
  readonly command: Listener['command']
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
  const { command, host, port, families, now, fault, report } = options
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
    throw listenError(error, { host, port, command, flag: 'metrics' })
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

interface ProcessMetrics {
  /** The lag of the event loop is that since the last call. */
  families(): Family[]
  stop(): void
}

/** Measures this process, with the names that Prometheus clients have in common. @param now wall time (ms) */
function measureProcess(now: () => number): ProcessMetrics {
  const started = now() / 1000 - process.uptime()
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  lag.enable()
  const maxFiles = mostFiles()
  // What a timer of this interval takes anyway is no lag.
  const seconds = (ns: number) => (lag.count === 0 ? 0 : Math.max(0, ns / NS - RESOLUTION_MS / 1000))
  return {
    families() {
      const cpu = process.cpuUsage()
      const memory = process.memoryUsage()
      const total = (name: string, help: string, value: number): Family => ({
        ...gauge(name, help, value),
        type: 'counter',
      })
      const families = [
        total('process_cpu_user_seconds_total', 'User CPU time.', cpu.user / 1e6),
        total('process_cpu_system_seconds_total', 'System CPU time.', cpu.system / 1e6),
        total('process_cpu_seconds_total', 'User and system CPU time.', (cpu.user + cpu.system) / 1e6),
        gauge('process_start_time_seconds', 'Start time of the process, since 1970.', started),
        gauge('process_resident_memory_bytes', 'Resident memory.', memory.rss),
        gauge('process_open_fds', 'Open file descriptors.', openFiles()),
        gauge('process_max_fds', 'Maximum number of open file descriptors.', maxFiles),
        gauge('nodejs_heap_size_used_bytes', 'Used heap.', memory.heapUsed),
        gauge('nodejs_external_memory_bytes', 'Memory of buffers and native code.', memory.external),
        gauge('nodejs_eventloop_lag_seconds', 'Mean lag of the event loop since the last scrape.', seconds(lag.mean)),
        gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile of the same.', seconds(lag.percentile(99))),
        gauge('nodejs_eventloop_lag_max_seconds', 'Longest of the same.', seconds(lag.max)),
      ]
      lag.reset()
      return families
    },
    stop: () => void lag.disable(),
  }
}

/** Undefined where the system has no /proc. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

function mostFiles(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}
