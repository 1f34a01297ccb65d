import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the size of V8's young generation as it is, for a process that runs for long: V8 doubles it whenever as much survived
 * since the last time (`PagedNewSpace::Grow`), so under any load it reaches 128 MB within hours, most of it garbage.
 */
export function keepYoungHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
