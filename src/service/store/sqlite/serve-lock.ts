import { closeSync, existsSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WardenError } from '../../../shared/errors.ts'
import { makeFolder } from '../../../shared/make-folder.ts'
import { isBusy } from './failures.ts'
import { requireSoleName } from './sole-name.ts'

/** To be held on to: one that the garbage collector takes is released. */
export interface ServeLock {
  /** Lets the next one serve the file. Twice is fine. */
  release(): void
}

/** How long to wait for one that only looks (ms): `isServed` holds the file for an instant. */
const PATIENCE_MS = 250

/**
 * Makes this process the one that serves a database file: two writers under load starve each other, and each would
 * send every alert. The lock is SQLite's own on a file beside the database, so it goes with the process, however it ends.
 * @throws WardenError `already-served`, and what `requireSoleName` throws
 */
export function acquireServeLock(database: string): ServeLock {
  requireSoleName(database)
  makeFolder(dirname(database))
  const path = lockPath(database)
  makeLockFile(path)
  const file = new DatabaseSync(path, { timeout: PATIENCE_MS })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw isBusy(error) ? alreadyServed(database, readHolder(path), error) : error
  }
  const holder = holderPath(path)
  writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  return {
    release() {
      if (!file.isOpen) return
      rmSync(holder, { force: true })
      file.close()
    },
  }
}

/** Whether a process serves the database file at this moment. */
export function isServed(database: string): boolean {
  if (!existsSync(dirname(database))) return false
  const path = lockPath(database)
  if (!existsSync(path)) return false
  const file = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  try {
    // Reading takes a shared lock, which the holder's exclusive one refuses.
    file.prepare('pragma user_version').get()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    file.close()
  }
}

/** Whether the last process that served the file ended without tidying up: no harm, the next one takes over. */
export function hasStaleHolder(database: string): boolean {
  return existsSync(dirname(database)) && existsSync(holderPath(lockPath(database))) && !isServed(database)
}

/** One lock a file, by whatever name the file is called. */
function lockPath(database: string): string {
  const real = existsSync(database) ? realpathSync(database) : join(realpathSync(dirname(database)), basename(database))
  return `${real}.serve-lock`
}

/** A file of its own: closing any other descriptor of the locked one would drop the lock (fcntl(2), POSIX locks). */
function holderPath(path: string): string {
  return `${path}.pid`
}

function makeLockFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/** The process that serves; undefined when it is not known, or its note outlived it. */
function readHolder(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(holderPath(path), 'utf8'))
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    process.kill(pid, 0)
    return pid
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    // Alive, but another user's: nothing to say it is the one.
    if (code === 'EPERM' || code === 'EACCES') return undefined
    throw error
  }
}

function alreadyServed(database: string, pid: number | undefined, cause: unknown): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'already-served',
    message: `${database} is served by another process already${pid === undefined ? '' : ` (process ${pid})`}`,
    details: ['One process serves a database file; commands may work on it beside that one.'],
    try: 'txwarden serve --database <another file>',
    cause,
  })
}
