import { existsSync } from 'node:fs'
import { draftBeside } from '../../../shared/files/whole-file.ts'
import { fileTime } from '../../../shared/text/iso-date.ts'
import { removeDatabaseFiles } from '../../store/sqlite/files.ts'
import { openSqliteStore } from '../../store/sqlite/open.ts'
import { replaceDatabase } from '../../store/sqlite/replace.ts'
import type { Store } from '../../store/store.ts'
import { recordAdministration } from '../audit.ts'
import type { DatabaseOptions } from '../database-options.ts'
import { lockAgainstServe } from '../lock-against-serve.ts'

export interface ReplaceOptions<T> extends Pick<DatabaseOptions, 'database' | 'clock' | 'random'> {
  /** "restore" or "reset": part of the kept file's name and of the audit record. */
  readonly action: string
  readonly audited: Readonly<Record<string, unknown>>
  /** Writes the new content to a file beside the database; no file means an empty database. */
  readonly prepare: (path: string) => Promise<void>
  /** Checks the new content, after its migration, before it becomes active. */
  readonly inspect: (store: Store) => Promise<T>
}

/**
 * Replaces the content of the local database, also while other commands use it, but not during a `serve`. Changes
 * nothing unless the new content is valid; keeps the old content in a file beside the database.
 * @throws WardenError `served`, and what `prepare` and `inspect` throw
 */
export async function replaceContent<T>(options: ReplaceOptions<T>): Promise<{ keptAs: string | null; inspected: T }> {
  const { database, clock, random, action, audited, prepare, inspect } = options
  using owned = new DisposableStack()
  const lock = lockAgainstServe(database, 'be replaced')
  owned.defer(() => lock.release())
  const incoming = draftBeside(database)
  owned.defer(() => removeDatabaseFiles(incoming))
  await prepare(incoming)
  const store = await openSqliteStore(incoming)
  let inspected: T
  try {
    inspected = await inspect(store)
    await store.write((db) => recordAdministration(db, { clock, random }, action, audited))
  } finally {
    await store.close()
  }
  const keepAs = freeName(`${database}.before-${action}-${fileTime(clock.now())}`)
  const isKept = await replaceDatabase(database, incoming, keepAs)
  return { keptAs: isKept ? keepAs : null, inspected }
}

/** The name itself, or the first of name-2, name-3, … that does not exist. */
function freeName(name: string): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`
    if (!existsSync(candidate)) return candidate
  }
}
