import { backup, DatabaseSync } from 'node:sqlite'
import { draftBeside, publish, syncFile } from '../../../shared/files/whole-file.ts'
import { sleep } from '../../../shared/time/sleep.ts'
import { checkNotForeign, checkSound, explainingDamage, isUnreadable } from './checks.ts'
import { openConnection } from './connection.ts'
import { isBusy } from './failures.ts'
import { createEmpty, hasContent, moveDatabaseFiles, removeDatabaseFiles } from './files.ts'
import { writeMark } from './high-water-mark.ts'

/** Small enough that every database needs a second step: the old content is saved between the two. */
const PAGES_A_STEP = 8
/** Limit of the wait for another writer (ms). */
const LOCK_DEADLINE_MS = 10_000
const PAUSE_MS = 5

/**
 * Replaces the content of `live` with that of `prepared`, in one SQLite transaction: other processes see the old content
 * or the new, and each of their writes is in one of the two. Saves the old content in the new file `keepAs`; moves a
 * `live` that is not readable as a database there.
 * @returns whether there was old content
 * @throws WardenError `foreign-database` when `live` belongs to another program
 */
export async function replaceDatabase(live: string, prepared: string, keepAs: string): Promise<boolean> {
  const kept = hasContent(live) ? keepableAs(live) : 'nothing'
  if (kept === 'files') moveDatabaseFiles(live, keepAs)
  const reader = openConnection(live)
  try {
    if (kept === 'content') await overwrite(live, prepared, () => keepContent(reader, keepAs))
    else await overwrite(live, prepared, () => {})
    writeMark(reader, live)
  } finally {
    reader.close()
  }
  return kept !== 'nothing'
}

function keepableAs(live: string): 'content' | 'files' {
  try {
    const database = explainingDamage(live, () => openConnection(live))
    try {
      checkNotForeign(database, live)
      checkSound(database, live, 'quick_check')
    } finally {
      database.close()
    }
    return 'content'
  } catch (error) {
    if (isUnreadable(error)) return 'files'
    throw error
  }
}

/**
 * A second connection can read committed content while the first one holds the write lock. The copy is synced before
 * the replacement, so a power cut loses neither.
 */
function keepContent(reader: DatabaseSync, keepAs: string): void {
  const draft = draftBeside(keepAs)
  try {
    createEmpty(draft)
    reader.prepare('vacuum into ?').run(draft)
    syncFile(draft)
    publish(draft, keepAs, { replace: false })
  } finally {
    removeDatabaseFiles(draft)
  }
}

/** @param whenLocked runs once, after `live` is locked for other writers and before it changes */
async function overwrite(live: string, prepared: string, whenLocked: () => void): Promise<void> {
  const source = new DatabaseSync(prepared, { readOnly: true })
  const deadline = performance.now() + LOCK_DEADLINE_MS
  let isLocked = false
  try {
    if (pageCount(source) <= PAGES_A_STEP) throw new Error(`${prepared} is too small for a txwarden database`)
    for (;;) {
      try {
        await backup(source, live, {
          rate: PAGES_A_STEP,
          progress: () => {
            if (isLocked) return
            isLocked = true
            whenLocked()
          },
        })
        return
      } catch (error) {
        if (isLocked || !isLockRefused(error) || performance.now() > deadline) throw error
        await sleep(PAUSE_MS)
      }
    }
  } finally {
    source.close()
  }
}

function pageCount(database: DatabaseSync): number {
  return Number(database.prepare('pragma page_count').get()?.page_count)
}

/** node:sqlite reports a first step without the lock as an error with code 0 ("not an error"). */
function isLockRefused(error: unknown): boolean {
  return isBusy(error) || (error instanceof Error && 'errcode' in error && error.errcode === 0)
}
