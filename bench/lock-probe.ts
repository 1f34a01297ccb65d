import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Acquires the write lock of a database repeatedly, and reports how long others held it each time (ms) when `stop` is set.
 * Runs in its own thread, so that the holder of the lock does not affect the measurement.
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
