import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Two semi-spaces of 8 MB. */
const SIZE = 16 * 1024 ** 2
const INTERVAL_MS = 10_000
/** More than V8's first young generation contains. */
const OBJECTS = 50_000

/**
 * Keeps V8's young generation at one size, for a process that runs for long. V8 starts with 1 MB, where a server under load
 * collects garbage every few requests, and doubles it whenever as much survived since the last time
 * (`PagedNewSpace::Grow`), so under any load it reaches 128 MB within hours, most of it garbage.
 */
export function keepYoungHeap(): void {
  growOnce()
  // A collection of the whole heap can make it small again.
  setInterval(growOnce, INTERVAL_MS).unref()
}

/** V8 reads the factor each time it grows: 8 leads from 1 to 8 MB in one step. */
function growOnce(): void {
  setFlagsFromString('--semi-space-growth-factor=8')
  for (let attempt = 0; attempt < 4 && youngHeap() < SIZE; attempt++)
    Array.from({ length: OBJECTS }, (_, index) => ({ index }))
  setFlagsFromString('--semi-space-growth-factor=1')
}

function youngHeap(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? SIZE
}
