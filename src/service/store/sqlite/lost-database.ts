import type { DatabaseSync } from 'node:sqlite'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { readChecked } from './checked-file.ts'
import { isBlank } from './checks.ts'
import { hasContent, realNameOf, sizeOf } from './files.ts'
import { markPath } from './high-water-mark.ts'
import { lastBackup } from './last-backup.ts'
import { pauseBlocking } from './retry-busy.ts'
import { isServed } from './serve-lock.ts'

/** Time between the lock of a new `serve` and its new database (ms). */
const START_MS = 1000

/**
 * Whether there is a database. A missing or empty file is none only when nothing beside it shows lost content.
 * @throws WardenError `lost-writes`
 */
export function databaseExists(path: string): boolean {
  // Before the file, which other processes create first.
  const traces = tracesOf(path)
  if (hasContent(path)) return true
  if (traces.length > 0) throw lostDatabase(path, traces)
  return false
}

/**
 * Before a command or a `serve` opens the database, which would create a missing one.
 * @returns a check of what was opened
 * @throws WardenError `lost-writes`, `database-moved`; the check `lost-writes`
 */
export function requireNotLost(path: string, isServer: boolean): (opened: DatabaseSync) => void {
  if (path === ':memory:') return () => {}
  if (!databaseExists(path) && !isServer) requireNotServed(path)
  const isMarked = hasMark(path)
  return (opened) => {
    if (isMarked) requireNotBlank(opened, path)
  }
}

/**
 * A database whose every row was still in the log is blank without the log.
 * @throws WardenError `lost-writes`
 */
export function requireNotBlank(opened: DatabaseSync, path: string): void {
  if (isBlank(opened)) throw lostDatabase(path, [markPath(path)])
}

/** Whether nothing is left of a database that had content. */
export function isLost(path: string): boolean {
  return !hasContent(path) && tracesOf(path).length > 0
}

/** Files that are there only beside a database with content. */
function tracesOf(path: string): string[] {
  const log = `${realNameOf(path)}-wal`
  return [...(sizeOf(log) > 0 ? [log] : []), ...(hasMark(path) ? [markPath(path)] : [])]
}

function hasMark(path: string): boolean {
  return readChecked(markPath(path)) !== 'missing'
}

/** A `serve` writes to the file that it opened, also when that was deleted: a second database would hide it. */
function requireNotServed(path: string): void {
  const deadline = performance.now() + START_MS
  while (isServed(path) && !hasContent(path)) {
    if (performance.now() > deadline)
      throw refusal('database-moved', `${path} was deleted, renamed or emptied while a serve uses it`, {
        details: ['Put the file back, or stop serve and restore a backup.'],
        parameters: { task: 'restore', ...lastBackup(path).parameters },
      })
    pauseBlocking()
  }
}

function lostDatabase(path: string, traces: readonly string[]): WardenError {
  const { text, parameters } = lastBackup(path)
  const state = hasContent(path) ? 'lost all its rows' : sizeOf(path, -1) < 0 ? 'was deleted or renamed' : 'was emptied'
  return refusal(
    'lost-writes',
    `${path} ${state}: ${traces.join(' and ')} ${traces.length > 1 ? 'are' : 'is'} of a database with content`,
    {
      details: [
        ...(isServed(path) ? ['A running serve still uses the old file: stop it first.'] : []),
        ...(text === undefined ? [] : [text]),
        `To start over without that content: rm ${[...(hasContent(path) ? [path] : []), ...traces].map(quoteWord).join(' ')}`,
      ],
      parameters,
    },
  )
}
