import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { refusal, type WardenError } from '../../../shared/errors.ts'
import { makeFolder } from '../../../shared/files/make-folder.ts'
import { createLockFile, PRIVATE } from '../../../shared/files/whole-file.ts'
import { isBusy } from './failures.ts'
import { realNameOf } from './files.ts'
import { requireSoleName } from './sole-name.ts'

/** Keep a reference: garbage collection releases the lock. */
export interface ServeLock {
  /** Idempotent. */
  release(): void
}

/** `isServed` of another process holds the lock file for an instant (ms). */
const TIMEOUT_MS = 250

/**
 * Makes this process the only server of a database file: two would starve each other's writes and send every alert
 * twice. SQLite's own lock on a file beside the database ends with the process, also after a kill.
 * @throws WardenError `already-served`, and what `requireSoleName` throws
 */
export function acquireServeLock(database: string): ServeLock {
  requireSoleName(database)
  makeFolder(dirname(database))
  const path = lockPath(database)
  createLockFile(path)
  const file = new DatabaseSync(path, { timeout: TIMEOUT_MS })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw isBusy(error) ? alreadyServed(database, readHolder(path), error) : error
  }
  const holder = holderPath(path)
  // A server that was killed leaves it behind.
  removeHolder(holder)
  writeFileSync(holder, `${process.pid}\n`, { mode: PRIVATE, flag: 'wx' })
  return {
    release() {
      if (!file.isOpen) return
      removeHolder(holder)
      file.close()
    },
  }
}

/** Whether a process serves the database file now. */
export function isServed(database: string): boolean {
  if (!existsSync(dirname(database))) return false
  const path = lockPath(database)
  if (!existsSync(path)) return false
  const file = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  try {
    // A read needs a shared lock, which the holder's exclusive lock excludes.
    file.prepare('pragma user_version').get()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    file.close()
  }
}

/** Whether the last server was killed. Harmless: the next one takes over. */
export function hasStaleHolder(database: string): boolean {
  return existsSync(dirname(database)) && existsSync(holderPath(lockPath(database))) && !isServed(database)
}

/** One lock file for all paths of a database. */
function lockPath(database: string): string {
  return `${realNameOf(database)}.serve-lock`
}

/** A separate file: closing another descriptor of the locked file would release its lock (fcntl(2), POSIX locks). */
function holderPath(path: string): string {
  return `${path}.pid`
}

/** `rmSync` has no error code for some failures. */
function removeHolder(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** The id of the serving process; undefined when unknown or outdated. */
function readHolder(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(holderPath(path), 'utf8'))
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    process.kill(pid, 0)
    return pid
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    // A process of another user: possibly an unrelated one with the same id.
    if (code === 'EPERM' || code === 'EACCES') return undefined
    throw error
  }
}

function alreadyServed(database: string, pid: number | undefined, cause: unknown): WardenError {
  return refusal(
    'already-served',
    `${database} is already served by another process${pid === undefined ? '' : ` (process ${pid})`}`,
    { details: ['A database file can have one server. Other commands can use it at the same time.'], cause },
  )
}
