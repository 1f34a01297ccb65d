import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds. */
export interface SyncTimes {
  readonly p50: number
  readonly p99: number
}

const TIMES = 500
const PAGE = Buffer.alloc(4096)

/** How long writing a page and syncing it takes on the disk of a folder: what a durable answer cannot be faster than. */
export function syncTimes(folder: string): SyncTimes {
  const file = openSync(join(folder, 'sync'), 'w')
  const times = Array.from({ length: TIMES }, () => {
    const started = performance.now()
    writeSync(file, PAGE)
    fdatasyncSync(file)
    return performance.now() - started
  }).sort((a, b) => a - b)
  closeSync(file)
  const at = (part: number) => times[Math.floor(TIMES * part)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
