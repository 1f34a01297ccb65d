import { existsSync } from 'node:fs'
import type { Clock, RandomBytes } from '../runtime/deps.ts'
import { removeDatabaseFiles } from '../store/sqlite/files.ts'
import { openSqliteStore } from '../store/sqlite/open.ts'
import { replaceDatabase } from '../store/sqlite/replace.ts'
import type { Store } from '../store/store.ts'
import { recordAdministration } from './audit.ts'
import { lockAgainstServe } from './lock-against-serve.ts'

export interface ReplaceOptions<T> {
  readonly database: string
  readonly clock: Clock
  readonly random: RandomBytes
  /** "restore" or "reset": in the name of what is kept, and in the audit log of the new content. */
  readonly action: string
  readonly audited: Readonly<Record<string, unknown>>
  /** Puts the new content into a file beside the database; a file that is not there is an empty database. */
  readonly prepare: (path: string) => Promise<void>
  /** Looks at the new content, brought up to date, before it takes its place. */
  readonly look: (store: Store) => Promise<T>
}

/**
 * Replaces everything in the local database while other commands may be at work on it, never under a `serve`.
 * Nothing is changed unless the new content is good and of this program's schema; the old is kept beside it.
 * @throws WardenError `served`, and what `prepare` and `look` throw
 */
export async function replaceContent<T>(options: ReplaceOptions<T>): Promise<{ keptAs: string | null; seen: T }> {
  const { database, clock, random, action, audited, prepare, look } = options
  const lock = lockAgainstServe(database, 'be replaced')
  const incoming = `${database}.${Buffer.from(random(6)).toString('hex')}.incoming`
  try {
    await prepare(incoming)
    const store = await openSqliteStore(incoming)
    let seen: T
    try {
      seen = await look(store)
      await store.write((db) => recordAdministration(db, { clock, random }, action, audited))
    } finally {
      await store.close()
    }
    const keepAs = freeName(`${database}.before-${action}-${fileTime(clock.now())}`)
    const isKept = await replaceDatabase(database, incoming, keepAs)
    return { keptAs: isKept ? keepAs : null, seen }
  } finally {
    removeDatabaseFiles(incoming)
    lock.release()
  }
}

/** A time as part of a file name that sorts by it: 20260102T030405Z. */
function fileTime(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+|[-:]/g, '')
}

/** The name itself, or the first of name-2, name-3, … that does not exist. */
function freeName(name: string): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`
    if (!existsSync(candidate)) return candidate
  }
}
