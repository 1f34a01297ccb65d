import { tryImportLock } from '../store/sqlite/import-lock.ts'
import { interrupted } from './import-failures.ts'

const PAUSE_MS = 100

/** Runs `work` as the one import of a database file; waits for another that runs, and says so once. */
export async function asOnlyImport<T>(
  database: string,
  { onWait, signal }: { readonly onWait?: (() => void) | undefined; readonly signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  let lock = tryImportLock(database)
  if (!lock) onWait?.()
  while (!lock) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (signal?.aborted) throw interrupted()
    lock = tryImportLock(database)
  }
  try {
    return await work()
  } catch (error) {
    throw signal?.aborted ? interrupted() : error
  } finally {
    lock.release()
  }
}
