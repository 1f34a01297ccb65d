import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Tries for the write lock of a database over and over, and tells for how long others had it each time (ms), once
 * `stop` is set. A thread of its own: whoever holds the lock must not decide when it is looked at.
 */
const { database, stop } = workerData as { database: string; stop: Int32Array<SharedArrayBuffer> }
const LOOK_EVERY_MS = 0.2

const file = new DatabaseSync(database, { timeout: 0 })
const held: number[] = []
let since: number | undefined
while (Atomics.wait(stop, 0, 0, LOOK_EVERY_MS) === 'timed-out') {
  const now = performance.now()
  if (!isFree()) since ??= now
  else if (since !== undefined) {
    held.push(now - since)
    since = undefined
  }
}
file.close()
parentPort?.postMessage(held)

function isFree(): boolean {
  try {
    file.exec('begin immediate')
    file.exec('rollback')
    return true
  } catch {
    return false
  }
}
