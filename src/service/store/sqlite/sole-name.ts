import { existsSync, realpathSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { runningMs } from '../../../shared/time/clock.ts'
import { isBusy } from './failures.ts'
import { pauseBlocking } from './retry-busy.ts'

/** Time between another process's first lock and the creation of its index (ms). */
const TIMEOUT_MS = 1000

/**
 * SQLite names its log (`-wal`) after the database file. Two processes that open one file by two names each write a
 * log that the other does not see, and acknowledged writes are lost (sqlite.org/howtocorrupt.html, 2.5).
 * @throws WardenError `hard-linked-database`, `open-under-another-name`, `index-deleted`
 */
export function requireSoleName(database: string): void {
  const stats = statSync(database, { throwIfNoEntry: false })
  if (!stats?.isFile()) return
  if (stats.nlink > 1) throw hardLinked(database, stats.nlink)
  if (stats.size === 0 || !isOpenUnderAnotherName(database)) return
  // A process that opened it by this name has a log by this name.
  throw existsSync(`${realpathSync(database)}-wal`) ? indexDeleted(database) : openElsewhere(database)
}

/**
 * Whether the file was renamed, or mounted at a second path, or lost its index, while a process has it open. SQLite's locks belong to the
 * device and inode: a process that has the file open holds a shared one. One that opened it by this name also keeps
 * an index (`-shm`) with this name.
 */
function isOpenUnderAnotherName(database: string): boolean {
  const index = `${realpathSync(database)}-shm`
  const deadline = runningMs() + TIMEOUT_MS
  for (;;) {
    if (existsSync(index) || !isLocked(database)) return false
    if (runningMs() > deadline) return true
    pauseBlocking()
  }
}

function isLocked(database: string): boolean {
  const file = new DatabaseSync(database, { timeout: 0 })
  try {
    // In this mode the first read of a WAL file takes the exclusive lock and creates no index.
    file.exec('pragma locking_mode = exclusive')
    file.prepare('pragma user_version').get()
    return false
  } catch (error) {
    // Opening the file for work reports its other faults.
    return isBusy(error)
  } finally {
    file.close()
  }
}

function hardLinked(database: string, count: number): WardenError {
  return refusal('hard-linked-database', `${database} has ${count} names (hard links)`, {
    details: [
      'SQLite keeps its log by name: a file in use under two names loses acknowledged writes.',
      'Stop the processes that use the other name and delete it, or use a copy (cp).',
    ],
    try: `find / -xdev -samefile ${quoteWord(database)}`,
  })
}

function indexDeleted(database: string): WardenError {
  return refusal(
    'index-deleted',
    `${realpathSync(database)}-shm, the index of the log, was deleted while a process uses the database`,
    {
      details: ['Restart that process, usually serve: when it stops, it copies the log into the database.'],
      try: `lsof ${quoteWord(database)}`,
    },
  )
}

function openElsewhere(database: string): WardenError {
  return refusal('open-under-another-name', `${database} is open in another process under another name`, {
    details: [
      'It was renamed, or is mounted at a second path. SQLite keeps its log by name: acknowledged writes would be lost.',
      'Stop that process and rename the file back, or use one path.',
    ],
    try: `lsof ${quoteWord(database)}`,
  })
}
