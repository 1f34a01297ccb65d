import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { publish } from './figures/report.ts'
import { runLoad } from './serve/load.ts'
import { mixedBodies } from './serve/mixed-bodies.ts'
import { startTxwarden } from './serve/servers.ts'

/**
 * Memory of `serve` on SQLite: idle after its start, and under 64 connections with bodies that are all different. Resident
 * memory as Linux counts it. `npm run bench:overload` has that of 2,000 connections. Needs `npm run build`.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, json: { type: 'boolean' } },
})
const IDLE_MS = 3_000
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))

/** @param name `VmRSS` for now, `VmHWM` for the most so far */
function megabytes(pid: number | undefined, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

try {
  const { url, headers, process: child, stop } = await startTxwarden(folder)
  await setTimeout(IDLE_MS)
  const idle = megabytes(child.pid, 'VmRSS')
  await runLoad({ url, headers, bodies: mixedBodies(20_000), connections: 64, ms: Number(values.seconds) * 1000 })
  const peak = megabytes(child.pid, 'VmHWM')
  const loaded = megabytes(child.pid, 'VmRSS')
  await stop()
  const figure = (name: string, value: number) => ({ name, measured: `${value.toFixed(0)} MB` })
  publish({
    bench: 'memory',
    how: `resident memory of serve on SQLite; load: 64 connections, ${values.seconds} s`,
    figures: [
      figure('idle (goal 90)', idle),
      figure('at the end of the load (goal 270)', loaded),
      figure('peak', peak),
    ],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
