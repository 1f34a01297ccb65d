import { sleep } from '../../../shared/time/sleep.ts'
import type { Store } from '../../store/store.ts'
import { endedBy } from './import-failures.ts'
import type { ImportControl } from './import-request.ts'

const LOCK_RETRY_MS = 100

/** Runs `work` while no other import runs on the database; waits for a running one. */
export async function withImportLock<T>(
  store: Store,
  { onWait, signal }: ImportControl,
  work: () => Promise<T>,
): Promise<T> {
  let lock = await store.tryLock('import')
  if (!lock) onWait?.()
  while (!lock) {
    await sleep(LOCK_RETRY_MS, signal)
    if (signal?.aborted) throw endedBy(signal, undefined)
    lock = await store.tryLock('import')
  }
  try {
    return await withAbortReason(signal, work)
  } finally {
    await lock.release()
  }
}

export async function withAbortReason<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw endedBy(signal, error)
  }
}
