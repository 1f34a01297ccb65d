import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Two semi-spaces of 16 MB. */
const SIZE = 32 * 1024 ** 2
const INTERVAL_MS = 1000
/** Share of the time that the event loop works. Below it, collecting a small young generation more often costs nothing. */
const BUSY = 0.2
/** More than V8's first young generation contains. */
const OBJECTS = 50_000

/**
 * Keeps V8's young generation as small as it is. V8 doubles it whenever as much survived since the last time, and most of
 * what a start loads survives.
 */
export function boundYoungHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Keeps V8's young generation at one size once the process is busy, for a process that runs for long. V8 starts with 1 MB,
 * where a server under load collects garbage every few requests, and doubles it whenever as much survived since the last
 * time (`PagedNewSpace::Grow`), so under any load it reaches 128 MB within hours, most of it garbage.
 */
export function keepYoungHeap(): void {
  boundYoungHeap()
  let before = performance.eventLoopUtilization()
  // Each time: a collection of the whole heap can make it small again.
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, before).utilization > BUSY) growYoungHeap()
    before = now
  }, INTERVAL_MS).unref()
}

/**
 * Makes V8's young generation large at once, for a process that works without a pause. V8 reads the factor each time it
 * grows: it leads to the size in one step.
 */
export function growYoungHeap(): void {
  for (let attempt = 0; attempt < 4 && youngHeap() < SIZE; attempt++) {
    setFlagsFromString(`--semi-space-growth-factor=${Math.ceil(SIZE / youngHeap())}`)
    Array.from({ length: OBJECTS }, (_, index) => ({ index }))
  }
  boundYoungHeap()
}

function youngHeap(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? SIZE
}
