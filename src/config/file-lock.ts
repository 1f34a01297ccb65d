import { unavailable, type WardenError } from '../shared/errors.ts'
import { sleep } from '../shared/time/sleep.ts'

const PATIENCE_MS = 5_000
const PAUSE_MS = 10

/**
 * Runs `work` while no other process does so for the same file.
 * @throws WardenError `file-locked` when another process holds the lock for seconds
 */
export async function whileLocked<T>(path: string, work: () => T): Promise<T> {
  // Only writers load SQLite.
  const { tryExclusiveFile } = await import('../shared/files/exclusive-file.ts')
  const lock = `${path}.lock`
  const deadline = performance.now() + PATIENCE_MS
  let held = tryExclusiveFile(lock)
  while (!held) {
    if (performance.now() > deadline) throw stillLocked(lock)
    await sleep(PAUSE_MS)
    held = tryExclusiveFile(lock)
  }
  try {
    return work()
  } finally {
    held.release()
  }
}

function stillLocked(lock: string): WardenError {
  return unavailable('file-locked', `another process is changing the configuration and holds ${lock}`, {
    details: ['Try again when it has finished.'],
    try: 'txwarden config path',
  })
}
