import { appendFileSync } from 'node:fs'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { argv, env, memoryUsage } from 'node:process'

/**
 * Loaded into `serve` by `--import`: appends what is alive after each full collection of the heap to a file, with the time. The
 * resident memory shows load rather than leaks: V8 keeps garbage and free pages until the next collection.
 */
export interface LiveMemory {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The heap, and what its objects hold outside it. */
  readonly liveMb: number
}

/** Names the file. */
export const LIVE_MEMORY_FILE = 'TXWARDEN_CAMPAIGN_LIVE_MEMORY'

const file = env[LIVE_MEMORY_FILE]
if (file && argv[2] === 'serve')
  new PerformanceObserver((list) => {
    if (!list.getEntries().some(isMajor)) return
    const { heapUsed, external } = memoryUsage()
    const line: LiveMemory = { at: Date.now(), liveMb: (heapUsed + external) / 2 ** 20 }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }).observe({ entryTypes: ['gc'] })

function isMajor(entry: PerformanceEntry): boolean {
  const { detail } = entry as PerformanceEntry & { readonly detail?: { readonly kind?: number } }
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}
