import { closeSync, openSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { sleep } from '../../../shared/sleep.ts'
import { checkNotForeign, checkSound, explainingDamage, isUnreadable } from './checks.ts'
import { openConnection } from './connection.ts'
import { isBusy } from './failures.ts'
import { hasContent, moveDatabaseFiles, syncFile } from './files.ts'

/** Few enough that a database of ours always takes a second step: between the two the old content is kept. */
const PAGES_A_STEP = 8
/** How long to wait for another process that writes (ms). */
const LOCK_DEADLINE_MS = 10_000
const PAUSE_MS = 5

/**
 * Puts the content of `prepared` in the place of `live`'s, in one transaction of SQLite: other processes that have
 * `live` open see the old content or the new, and what they wrote is in the one or the other. The old content is kept
 * in the new file `keepAs`; a `live` that cannot be read as a database is moved there as it is.
 * @returns whether there was anything to keep
 * @throws WardenError `foreign-database` when `live` is another program's
 */
export async function replaceDatabase(live: string, prepared: string, keepAs: string): Promise<boolean> {
  const kept = hasContent(live) ? keepableAs(live) : 'nothing'
  if (kept === 'files') moveDatabaseFiles(live, keepAs)
  const reader = openConnection(live)
  try {
    if (kept === 'content') await overwrite(live, prepared, () => keepContent(reader, keepAs))
    else await overwrite(live, prepared, () => {})
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
 * A second connection still reads what is committed while the first one holds the write lock. On disk before anything
 * is replaced: of a power cut in between both are left.
 */
function keepContent(reader: DatabaseSync, keepAs: string): void {
  try {
    closeSync(openSync(keepAs, 'wx', 0o600))
    reader.prepare('vacuum into ?').run(keepAs)
    syncFile(keepAs)
  } catch (error) {
    rmSync(keepAs, { force: true })
    throw error
  }
}

/** @param whenLocked runs once, when nobody else can write to `live` any more and nothing of it is changed yet */
async function overwrite(live: string, prepared: string, whenLocked: () => void): Promise<void> {
  const source = new DatabaseSync(prepared, { readOnly: true })
  const deadline = performance.now() + LOCK_DEADLINE_MS
  let isLocked = false
  try {
    if (pageCount(source) <= PAGES_A_STEP) throw new Error(`${prepared} is too small to be a database of ours`)
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

/** node:sqlite reports a first step that did not get the lock as an error without a code ("not an error"). */
function isLockRefused(error: unknown): boolean {
  return isBusy(error) || (error instanceof Error && 'errcode' in error && error.errcode === 0)
}
