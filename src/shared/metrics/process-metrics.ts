import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Family, gauge } from './text-format.ts'

/** Interval of the samples of the event loop (ms). */
const RESOLUTION_MS = 20
const NS = 1e9

export interface ProcessMetrics {
  /** The lag of the event loop is that since the last call. */
  families(): Family[]
  stop(): void
}

/** Measures this process, with the names that Prometheus clients have in common. @param now wall time (ms) */
export function measureProcess(now: () => number): ProcessMetrics {
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
