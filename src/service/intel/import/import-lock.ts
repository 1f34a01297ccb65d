import { sleep } from '../../../shared/sleep.ts'
import type { Store } from '../../store/store.ts'
import { interrupted } from './import-failures.ts'

const PAUSE_MS = 100

/** Runs `work` as the one import into a database; waits for another that runs, and says so once. */
export async function asOnlyImport<T>(
  store: Store,
  { onWait, signal }: { readonly onWait?: (() => void) | undefined; readonly signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  let lock = await store.tryLock('import')
  if (!lock) onWait?.()
  while (!lock) {
    await sleep(PAUSE_MS, signal)
    if (signal?.aborted) throw interrupted()
    lock = await store.tryLock('import')
  }
  try {
    return await work()
  } catch (error) {
    throw signal?.aborted ? interrupted() : error
  } finally {
    await lock.release()
  }
}
