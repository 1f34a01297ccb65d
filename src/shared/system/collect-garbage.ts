import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { lazily } from '../lazily.ts'

const collector = lazily(() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
})

/**
 * Collects garbage at once. V8 waits until 64 MB of memory outside of its heap (buffers, texts that were decoded) are new since the
 * last time, so that a few large bodies would take more memory than the rest of the program. It takes some milliseconds.
 */
export function collectGarbage(): void {
  collector()()
}
