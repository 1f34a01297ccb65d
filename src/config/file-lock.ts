import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { WardenError } from '../shared/errors.ts'
import { sleep } from '../shared/sleep.ts'

/** A lock this old (ms) was left by a process that died: what is done under one takes milliseconds. */
const ABANDONED_MS = 2_000
const PATIENCE_MS = 5_000
const PAUSE_MS = 10

/**
 * Runs `work` while no other process does so for the same file: a file beside it, made by whoever is first.
 * @throws WardenError `file-locked` when another process keeps it for seconds
 */
export async function whileLocked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  await take(lock)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

async function take(lock: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return closeSync(openSync(lock, 'wx', 0o600))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    else if (performance.now() > deadline) throw stillLocked(lock)
    else await sleep(PAUSE_MS)
  }
}

/** File times are those of the real clock, whatever clock the program was given. */
function isAbandoned(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS
}

function stillLocked(lock: string): WardenError {
  return new WardenError({
    kind: 'unavailable',
    code: 'file-locked',
    message: `another process is changing the configuration: ${lock} is there`,
    details: ['It goes away by itself. Try again in a few seconds.'],
    try: 'txwarden config path',
  })
}
